/**
 * Urgency of background work. A job about a single call that a person requested precedes the bulk work of the same
 * organization, such as the import of an archive (docs/decisions/0127). `AsyncLocalStorage` passes the urgency from a
 * request or job to the jobs that it adds, so that no function needs a parameter for it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { LRUCache } from 'lru-cache'
import type { Principal } from './principal.ts'

/**
 * Maximum number of urgent jobs that one caller adds per minute, in each process. A program that imports an archive call
 * by call exceeds it, and its further jobs are bulk work.
 */
export const URGENT_MAX = 30
const WINDOW_MS = 60_000
const CALLERS_MAX = 10_000

interface RequestedWork {
  /** Caller whose jobs are counted. Undefined for an urgent job, which was counted when it was added. */
  readonly caller: string | undefined
}

const storage = new AsyncLocalStorage<RequestedWork | 'bulk'>()
const counts = new LRUCache<string, { startedAt: number; jobs: number }>({ max: CALLERS_MAX })

/**
 * Runs the work of a caller. Jobs that it adds are urgent, unless the caller is a command or the service itself, or the
 * work is part of bulk work.
 */
export function runRequested<T>({ organizationId, user, keyId, via }: Principal, work: () => T): T {
  if (storage.getStore() !== undefined || via === 'command_line' || via === 'service') return work()
  return storage.run({ caller: [organizationId, keyId, user?.id].join() }, work)
}

/** Runs work on many calls. Jobs that it adds aren't urgent. */
export const runInBulk = <T>(work: () => T): T => storage.run('bulk', work)

/** Runs a job. Jobs that it adds are as urgent as the job. */
export const runJobWork = <T>(isUrgent: boolean, work: () => T): T =>
  storage.run(isUrgent ? { caller: undefined } : 'bulk', work)

/** Counts a job for its caller. @returns whether the job is urgent */
export function takeUrgency(): boolean {
  const work = storage.getStore()
  if (work === undefined || work === 'bulk') return false
  if (work.caller === undefined) return true
  const now = performance.now()
  const known = counts.get(work.caller)
  const count = known === undefined || now - known.startedAt >= WINDOW_MS ? { startedAt: now, jobs: 0 } : known
  counts.set(work.caller, count)
  count.jobs += 1
  return count.jobs <= URGENT_MAX
}
