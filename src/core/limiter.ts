/**
 * Counts requests and says which may pass. When they cannot be counted they pass (contract, "Limits"): a store that fails
 * or takes too long costs a caller a moment, never an answer.
 */
import { type Clock, systemClock } from './clock.ts'
import { identityOf, type Limits, type LimitsStore, type Taken, WINDOWS, type WindowName } from './limits.ts'
import type { Log } from './log.ts'
import type { OrganizationId, Principal } from './principal.ts'

/** Longest a request waits to be counted. */
const PATIENCE_MS = 500
/** After a failure nobody waits for the store for so long; then one request finds out whether it is back. */
const PAUSE_MS = 1_000
const WARNING_EVERY_MS = 60_000

export interface LimitWindow {
  readonly name: WindowName
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until it ends, 1 or more. */
  readonly resetSeconds: number
}

/** What came of a request. */
export interface LimitState {
  readonly limits: Limits
  /** Second, hour, day. Undefined: it was not counted, since the store could not. */
  readonly windows: readonly LimitWindow[] | undefined
  /** Undefined: it may pass. */
  readonly refusal: LimitRefusal | undefined
}

export interface LimitRefusal {
  /** The first window that is used up. */
  readonly window: WindowName
  /** After so many seconds every window that is used up has ended. */
  readonly retryAfterSeconds: number
}

export interface Limiter {
  /** To be called before requests come, so that none passes uncounted while a store is being connected to. */
  open(): Promise<void>
  /**
   * Counts one request, unless it is refused.
   * @param principal undefined where nobody was recognized: then the address is counted
   * @returns always; it does not throw
   */
  take(principal: Principal | undefined, ip: string): Promise<LimitState>
  close(): Promise<void>
}

export interface LimiterParts {
  readonly store: LimitsStore
  /** For addresses, and for organizations whose own limits cannot be read. */
  readonly defaults: Limits
  readonly limitsOf: (org: OrganizationId) => Promise<Limits>
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

export function createLimiter({ store, defaults, limitsOf, clock, log }: LimiterParts): Limiter {
  const warn = createWarning(log)
  // Time that only goes on: a clock that is set back must not keep the store unasked.
  let askedFrom = Number.NEGATIVE_INFINITY

  async function limitsFor(principal: Principal | undefined): Promise<Limits> {
    if (principal === undefined) return defaults
    try {
      return await within(PATIENCE_MS, limitsOf(principal.organizationId))
    } catch (error) {
      warn(error, 'the limits of an organization could not be read; those of the settings hold')
      return defaults
    }
  }

  return {
    async take(principal, ip) {
      const limits = await limitsFor(principal)
      const uncounted = { limits, windows: undefined, refusal: undefined }
      if (performance.now() < askedFrom) return uncounted
      try {
        // Tests set the clock; else the store's own is the one that processes agree on.
        const now = clock === systemClock ? undefined : clock.now().getTime()
        return stateOf(limits, await within(PATIENCE_MS, store.take(identityOf(principal, ip), limits, now)))
      } catch (error) {
        askedFrom = performance.now() + PAUSE_MS
        warn(error, 'requests could not be counted against their limits, and pass')
        return uncounted
      }
    },
    open: () => store.open(),
    close: () => store.close(),
  }
}

export function stateOf(limits: Limits, { admitted, windows: taken }: Taken): LimitState {
  const windows = WINDOWS.map(({ name }) => ({
    name,
    limit: limits[name],
    remaining: Math.max(0, limits[name] - taken[name].used),
    resetSeconds: Math.max(1, Math.ceil(taken[name].endsInMs / 1_000)),
  }))
  if (admitted) return { limits, windows, refusal: undefined }
  const full = windows.filter(({ remaining }) => remaining === 0)
  const [first] = full
  if (first === undefined) throw new Error('A request was refused though no window is full.')
  // Whoever comes back earlier is refused again, by the next full window if not by the first.
  const retryAfterSeconds = Math.max(...full.map(({ resetSeconds }) => resetSeconds))
  return { limits, windows, refusal: { window: first.name, retryAfterSeconds } }
}

/** One line a minute at most, whatever goes wrong. */
function createWarning(log: Pick<Log, 'warn'>): (error: unknown, message: string) => void {
  let quietUntil = Number.NEGATIVE_INFINITY
  return (error, message) => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + WARNING_EVERY_MS
    // What callers are told of a fault says little; what is behind it says why.
    const fault = error instanceof Error && error.cause instanceof Error ? error.cause : error
    log.warn({ error: fault instanceof Error ? fault.message : String(fault) }, message)
  }
}

/** @throws Error when it takes longer; what comes of it then is of no interest any more. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms.`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
