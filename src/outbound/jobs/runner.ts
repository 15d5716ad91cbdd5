/**
 * Runs jobs. One statement claims jobs of all queues, and organizations take turns. It runs after a transaction of this
 * process added a job, after each run, and otherwise every few seconds. Each job is locked against other processes.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { workFor } from '../../core/asker.ts'
import type { Clock } from '../../core/clock.ts'
import type { OwnerDatabase } from '../../core/db.ts'
import type { Heartbeat, Heartbeats } from '../../core/heartbeat.ts'
import type { AnyJob, JobContext, JobRun, JobRunner } from '../../core/jobs.ts'
import type { Log } from '../../core/log.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { runInScope } from '../../core/request-scope.ts'
import type { Signals } from '../../core/signals.ts'
import { inSpan, SpanKind } from '../../core/tracing.ts'
import {
  computeClockOffset,
  DEFAULT_TIMEOUT,
  failedQueue,
  HEARTBEAT_REFRESH,
  type JobsDatabase,
  LANES,
  type LaneName,
} from './database.ts'
import {
  deleteOld,
  foldCounts,
  type JobClaim,
  type LaneState,
  readQueueFigures,
  selectStopped,
  takeOne,
  takeTurns,
} from './statements.ts'

export interface RunnerOptions {
  readonly jobs: readonly AnyJob[]
  readonly contextFor: (org: OrganizationId) => Omit<JobContext, 'signal'>
  readonly clock: Clock
  readonly log: Log
  readonly signals: Pick<Signals, 'job'>
  /**
   * Whether no other process runs jobs of this database. Then all jobs marked as running at the start have been
   * interrupted.
   */
  readonly alone: boolean
  readonly heartbeats: Heartbeats
  /** Whether jobs can be claimed now. False while writes fail. */
  readonly mayTake?: () => boolean
  /**
   * Maximum number of jobs of one organization that run at the same time. Other organizations have additional slots.
   */
  readonly concurrency?: number
  /** The same for jobs that wait for external services. */
  readonly outsideConcurrency?: number
  /** Seconds between two polls without a wake-up. */
  readonly pollSeconds?: number
  /** Seconds between two maintenance runs: interrupted jobs and old rows. */
  readonly tendSeconds?: number
  /** Maximum wait for running jobs during a stop, in seconds. */
  readonly stopSeconds?: number
}

interface Task {
  readonly input: z.ZodType
  readonly timeout: number
  readonly run: (input: never, ctx: JobContext) => Promise<void>
}

interface Running {
  readonly claim: JobClaim
  readonly ended: Promise<JobRun>
  readonly abort: (reason: Error) => void
  /** Occupied slot; undefined for a run of `drain`. */
  readonly turn: { readonly lane: LaneName; readonly organization: string } | undefined
}

/** Maximum wait for aborted jobs. */
const END_MS = 5_000
/** Time without a successful poll after which the loop is restarted. */
const STALL_MS = 60_000

/** Milliseconds between two aggregations of the job counts. */
const FOLD_EVERY = 5_000

/** Number of additional slots of a lane for organizations below their share, so that they don't wait for long runs. */
const guestsFor = (places: number) => Math.ceil(places / 2)

/** `requestId` is absent if no request caused the job, or if an older version added it. */
const payload = z.object({
  organizationId: z.guid(),
  input: z.unknown(),
  requestId: z.string().optional().catch(undefined),
})

export function createRunner(database: JobsDatabase, owner: OwnerDatabase, options: RunnerOptions): JobRunner {
  const { boss } = database
  const { log, clock } = options
  const tasks = indexTasks(options.jobs)
  const names = [...tasks.keys()]
  const places = { inside: options.concurrency ?? 4, outside: options.outsideConcurrency ?? 16, long: 2 }
  const running = new Map<string, Running>()
  /** Organization that had the last turn, by lane. */
  const lastTurns: Record<LaneName, string> = { inside: '', outside: '', long: '' }
  const strange = new Set<string>()
  const wakeUp = createAlarm()
  let stopping = false
  let loop: Promise<void> = Promise.resolve()
  /** Number of starts of the loop. */
  let starts = 0
  let heartbeat: Heartbeat | undefined
  let tendedAt = 0
  let foldedAt = 0

  const readState = (lane: LaneName): LaneState => {
    const held: Record<string, number> = {}
    for (const { turn } of running.values()) {
      if (turn?.lane === lane) held[turn.organization] = (held[turn.organization] ?? 0) + 1
    }
    return { lane, places: places[lane], guests: guestsFor(places[lane]), after: lastTurns[lane], running: held }
  }
  const hasRoom = (lane: LaneState) =>
    Object.values(lane.running).reduce((sum, n) => sum + n, 0) < lane.places + lane.guests

  /** @returns true, to distinguish success from a failure that `guarded` logged */
  async function take(): Promise<true> {
    const lanes = LANES.map(readState).filter(hasRoom)
    if (lanes.length === 0) return true
    for (const { lane, organization, ...claim } of await takeTurns(owner, computeClockOffset(clock), names, lanes)) {
      lastTurns[lane] = organization
      void launch(claim, { lane, organization })
    }
    return true
  }

  /** Runs a claimed job. Never throws: an error becomes the outcome. */
  function launch(claim: JobClaim, turn?: Running['turn']): Promise<JobRun> {
    const aborter = new AbortController()
    const { requestId } = payload.pick({ requestId: true }).catch({}).parse(claim.data)
    const ended = runInScope({ requestId }, () => run(claim, aborter)).finally(() => {
      running.delete(claim.id)
      wakeUp.ring()
    })
    running.set(claim.id, { claim, ended, abort: (reason) => aborter.abort(reason), turn })
    return ended
  }

  async function run(claim: JobClaim, aborter: AbortController): Promise<JobRun> {
    const startedAt = performance.now()
    const task = tasks.get(claim.name)
    if (task === undefined) throw new Error('Only known jobs can be claimed.')
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
      const given = payload.parse(claim.data)
      organizationId = given.organizationId
      const input = task.input.parse(given.input)
      const ctx = { ...options.contextFor(given.organizationId as OrganizationId), signal: aborter.signal }
      const attributes = { 'messaging.destination.name': claim.name, 'parley.organization': organizationId }
      await inSpan({ name: `job ${claim.name}`, kind: SpanKind.CONSUMER, attributes }, () =>
        workFor(ctx.org, () => Promise.race([task.run(input as never, ctx), rejection(aborter.signal)])),
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
    options.signals.job(claim.name, outcome, (performance.now() - startedAt) / 1_000)
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

  async function runLoop(): Promise<void> {
    starts += 1
    const mine = starts
    if (options.alone && mine === 1) await guarded(() => giveUpStopped(true))
    // A stalled loop that was replaced ends after its current claim.
    while (!stopping && mine === starts) {
      if (options.mayTake?.() === false || (await guarded(take))) heartbeat?.beat()
      await wakeUp.wait((options.pollSeconds ?? 5) * 1_000)
      if (stopping) break
      if (performance.now() - foldedAt > FOLD_EVERY) await guarded(fold)
      if (performance.now() - tendedAt > (options.tendSeconds ?? 60) * 1_000) await guarded(maintainQueue)
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

  /** Marks interrupted runs, or all runs, as failed, so that they are retried. */
  async function giveUpStopped(all: boolean): Promise<void> {
    for (const stopped of await selectStopped(owner, names, all)) {
      await boss.fail(stopped.name, stopped, { message: 'The process of the run ended.' })
    }
  }

  async function fold(): Promise<void> {
    foldedAt = performance.now()
    await foldCounts(owner)
  }

  async function maintainQueue(): Promise<void> {
    tendedAt = performance.now()
    await giveUpStopped(false)
    await deleteOld(owner)
    for (const { job, waiting, later } of await readQueueFigures(owner, undefined)) {
      if (waiting + later === 0 || names.includes(job) || strange.has(job)) continue
      strange.add(job)
      log.warn({ job }, 'jobs wait that this program does not know; another version may have added them')
    }
  }

  return {
    start() {
      tendedAt = performance.now()
      database.onAdded(wakeUp.ring)
      const startLoop = () => {
        loop = runLoop()
      }
      heartbeat = options.heartbeats.register({ name: 'jobs', stallMs: STALL_MS, restart: startLoop })
      startLoop()
    },
    async stop() {
      stopping = true
      heartbeat?.end()
      wakeUp.ring()
      const allEnded = async () => {
        await loop
        await Promise.all([...running.values()].map(({ ended }) => ended))
      }
      await endsWithin((options.stopSeconds ?? 10) * 1_000, allEnded())
      for (const { abort } of running.values()) abort(new Error('The process is stopping.'))
      // Waits until the outcomes are written. If the database doesn't respond, the jobs are retried later.
      await endsWithin(END_MS, allEnded())
    },
    async drain(org) {
      const runs: JobRun[] = []
      const tried: string[] = []
      for (;;) {
        // Failed jobs are left for the next call, even if a test clock already makes them due.
        const [claim] = await takeOne(owner, computeClockOffset(clock), names, org, tried)
        if (claim === undefined) return runs
        tried.push(claim.id)
        runs.push(await launch(claim))
      }
    },
  }
}

function indexTasks(jobs: readonly AnyJob[]): ReadonlyMap<string, Task> {
  const tasks = new Map<string, Task>()
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

async function endsWithin(ms: number, work: Promise<unknown>): Promise<void> {
  const bound = new AbortController()
  await Promise.race([work, pause(ms, undefined, { signal: bound.signal }).catch(() => undefined)])
  bound.abort()
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** A timer that can be interrupted. An interrupt while nobody waits ends the next wait immediately. */
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
