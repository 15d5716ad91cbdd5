/**
 * Counts requests to the tool server and decides which are allowed. A store that fails or is slow doesn't cause
 * rejections (contract, "Limits"). Instead, this process counts alone, starting from the last known counts.
 */
import { type Clock, timeOfTests } from './clock.ts'
import { createWarning, PATIENCE_MS, withTimeout } from './limit-patience.ts'
import {
  type Limits,
  type LimitsStore,
  type LimitUsage,
  type ProcessCounts,
  toLimitIdentity,
  WINDOWS,
  type WindowName,
} from './limits.ts'
import type { Log } from './log.ts'
import type { OrganizationId, Principal } from './principal.ts'

/** Pause after a store failure, in milliseconds. Afterwards, one request checks whether the store is back. */
const PAUSE_MS = 1_000

export interface LimitWindow {
  readonly name: WindowName
  /** Name of the policy in headers: the window, prefixed with the kind of caller if several kinds are limited. */
  readonly policy: string
  readonly limit: number
  /** Length of the window. */
  readonly seconds: number
  readonly remaining: number
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number
}

/** Result of counting a request. */
export interface LimitState {
  /** Windows in the order second, hour, day. */
  readonly windows: readonly LimitWindow[]
  /** Whether this process counted alone, because the store didn't respond. */
  readonly isLocal?: true
  /** Undefined if the request is allowed. */
  readonly refusal: LimitRefusal | undefined
}

export interface LimitRefusal {
  /** The first exhausted window. */
  readonly window: WindowName
  /** Maximum number of requests in the window. */
  readonly limit: number
  /** Seconds until all exhausted windows have ended. */
  readonly retryAfterSeconds: number
}

export interface Limiter {
  /** Connects to the store. Called before the server accepts requests, so that all requests are counted. */
  open(): Promise<void>
  /**
   * Counts a request, unless it is rejected.
   * @param principal undefined if the caller isn't authenticated; then the address is counted
   * @returns always; it never throws
   */
  take(principal: Principal | undefined, ip: string): Promise<LimitState>
  close(): Promise<void>
}

export interface LimiterParts {
  /** Undefined if this is the only process that counts. */
  readonly store: LimitsStore | undefined
  /** Counts in memory, without a store and while the store is unavailable. */
  readonly process: ProcessCounts
  /** Limits of addresses, and of organizations whose own limits can't be read. */
  readonly defaults: Limits
  readonly getLimits: (org: OrganizationId) => Promise<Limits>
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

export function createLimiter({ store, process, defaults, getLimits, clock, log }: LimiterParts): Limiter {
  const warn = createWarning(log)
  // A monotonic clock: setting the system clock back must not prevent store requests.
  let askedFrom = Number.NEGATIVE_INFINITY

  async function limitsFor(principal: Principal | undefined): Promise<Limits> {
    if (principal === undefined) return defaults
    try {
      return await withTimeout(PATIENCE_MS, getLimits(principal.organizationId))
    } catch (error) {
      warn(error, "couldn't read the limits of an organization; using the limits of the settings")
      return defaults
    }
  }

  /** @returns undefined if the store didn't count the request */
  async function takeFromStore(identity: string, limits: Limits): Promise<LimitUsage | undefined> {
    if (store === undefined || performance.now() < askedFrom) return undefined
    try {
      return await withTimeout(PATIENCE_MS, store.take(identity, limits, timeOfTests(clock)))
    } catch (error) {
      askedFrom = performance.now() + PAUSE_MS
      warn(error, 'the store of limits does not answer; this process counts requests by itself')
      return undefined
    }
  }

  return {
    async take(principal, ip) {
      const limits = await limitsFor(principal)
      const identity = toLimitIdentity(principal, ip)
      const taken = await takeFromStore(identity, limits)
      if (taken !== undefined) {
        process.adopt(identity, taken.windows, clock.now().getTime())
        return toLimitState(limits, taken)
      }
      const [counted] = process.takeAll([{ identity, limits }], 1, clock.now().getTime())
      if (counted === undefined) throw new Error('The process counted no request.')
      const state = toLimitState(limits, counted)
      return store === undefined ? state : { ...state, isLocal: true }
    },
    open: async () => store?.open(),
    close: async () => store?.close(),
  }
}

/** @param kind kind of caller, if several kinds are limited; prefix of the policy names */
export function toLimitState(limits: Limits, { admitted, windows: taken }: LimitUsage, kind?: string): LimitState {
  const windows = WINDOWS.map(({ name, seconds }) => ({
    name,
    policy: kind === undefined ? name : `${kind}-${name}`,
    limit: limits[name],
    seconds,
    remaining: Math.max(0, limits[name] - taken[name].used),
    resetSeconds: Math.max(1, Math.ceil(taken[name].endsInMs / 1_000)),
  }))
  if (admitted) return { windows, refusal: undefined }
  const full = windows.filter(({ remaining }) => remaining === 0)
  const [first] = full
  if (first === undefined) throw new Error('A request was rejected although no window is exhausted.')
  // The longest reset time, because any exhausted window rejects the next request.
  const retryAfterSeconds = Math.max(...full.map(({ resetSeconds }) => resetSeconds))
  return { windows, refusal: { window: first.name, limit: first.limit, retryAfterSeconds } }
}
