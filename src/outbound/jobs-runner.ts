/**
 * Runs jobs. One statement asks for all queues at once, right after a transaction of this process added a job, when a
 * run has ended, and otherwise every few seconds; what it takes is locked against every other process.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Clock } from '../core/clock.ts'
import type { OwnerDatabase } from '../core/db.ts'
import type { AnyJob, JobContext, JobRun, JobRunner } from '../core/jobs.ts'
import type { Log } from '../core/log.ts'
import type { OrganizationId } from '../core/principal.ts'
import { inSpan, SpanKind } from '../core/tracing.ts'
import { ahead, DEFAULT_TIMEOUT, failedQueue, HEARTBEAT_REFRESH, type JobsDatabase, SCHEMA } from './jobs-database.ts'

export interface RunnerOptions {
  readonly jobs: readonly AnyJob[]
  readonly contextFor: (org: OrganizationId) => Omit<JobContext, 'signal'>
  readonly clock: Clock
  readonly log: Log
  /** No other process runs jobs of this database, so what is marked as running when this one starts is not. */
  readonly alone: boolean
  readonly concurrency?: number
  /** The same for jobs that wait for the outside. */
  readonly outsideConcurrency?: number
  /** Seconds between two looks when nothing wakes it. */
  readonly pollSeconds?: number
  /** Seconds between two rounds of pg-boss over its queues: runs without a sign of life, old rows. */
  readonly tendSeconds?: number
  /** Longest wait for running jobs at the end, in seconds. */
  readonly stopSeconds?: number
}

/** A job as it was taken. Its id and the number of the try name this claim: a later one's outcome is not overwritten. */
interface Claim {
  readonly id: string
  readonly name: string
  readonly data: unknown
  readonly retryCount: number
  readonly retryLimit: number
}

interface Task {
  readonly input: z.ZodType
  readonly timeout: number
  readonly lane: LaneName
  readonly run: (input: never, ctx: JobContext) => Promise<void>
}

const LANES = ['inside', 'outside', 'long'] as const
type LaneName = (typeof LANES)[number]

/** Jobs that share places. */
interface Lane {
  readonly names: readonly string[]
  readonly places: number
}

const payload = z.object({ organizationId: z.guid(), input: z.unknown() })

export function createRunner(database: JobsDatabase, owner: OwnerDatabase, options: RunnerOptions): JobRunner {
  const { boss } = database
  const { log, clock } = options
  const tasks = tasksOf(options.jobs)
  const names = [...tasks.keys()]
  const places = { inside: options.concurrency ?? 4, outside: options.outsideConcurrency ?? 16, long: 2 }
  const lanes = LANES.map(
    (lane): Lane => ({ names: names.filter((name) => tasks.get(name)?.lane === lane), places: places[lane] }),
  )
  const running = new Map<string, { claim: Claim; ended: Promise<JobRun>; abort: (reason: Error) => void }>()
  const strange = new Set<string>()
  const wakeUp = createAlarm()
  let stopping = false
  let loop: Promise<void> = Promise.resolve()
  let tendedAt = 0

  const take = (limits: readonly number[]) =>
    owner.query<Claim>(TAKE, [ahead(clock), null, [], ...lanes.flatMap(({ names }, i) => [names, limits[i] ?? 0])])
  /** For whoever does one after the other. */
  const takeNext = (org: OrganizationId | undefined, not: readonly string[]) =>
    owner.query<Claim>(TAKE, [ahead(clock), org ?? null, not, names, 1, ...NOTHING, ...NOTHING])

  const free = ({ names, places }: Lane) => {
    let left = places
    for (const { claim } of running.values()) left -= Number(names.includes(claim.name))
    return left
  }

  /** Never throws: what goes wrong is the outcome. */
  function launch(claim: Claim): Promise<JobRun> {
    const aborter = new AbortController()
    const ended = run(claim, aborter).finally(() => {
      running.delete(claim.id)
      wakeUp.ring()
    })
    running.set(claim.id, { claim, ended, abort: (reason) => aborter.abort(reason) })
    return ended
  }

  async function run(claim: Claim, aborter: AbortController): Promise<JobRun> {
    const startedAt = performance.now()
    const task = tasks.get(claim.name)
    if (task === undefined) throw new Error('Only known jobs are taken.')
    const alive = setInterval(() => {
      boss.touch(claim.name, claim).catch((error: Error) => log.warn({ job: claim.name, error: error.message }, 'job'))
    }, HEARTBEAT_REFRESH * 1_000)
    const timer = setTimeout(
      () => aborter.abort(new Error(`It took longer than ${task.timeout} s.`)),
      task.timeout * 1_000,
    )
    let organizationId = ''
    let outcome: JobRun['outcome'] = 'ok'
    let fault: Error | undefined
    try {
      const given = payload.parse(claim.data)
      organizationId = given.organizationId
      const input = task.input.parse(given.input)
      const ctx = { ...options.contextFor(given.organizationId as OrganizationId), signal: aborter.signal }
      const attributes = { 'messaging.destination.name': claim.name, 'parley.organization': organizationId }
      await inSpan({ name: `job ${claim.name}`, kind: SpanKind.CONSUMER, attributes }, () =>
        Promise.race([task.run(input as never, ctx), rejection(aborter.signal)]),
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
          : await boss.fail(claim.name, claim, { message: messageOf(fault) })
      // Told by pg-boss, though not by its types.
      if ((settled as { affected?: number }).affected === 0) outcome = 'lost'
    } catch (error) {
      // Its signs of life have ended, so it is taken up again in a while.
      log.error({ job: claim.name, error: (error as Error).message }, 'the end of a job could not be written')
      outcome = 'lost'
    }
    log[outcome === 'ok' ? 'info' : outcome === 'failed' ? 'error' : 'warn'](
      {
        job: claim.name,
        outcome,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        organization: organizationId,
        ...(fault === undefined ? {} : { try: claim.retryCount + 1, error: messageOf(fault) }),
      },
      'job',
    )
    return { job: claim.name, organizationId, outcome }
  }

  async function work(): Promise<void> {
    if (options.alone) await guarded(takeUpAgain)
    while (!stopping) {
      const limits = lanes.map(free)
      const claims = limits.some((limit) => limit > 0) ? ((await guarded(() => take(limits))) ?? []) : []
      for (const claim of claims) void launch(claim)
      // A full load may not be all there is.
      const isFull = ({ names }: Lane, i: number) => {
        const limit = limits[i] ?? 0
        return limit > 0 && claims.filter(({ name }) => names.includes(name)).length === limit
      }
      if (lanes.some(isFull)) continue
      await wakeUp.wait((options.pollSeconds ?? 5) * 1_000)
      if (!stopping && performance.now() - tendedAt > (options.tendSeconds ?? 60) * 1_000) await guarded(tend)
    }
  }

  async function guarded<T>(step: () => Promise<T>): Promise<T | undefined> {
    try {
      return await step()
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'looking for jobs failed')
      return undefined
    }
  }

  /** What a process that died left marked as running. */
  async function takeUpAgain(): Promise<void> {
    const left = await owner.query<{ name: string; ids: string[] }>(
      `select name, array_agg(id::text) as ids from ${SCHEMA}.job where state = 'active' and name = any($1) group by name`,
      [names],
    )
    for (const { name, ids } of left) await boss.fail(name, ids, { message: 'The process that ran it ended.' })
  }

  async function tend(): Promise<void> {
    tendedAt = performance.now()
    await boss.supervise()
    const unknown = await owner.query<{ name: string }>(
      `select distinct name from ${SCHEMA}.job where state < 'active' and name <> all($1)`,
      [names],
    )
    for (const { name } of unknown) {
      if (strange.has(name)) continue
      strange.add(name)
      log.warn({ job: name }, 'jobs wait that this program does not know; another version may have added them')
    }
  }

  return {
    start() {
      tendedAt = performance.now()
      database.onAdded(wakeUp.ring)
      loop = work()
    },
    async stop() {
      stopping = true
      wakeUp.ring()
      await loop
      const all = Promise.all([...running.values()].map(({ ended }) => ended))
      const bound = new AbortController()
      await Promise.race([all, pause((options.stopSeconds ?? 10) * 1_000, undefined, { signal: bound.signal })])
      bound.abort()
      for (const { abort } of running.values()) abort(new Error('The process ends.'))
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
    async drain(org) {
      const runs: JobRun[] = []
      const tried: string[] = []
      for (;;) {
        // What failed is left for the next time, even if a clock that was set makes it due already.
        const [claim] = await takeNext(org, tried)
        if (claim === undefined) return runs
        tried.push(claim.id)
        runs.push(await launch(claim))
      }
    },
  }
}

const dueOf = (names: string, limit: string) => `
    select name, id from ${SCHEMA}.job
    where name = any(${names}::text[]) and state < 'active' and not blocked
      and start_after <= ${SCHEMA}.job_now() + $1 * interval '1 millisecond'
      and ($2::text is null or group_id = $2) and id <> all($3::uuid[])
    order by priority desc, created_on
    limit ${limit}
    for update skip locked`

/** A lane of which nothing is taken. */
const NOTHING = [[], 0] as const

/** `job_i11` of pg-boss serves it: rows that wait, by queue. The same columns as pg-boss's own fetch, which asks a queue. */
const TAKE = `
  with inside as (${dueOf('$4', '$5')}),
  outside as (${dueOf('$6', '$7')}),
  long as (${dueOf('$8', '$9')}),
  due as (select * from inside union all select * from outside union all select * from long)
  update ${SCHEMA}.job j
  set state = 'active', started_on = ${SCHEMA}.job_now(), heartbeat_on = ${SCHEMA}.job_now(),
      retry_count = case when j.started_on is null then j.retry_count else j.retry_count + 1 end
  from due where j.name = due.name and j.id = due.id
  returning j.id, j.name, j.data, j.retry_count as "retryCount", j.retry_limit as "retryLimit"`

function tasksOf(jobs: readonly AnyJob[]): ReadonlyMap<string, Task> {
  const tasks = new Map<string, Task>()
  for (const job of jobs) {
    if (tasks.has(job.id)) throw new Error(`There are two jobs ${job.id}.`)
    const lane: LaneName = job.long ? 'long' : job.outside ? 'outside' : 'inside'
    const common = { input: job.input, timeout: job.timeout ?? DEFAULT_TIMEOUT, lane }
    tasks.set(job.id, { ...common, run: (input, ctx) => job.handle(input, ctx) })
    const { failed } = job
    if (failed !== undefined) {
      tasks.set(failedQueue(job.id), { ...common, run: (input, ctx) => failed.call(job, input, ctx) })
    }
  }
  return tasks
}

/** Says which rule an input broke, never the input: what Zod says of itself may quote it. */
const messageOf = (error: Error): string =>
  error instanceof z.ZodError
    ? `The input is not what the job takes: ${error.issues.map(({ path, code }) => `/${path.join('/')} ${code}`).join(', ')}.`
    : error.message

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** A wait that can be cut short; ringing while nobody waits cuts the next one short. */
function createAlarm(): { ring: () => void; wait: (ms: number) => Promise<void> } {
  let rung = false
  let heard: (() => void) | undefined
  return {
    ring() {
      rung = true
      heard?.()
    },
    async wait(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          heard = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      rung = false
      heard = undefined
    },
  }
}
