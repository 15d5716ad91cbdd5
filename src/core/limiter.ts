/**
 * Counts requests to the tool server and decides which may pass. A request is not refused because a store fails or takes
 * too long (contract, "Limits"): then this process counts it by itself, from where the store was.
 */
import { type Clock, timeOfTests } from './clock.ts'
import { createWarning, PATIENCE_MS, within } from './limit-patience.ts'
import {
  identityOf,
  type Limits,
  type LimitsStore,
  type ProcessCounts,
  type Taken,
  WINDOWS,
  type WindowName,
} from './limits.ts'
import type { Log } from './log.ts'
import type { OrganizationId, Principal } from './principal.ts'

/** After a failure nobody waits for the store for so long; then one request finds out whether it is back. */
const PAUSE_MS = 1_000

export interface LimitWindow {
  readonly name: WindowName
  /** Name of the policy in headers: the window, after the kind of caller where several kinds are limited. */
  readonly policy: string
  readonly limit: number
  /** Length of the window. */
  readonly seconds: number
  readonly remaining: number
  /** Whole seconds until it ends, 1 or more. */
  readonly resetSeconds: number
}

/** What came of a request. */
export interface LimitState {
  /** Second, hour, day. */
  readonly windows: readonly LimitWindow[]
  /** Whether this process counted alone, since the store did not answer. */
  readonly isLocal?: true
  /** Undefined: it may pass. */
  readonly refusal: LimitRefusal | undefined
}

export interface LimitRefusal {
  /** The first window that is used up. */
  readonly window: WindowName
  /** Requests that the window allows. */
  readonly limit: number
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
  /** Undefined: this process is the only one that counts. */
  readonly store: LimitsStore | undefined
  /** Counts without a store, and while the store is away. */
  readonly process: ProcessCounts
  /** For addresses, and for organizations whose own limits cannot be read. */
  readonly defaults: Limits
  readonly limitsOf: (org: OrganizationId) => Promise<Limits>
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

export function createLimiter({ store, process, defaults, limitsOf, clock, log }: LimiterParts): Limiter {
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

  /** @returns undefined when the store did not count it */
  async function takeFromStore(identity: string, limits: Limits): Promise<Taken | undefined> {
    if (store === undefined || performance.now() < askedFrom) return undefined
    try {
      return await within(PATIENCE_MS, store.take(identity, limits, timeOfTests(clock)))
    } catch (error) {
      askedFrom = performance.now() + PAUSE_MS
      warn(error, 'the store of limits does not answer; this process counts requests by itself')
      return undefined
    }
  }

  return {
    async take(principal, ip) {
      const limits = await limitsFor(principal)
      const identity = identityOf(principal, ip)
      const taken = await takeFromStore(identity, limits)
      if (taken !== undefined) {
        process.adopt(identity, taken.windows, clock.now().getTime())
        return stateOf(limits, taken)
      }
      const [counted] = process.takeAll([{ identity, limits }], 1, clock.now().getTime())
      if (counted === undefined) throw new Error('This process counted nothing.')
      const state = stateOf(limits, counted)
      return store === undefined ? state : { ...state, isLocal: true }
    },
    open: async () => store?.open(),
    close: async () => store?.close(),
  }
}

/** @param kind of caller, where several kinds are limited: the beginning of the policies' names */
export function stateOf(limits: Limits, { admitted, windows: taken }: Taken, kind?: string): LimitState {
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
  if (first === undefined) throw new Error('A request was refused though no window is full.')
  // Whoever comes back earlier is refused again, by the next full window if not by the first.
  const retryAfterSeconds = Math.max(...full.map(({ resetSeconds }) => resetSeconds))
  return { windows, refusal: { window: first.name, limit: first.limit, retryAfterSeconds } }
}
