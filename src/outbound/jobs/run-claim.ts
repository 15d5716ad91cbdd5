/** Runs one claimed job: checks its input, limits its time, keeps the claim, and writes the outcome. */
import { z } from 'zod'
import { workFor } from '../../core/asker.ts'
import type { AnyJob, JobContext, JobRun } from '../../core/jobs.ts'
import type { Log } from '../../core/log.ts'
import type { OrganizationId } from '../../core/principal.ts'
import type { Signals } from '../../core/signals.ts'
import { inSpan, SpanKind } from '../../core/tracing.ts'
import { runJobWork } from '../../core/urgency.ts'
import { DEFAULT_TIMEOUT, failedQueue, HEARTBEAT_REFRESH, type JobsDatabase } from './database.ts'
import type { JobClaim } from './statements.ts'

export interface JobRunParts {
  readonly contextFor: (org: OrganizationId) => Omit<JobContext, 'signal'>
  readonly log: Log
  readonly signals: Pick<Signals, 'job'>
}

export interface JobTask {
  readonly input: z.ZodType
  readonly timeout: number
  readonly run: (input: never, ctx: JobContext) => Promise<void>
}

/**
 * `requestId` is absent if no request caused the job, or if an older version added it. `urgent`: a person requested it.
 */
export const jobPayload = z.object({
  organizationId: z.guid(),
  input: z.unknown(),
  requestId: z.string().optional().catch(undefined),
  urgent: z.literal(true).optional().catch(undefined),
})

/** Runs a claimed job. Never throws: an error becomes the outcome. */
export async function runClaim(
  claim: JobClaim,
  task: JobTask,
  aborter: AbortController,
  { boss }: Pick<JobsDatabase, 'boss'>,
  { log, signals, contextFor }: JobRunParts,
): Promise<JobRun> {
  const startedAt = performance.now()
  const alive = setInterval(() => {
    boss.touch(claim.name, claim).catch((error: Error) => log.warn({ job: claim.name, error: error.message }, 'job'))
  }, HEARTBEAT_REFRESH * 1_000)
  const timer = setTimeout(
    () => aborter.abort(new Error(`The run exceeded its limit of ${task.timeout} seconds.`)),
    task.timeout * 1_000,
  )
  let organizationId = ''
  let outcome: JobRun['outcome'] = 'ok'
  let fault: Error | undefined
  try {
    const given = jobPayload.parse(claim.data)
    organizationId = given.organizationId
    const input = task.input.parse(given.input)
    const ctx = { ...contextFor(given.organizationId as OrganizationId), signal: aborter.signal }
    const attributes = { 'messaging.destination.name': claim.name, 'parley.organization': organizationId }
    await inSpan({ name: `job ${claim.name}`, kind: SpanKind.CONSUMER, attributes }, () =>
      workFor(ctx.org, () =>
        runJobWork(given.urgent === true, () =>
          Promise.race([task.run(input as never, ctx), rejection(aborter.signal)]),
        ),
      ),
    )
  } catch (error) {
    fault = error instanceof Error ? error : new Error(String(error))
    outcome = claim.retryCount < claim.retryLimit ? 'retry' : 'failed'
  } finally {
    clearTimeout(timer)
    clearInterval(alive)
  }
  try {
    const settled =
      fault === undefined
        ? await boss.deleteJob(claim.name, claim)
        : await boss.fail(claim.name, claim, { message: describeJobError(fault) })
    // pg-boss returns this field, but its types don't declare it.
    if ((settled as { affected?: number }).affected === 0) outcome = 'lost'
  } catch (error) {
    // Its heartbeats have stopped, so the job is claimed again later.
    log.error({ job: claim.name, error: (error as Error).message }, 'the end of a job could not be written')
    outcome = 'lost'
  }
  signals.job(claim.name, outcome, (performance.now() - startedAt) / 1_000)
  log[outcome === 'ok' ? 'info' : outcome === 'failed' ? 'error' : 'warn'](
    {
      job: claim.name,
      outcome,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
      organization: organizationId,
      ...(fault === undefined ? {} : { try: claim.retryCount + 1, error: describeJobError(fault) }),
    },
    'job',
  )
  return { job: claim.name, organizationId, outcome }
}

export function indexTasks(jobs: readonly AnyJob[]): ReadonlyMap<string, JobTask> {
  const tasks = new Map<string, JobTask>()
  for (const job of jobs) {
    if (tasks.has(job.id)) throw new Error(`The job ID ${job.id} is used twice.`)
    const common = { input: job.input, timeout: job.timeout ?? DEFAULT_TIMEOUT }
    tasks.set(job.id, { ...common, run: (input, ctx) => job.handle(input, ctx) })
    const { failed } = job
    if (failed !== undefined) {
      tasks.set(failedQueue(job.id), { ...common, run: (input, ctx) => failed.call(job, input, ctx) })
    }
  }
  return tasks
}

/** Message of an error. For invalid input, only the violated rules, because Zod's message can quote the input. */
const describeJobError = (error: Error): string =>
  error instanceof z.ZodError
    ? `The input doesn't match the schema of the job: ${error.issues.map(({ path, code }) => `/${path.join('/')} ${code}`).join(', ')}.`
    : error.message

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
