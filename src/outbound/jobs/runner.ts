/**
 * Runs jobs. One statement claims jobs of all queues, and organizations take turns. It runs after a transaction of this
 * process added a job, after each run, and otherwise every few seconds. Each job is locked against other processes.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../core/clock.ts'
import type { OwnerDatabase } from '../../core/db.ts'
import type { Heartbeat, Heartbeats } from '../../core/heartbeat.ts'
import { DEFAULT_PLACES, LANES, type LaneName, type LanePlaces } from '../../core/job-lanes.ts'
import type { AnyJob, JobRun, JobRunner } from '../../core/jobs.ts'
import { runInScope } from '../../core/request-scope.ts'
import { createBulkShare } from './bulk-share.ts'
import { computeClockOffset, type JobsDatabase, PRIORITIES } from './database.ts'
import { createQueueMaintenance, type QueueMaintenance } from './queue-maintenance.ts'
import { indexTasks, type JobRunParts, jobPayload, runClaim } from './run-claim.ts'
import { type JobClaim, type LaneState, takeOne, takeTurns } from './statements.ts'

export interface RunnerOptions extends JobRunParts {
  readonly jobs: readonly AnyJob[]
  readonly clock: Clock
  /**
   * Whether no other process runs jobs of this database. Then all jobs marked as running at the start have been
   * interrupted.
   */
  readonly alone: boolean
  readonly heartbeats: Heartbeats
  /** Whether jobs can be claimed now. False while writes fail. */
  readonly mayTake?: () => boolean
  /**
   * Maximum number of jobs of one organization that run at the same time, by lane. Other organizations have additional
   * slots. Defaults to `DEFAULT_PLACES`.
   */
  readonly lanes?: LanePlaces | undefined
  /** Replaces the places of the lane `inside`. */
  readonly concurrency?: number
  /** Replaces the places of the lane `outside`. */
  readonly outsideConcurrency?: number
  /** Seconds between two polls without a wake-up. */
  readonly pollSeconds?: number
  /** Seconds between two maintenance runs: interrupted jobs and old rows. */
  readonly tendSeconds?: number
  /** Maximum wait for running jobs during a stop, in seconds. */
  readonly stopSeconds?: number
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

/** Number of additional slots of a lane for organizations below their share, so that they don't wait for long runs. */
const guestsFor = (places: number) => Math.ceil(places / 2)

export function createRunner(database: JobsDatabase, owner: OwnerDatabase, options: RunnerOptions): JobRunner {
  const { log, clock } = options
  const tasks = indexTasks(options.jobs)
  const names = [...tasks.keys()]
  const { lanes = DEFAULT_PLACES } = options
  const places: LanePlaces = {
    ...lanes,
    inside: options.concurrency ?? lanes.inside,
    outside: options.outsideConcurrency ?? lanes.outside,
  }
  const running = new Map<string, Running>()
  /** Organization that had the last turn, by lane. */
  const lastTurns: Record<LaneName, string> = { inside: '', outside: '', long: '' }
  const bulkShares = { inside: createBulkShare(), outside: createBulkShare(), long: createBulkShare() }
  const wakeUp = createAlarm()
  let stopping = false
  let loop: Promise<void> = Promise.resolve()
  /** Number of starts of the loop. */
  let starts = 0
  let heartbeat: Heartbeat | undefined
  const idleness = createIdleness()
  const guarded = createGuard(log, () => idleness.note(false))

  const readState = (lane: LaneName): LaneState => {
    const held: Record<string, number> = {}
    for (const { turn } of running.values()) {
      if (turn?.lane === lane) held[turn.organization] = (held[turn.organization] ?? 0) + 1
    }
    return {
      ...{ lane, places: places[lane], guests: guestsFor(places[lane]), after: lastTurns[lane], running: held },
      owed: bulkShares[lane].listOwed(),
    }
  }
  const hasRoom = (lane: LaneState) =>
    Object.values(lane.running).reduce((sum, n) => sum + n, 0) < lane.places + lane.guests

  /** @returns true, to distinguish success from a failure that `guarded` logged */
  async function take(): Promise<true> {
    const lanes = options.mayTake?.() === false ? [] : LANES.map(readState).filter(hasRoom)
    const claims = lanes.length === 0 ? [] : await takeTurns(owner, computeClockOffset(clock), names, lanes)
    idleness.note(lanes.length > 0 && claims.length === 0 && running.size === 0)
    for (const { lane, organization, priority, ...claim } of claims) {
      lastTurns[lane] = organization
      bulkShares[lane].note(organization, priority <= PRIORITIES.bulk)
      void launch(claim, { lane, organization })
    }
    return true
  }

  /** Runs a claimed job. Never throws: an error becomes the outcome. */
  function launch(claim: JobClaim, turn?: Running['turn']): Promise<JobRun> {
    const aborter = new AbortController()
    const task = tasks.get(claim.name)
    if (task === undefined) throw new Error('Only known jobs can be claimed.')
    const { requestId } = jobPayload.pick({ requestId: true }).catch({}).parse(claim.data)
    const ended = runInScope({ requestId }, () => runClaim(claim, task, aborter, database, options)).finally(() => {
      running.delete(claim.id)
      wakeUp.ring()
    })
    running.set(claim.id, { claim, ended, abort: (reason) => aborter.abort(reason), turn })
    return ended
  }

  async function runLoop(maintenance: QueueMaintenance): Promise<void> {
    starts += 1
    const mine = starts
    if (options.alone && mine === 1) await guarded(() => maintenance.giveUpStopped(true))
    // A stalled loop that was replaced ends after its current claim.
    while (!stopping && mine === starts) {
      if (await guarded(take)) heartbeat?.beat()
      await wakeUp.wait((options.pollSeconds ?? 5) * 1_000)
      if (stopping) break
      await guarded(maintenance.foldIfDue)
      await guarded(maintenance.maintainIfDue)
    }
  }

  return {
    start() {
      database.onAdded(wakeUp.ring)
      const maintenance = createQueueMaintenance(database, owner, names, log, (options.tendSeconds ?? 60) * 1_000)
      const startLoop = () => {
        loop = runLoop(maintenance)
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
    idleSeconds: idleness.getSeconds,
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

/** Measures since when no job runs or is due. */
function createIdleness() {
  let from: number | undefined
  return {
    note(isIdle: boolean): void {
      from = isIdle ? (from ?? performance.now()) : undefined
    },
    /** Returns 0 while there is work, and before the first look. */
    getSeconds: () => (from === undefined ? 0 : (performance.now() - from) / 1_000),
  }
}

/** Creates a function that runs a step and logs its failure. The result is then undefined. */
const createGuard =
  (log: Pick<JobRunParts['log'], 'warn'>, onFailure: () => void) =>
  async <T>(step: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await step()
    } catch (error) {
      onFailure()
      log.warn({ error: (error as Error).message }, 'looking for jobs failed')
      return undefined
    }
  }

async function endsWithin(ms: number, work: Promise<unknown>): Promise<void> {
  const bound = new AbortController()
  await Promise.race([work, pause(ms, undefined, { signal: bound.signal }).catch(() => undefined)])
  bound.abort()
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
