/**
 * Limits of requests to REST, SCIM, the app and the OAuth endpoints (decisions, section 10). A request counts for its
 * network address before authentication. Afterwards it counts for the API key, the user and the organization, in all of
 * them or in none. Counting happens in this process, without waiting for a store.
 */
import { LRUCache } from 'lru-cache'
import { toNetworkKey } from './attempts.ts'
import type { Clock } from './clock.ts'
import { createWarning, PATIENCE_MS, withTimeout } from './limit-patience.ts'
import { type LimitState, type LimitWindow, toLimitState } from './limiter.ts'
import {
  type CountedIdentity,
  type DeliveryLimits,
  type Limits,
  type LimitUsage,
  type OrganizationLimits,
  type ProcessCounts,
  WINDOWS,
} from './limits.ts'
import type { Log } from './log.ts'
import type { OrganizationId, Principal } from './principal.ts'

/** Additional cost of a failed authentication, which slows down guessing of keys. */
const FAILED_COST = 4
const KNOWN_ORGANIZATIONS = 10_000

/** IDs from an authentic token. Later checks determine whether they still exist. */
export interface ClaimedCaller {
  readonly organizationId: OrganizationId
  readonly keyId?: string | undefined
  readonly userId?: string | undefined
}

/** Call source to which a delivery is addressed. */
export interface DeliveryTarget {
  readonly organizationId: OrganizationId
  readonly sourceId: string
}

export interface RequestLimits {
  /** Counts a request for its address, before authentication. */
  arrive(address: string): LimitState
  /** Counts a failed authentication, if the address has requests left. */
  failed(address: string): void
  /**
   * Whether a caller with an authentic token has exhausted a limit. Counts nothing, because the key may be revoked.
   * @returns undefined if the caller may continue
   */
  findRefusal(caller: ClaimedCaller): LimitState | undefined
  /** Counts a request, or the additional cost of an operation, for key, user and organization. */
  admit(principal: Principal, cost: number): Promise<LimitState>
  /** Counts a delivery for its call source, and for all call sources of the organization. */
  admitDelivery(target: DeliveryTarget): LimitState
}

interface RequestLimitParts {
  /** Counts of callers, which processes can share. */
  readonly counts: ProcessCounts
  /** Counts of addresses. Stored separately, so that many addresses don't displace callers. */
  readonly addresses: ProcessCounts
  readonly addressLimits: Limits
  readonly deliveryLimits: DeliveryLimits
  readonly defaults: OrganizationLimits
  readonly getLimits: (org: OrganizationId) => Promise<OrganizationLimits>
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

type CallerKind = 'key' | 'user' | 'organization'

/** An identity, with the prefix of its policy names. */
interface CountedKind extends CountedIdentity {
  readonly kind: CallerKind | 'source' | 'sources'
}

export function createRequestLimits(parts: RequestLimitParts): RequestLimits {
  const { counts, addresses, addressLimits, deliveryLimits, defaults, getLimits, clock } = parts
  const warn = createWarning(parts.log)
  const known = new LRUCache<OrganizationId, OrganizationLimits>({ max: KNOWN_ORGANIZATIONS })
  const nowMs = () => clock.now().getTime()
  const takeAddress = (address: string, cost: number): LimitUsage =>
    requireSingle(
      addresses.takeAll([{ identity: `ip-${toNetworkKey(address)}`, limits: addressLimits }], cost, nowMs()),
    )

  function take(counted: readonly CountedKind[], cost: number): LimitState {
    const taken = counts.takeAll(counted, cost, nowMs())
    return tightest(counted.map((one, index) => toLimitState(one.limits, taken[index] as LimitUsage, one.kind)))
  }

  async function limitsFor(org: OrganizationId): Promise<OrganizationLimits> {
    try {
      const limits = await withTimeout(PATIENCE_MS, getLimits(org))
      known.set(org, limits)
      return limits
    } catch (error) {
      warn(error, "couldn't read the limits of an organization; using the previous limits or those of the settings")
      return known.get(org) ?? defaults
    }
  }

  return {
    arrive: (address) => toLimitState(addressLimits, takeAddress(address, 1), 'address'),
    failed: (address) => void takeAddress(address, FAILED_COST),
    findRefusal(caller) {
      const limits = known.get(caller.organizationId)
      if (limits === undefined) return undefined
      const state = take(toCountedIdentities(caller, limits), 0)
      return state.refusal === undefined ? undefined : state
    },
    async admit({ organizationId, keyId, user }, cost) {
      const limits = await limitsFor(organizationId)
      return take(toCountedIdentities({ organizationId, keyId, userId: user?.id }, limits), cost)
    },
    admitDelivery: ({ organizationId, sourceId }) =>
      take(
        [
          { kind: 'source', identity: `delivery-source-${sourceId}`, limits: deliveryLimits.source },
          { kind: 'sources', identity: `delivery-organization-${organizationId}`, limits: deliveryLimits.organization },
        ],
        1,
      ),
  }
}

function toCountedIdentities(
  { organizationId, keyId, userId }: ClaimedCaller,
  limits: OrganizationLimits,
): CountedKind[] {
  const toCounted = (kind: CallerKind, id: string) => ({ kind, identity: `rest-${kind}-${id}`, limits: limits[kind] })
  return [
    ...(keyId === undefined ? [] : [toCounted('key', keyId)]),
    ...(userId === undefined ? [] : [toCounted('user', userId)]),
    toCounted('organization', organizationId),
  ]
}

/** For each window, the limit with the fewest remaining requests, and the time until no exhausted window rejects. */
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

function requireSingle(taken: readonly LimitUsage[]): LimitUsage {
  const [one] = taken
  if (one === undefined) throw new Error('No request was counted.')
  return one
}
