/**
 * Rate limits with three windows: a second, an hour and a day (contract, "Limits"; decisions, section 6). A request
 * counts in all three windows or, if one of them is exhausted, in none.
 *
 * A window starts with the first request that it counts. After it ends, the next request starts a new one. So windows
 * of different callers end at different times, and each window needs only two numbers, regardless of the limit.
 */
import type { OrganizationId, Principal } from './principal.ts'

/** Windows in the order of precedence: errors report the first exhausted one. */
export const WINDOWS = [
  { name: 'second', seconds: 1 },
  { name: 'hour', seconds: 3_600 },
  { name: 'day', seconds: 86_400 },
] as const

export type WindowName = (typeof WINDOWS)[number]['name']

/** Maximum number of requests per window. */
export type Limits = Readonly<Record<WindowName, number>>

/**
 * Kinds of limits of an organization. `tools`: each caller of the tool server, as the contract identifies it. `key`,
 * `user` and `organization`: at REST, SCIM and the app, each API key, each user, and all callers of the organization
 * together.
 */
export const LIMIT_KINDS = ['tools', 'key', 'user', 'organization'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]
export type OrganizationLimits = Readonly<Record<LimitKind, Limits>>

/** Limits of deliveries to one call source, and to all call sources of an organization. */
export interface DeliveryLimits {
  readonly source: Limits
  readonly organization: Limits
}

/**
 * Range of a limit. At least 1, so that every caller can send requests; the maximum fits the database columns of the
 * counts.
 */
export const LIMIT_MIN = 1
export const LIMIT_MAX = 1_000_000_000

/** Milliseconds after which the counts of an inactive identity are obsolete and can be deleted. */
export const FORGOTTEN_MS = 2 * 86_400_000

/** Stored state of a window: its start in milliseconds since 1970, and its number of requests. */
export interface StoredWindow {
  readonly start: number
  readonly count: number
}

/** State of a window after a request. A window that hasn't started has no requests, and its whole length remains. */
export interface WindowNow {
  readonly used: number
  readonly endsInMs: number
}

export interface LimitUsage {
  readonly admitted: boolean
  readonly windows: Readonly<Record<WindowName, WindowNow>>
}

/** Store of counts. A driver decides and counts atomically, also with concurrent requests of the same identity. */
export interface LimitsStore {
  /** Connects in advance; otherwise the first request connects. Never rejects. */
  open(): Promise<void>
  /**
   * Counts a request in every window, or in none if one of them is exhausted.
   *
   * If the clock goes back, the start of a running window moves with it. The window then ends one length after the
   * earlier time, so that nobody waits longer than that, and its count stays.
   * @param now milliseconds since 1970. Defaults to the clock of the store, which all processes share.
   * @throws Error if the request couldn't be counted
   */
  take(identity: string, limits: Limits, now?: number): Promise<LimitUsage>
  /** Whether the last request to the store succeeded. Undefined for a store in this process or its database. */
  isReachable?(): boolean
  /**
   * Adds requests that a process counted alone to the hour and the day of each identity, regardless of the limits.
   * @returns both windows of each identity afterwards, including requests of other processes
   * @throws Error if nothing could be added
   */
  add(counts: readonly LocalCount[], now?: number): Promise<ReadonlyMap<string, SharedWindows>>
  close(): Promise<void>
}

/** Requests of one identity that this process hasn't shared with others. An identity occurs once per list. */
export interface LocalCount {
  readonly identity: string
  readonly hour: number
  readonly day: number
}

/** Windows that processes share. The second isn't shared, because it ends before other processes receive the count. */
export type SharedWindows = Readonly<Record<'hour' | 'day', WindowNow>>

/** An identity and its limits. */
export interface CountedIdentity {
  readonly identity: string
  readonly limits: Limits
}

/** Counts in this process, synchronously and for several identities together. */
export interface ProcessCounts {
  /**
   * Counts a request in every window of every identity, or in none if one of the windows is exhausted. A request that
   * costs more than the remaining count is allowed and exhausts the window. Otherwise a low limit would reject it
   * always.
   * @returns in the order of `counted`, whether each identity had requests left
   */
  takeAll(counted: readonly CountedIdentity[], cost: number, now?: number): readonly LimitUsage[]
  /** Replaces the windows of an identity with those from a shared store. */
  adopt(identity: string, windows: Partial<LimitUsage['windows']>, now?: number): void
}

/** State of a stored window at a point in time. */
export function windowAt(kept: StoredWindow, seconds: number, now: number): WindowNow {
  const length = seconds * 1_000
  const elapsed = Math.max(0, now - kept.start)
  return elapsed < length ? { used: kept.count, endsInMs: length - elapsed } : { used: 0, endsInMs: length }
}

/** Creates one value per window. */
export const forWindows = <T>(value: (window: (typeof WINDOWS)[number], index: number) => T): Record<WindowName, T> =>
  Object.fromEntries(WINDOWS.map((window, index) => [window.name, value(window, index)])) as Record<WindowName, T>

/** Creates one value per kind of limit. */
export const forKinds = <T>(value: (kind: LimitKind) => T): Record<LimitKind, T> =>
  Object.fromEntries(LIMIT_KINDS.map((kind) => [kind, value(kind)])) as Record<LimitKind, T>

/**
 * Identity under which a caller is counted, as the contract defines: the user, the organization of an
 * organization-level key, or the address.
 * @param principal undefined if the caller isn't authenticated
 */
export function toLimitIdentity(
  principal:
    | { readonly organizationId: OrganizationId; readonly user?: Pick<NonNullable<Principal['user']>, 'id'> }
    | undefined,
  ip: string,
): string {
  if (principal === undefined) return `ip-${ip}`
  return principal.user === undefined ? `org-${principal.organizationId}` : `user-${principal.user.id}`
}
