/**
 * Limits of requests to REST, SCIM, the app and the OAuth endpoints (decisions, section 10). A request is counted by its
 * network address before anything is known of the caller, and after authentication by the API key, the user and the
 * organization, in all of them or in none. All of it happens in this process, without waiting for a store.
 */
import { LRUCache } from 'lru-cache'
import { networkOf } from './attempts.ts'
import type { Clock } from './clock.ts'
import { createWarning, PATIENCE_MS, within } from './limit-patience.ts'
import { type LimitState, type LimitWindow, stateOf } from './limiter.ts'
import {
  type Counted,
  type Limits,
  type OrganizationLimits,
  type ProcessCounts,
  type Taken,
  WINDOWS,
} from './limits.ts'
import type { Log } from './log.ts'
import type { OrganizationId, Principal } from './principal.ts'

/** What a failed authentication costs beyond the request itself: it is how keys are tried. */
const FAILED_COST = 4
const KNOWN_ORGANIZATIONS = 10_000

/** An authentic token names these; whether they still exist is looked up later. */
export interface ClaimedCaller {
  readonly organizationId: OrganizationId
  readonly keyId?: string | undefined
  readonly userId?: string | undefined
}

export interface RequestLimits {
  /** Counts a request by its address, before anything is known of the caller. */
  arrive(address: string): LimitState
  /** Counts a failed authentication, as far as the address has requests left. */
  failed(address: string): void
  /**
   * Whether a caller whose token is authentic has used up a limit. It counts nothing: the key may have been revoked.
   * @returns undefined when the caller may go on
   */
  refusalOf(caller: ClaimedCaller): LimitState | undefined
  /** Counts a request, or what an operation costs beyond that, by key, user and organization. */
  admit(principal: Principal, cost: number): Promise<LimitState>
}

interface RequestLimitParts {
  /** Counts callers, in a way that processes may share. */
  readonly counts: ProcessCounts
  /** Counts addresses, apart from callers: however many addresses come, no caller is forgotten. */
  readonly addresses: ProcessCounts
  readonly addressLimits: Limits
  readonly defaults: OrganizationLimits
  readonly limitsOf: (org: OrganizationId) => Promise<OrganizationLimits>
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

type CallerKind = 'key' | 'user' | 'organization'

export function createRequestLimits(parts: RequestLimitParts): RequestLimits {
  const { counts, addresses, addressLimits, defaults, limitsOf, clock } = parts
  const warn = createWarning(parts.log)
  const known = new LRUCache<OrganizationId, OrganizationLimits>({ max: KNOWN_ORGANIZATIONS })
  const nowMs = () => clock.now().getTime()
  const takeAddress = (address: string, cost: number): Taken =>
    onlyOne(addresses.takeAll([{ identity: `ip-${networkOf(address)}`, limits: addressLimits }], cost, nowMs()))

  function take(caller: ClaimedCaller, limits: OrganizationLimits, cost: number): LimitState {
    const counted = countedOf(caller, limits)
    const taken = counts.takeAll(counted, cost, nowMs())
    return tightest(counted.map((one, index) => stateOf(one.limits, taken[index] as Taken, one.kind)))
  }

  async function limitsFor(org: OrganizationId): Promise<OrganizationLimits> {
    try {
      const limits = await within(PATIENCE_MS, limitsOf(org))
      known.set(org, limits)
      return limits
    } catch (error) {
      warn(error, 'the limits of an organization could not be read; those read before or of the settings hold')
      return known.get(org) ?? defaults
    }
  }

  return {
    arrive: (address) => stateOf(addressLimits, takeAddress(address, 1), 'address'),
    failed: (address) => void takeAddress(address, FAILED_COST),
    refusalOf(caller) {
      const limits = known.get(caller.organizationId)
      if (limits === undefined) return undefined
      const state = take(caller, limits, 0)
      return state.refusal === undefined ? undefined : state
    },
    async admit({ organizationId, keyId, user }, cost) {
      return take({ organizationId, keyId, userId: user?.id }, await limitsFor(organizationId), cost)
    },
  }
}

function countedOf(
  { organizationId, keyId, userId }: ClaimedCaller,
  limits: OrganizationLimits,
): (Counted & { readonly kind: CallerKind })[] {
  const one = (kind: CallerKind, id: string) => ({ kind, identity: `rest-${kind}-${id}`, limits: limits[kind] })
  return [
    ...(keyId === undefined ? [] : [one('key', keyId)]),
    ...(userId === undefined ? [] : [one('user', userId)]),
    one('organization', organizationId),
  ]
}

/** Of each window the limit that has least left, and a time after which none of the full ones refuses. */
function tightest(states: readonly LimitState[]): LimitState {
  const windows = WINDOWS.map((_, index) => {
    const ofWindow = states.map(({ windows }) => windows[index] as LimitWindow)
    return ofWindow.reduce((least, one) => (one.remaining < least.remaining ? one : least))
  })
  const refusals = states.flatMap(({ refusal }) => refusal ?? [])
  const [first] = WINDOWS.flatMap(({ name }) => refusals.filter(({ window }) => window === name))
  if (first === undefined) return { windows, refusal: undefined }
  const retryAfterSeconds = Math.max(...refusals.map((refusal) => refusal.retryAfterSeconds))
  return { windows, refusal: { ...first, retryAfterSeconds } }
}

function onlyOne(taken: readonly Taken[]): Taken {
  const [one] = taken
  if (one === undefined) throw new Error('Nothing was counted.')
  return one
}
