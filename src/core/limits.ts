/**
 * How often a caller may ask: three windows at once, a second, an hour and a day (contract, "Limits"; decisions,
 * section 6). A request is counted in all three or, when one of them is used up, in none.
 *
 * A window begins with the first request that is counted in it, ends when its time is over, and the next one begins with
 * the request after that. So windows of different callers do not end at the same moment, and counting takes two numbers a
 * window, whatever the limit is.
 */
import type { OrganizationId, Principal } from './principal.ts'

/** In the order in which the first exceeded one is told. */
export const WINDOWS = [
  { name: 'second', seconds: 1 },
  { name: 'hour', seconds: 3_600 },
  { name: 'day', seconds: 86_400 },
] as const

export type WindowName = (typeof WINDOWS)[number]['name']

/** Most requests a window. */
export type Limits = Readonly<Record<WindowName, number>>

/**
 * What is limited of an organization: its callers at the tool server, each as the contract identifies them; and at REST,
 * SCIM and the app each API key, each user, and the organization with all its callers.
 */
export const LIMIT_KINDS = ['tools', 'key', 'user', 'organization'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]
export type OrganizationLimits = Readonly<Record<LimitKind, Limits>>

/** What a limit may be: a caller may always ask once, and the counts fit the columns they are kept in. */
export const LIMIT_MIN = 1
export const LIMIT_MAX = 1_000_000_000

/** Milliseconds after which nothing of an identity that has gone silent counts any more, and it may be forgotten. */
export const FORGOTTEN_MS = 2 * 86_400_000

/** What is kept of a window: when it began, in milliseconds since 1970, and the requests counted since. */
export interface KeptWindow {
  readonly start: number
  readonly count: number
}

/** A window as it stands after a request. One that has not begun has used nothing, and its whole length before it. */
export interface WindowNow {
  readonly used: number
  readonly endsInMs: number
}

export interface Taken {
  readonly admitted: boolean
  readonly windows: Readonly<Record<WindowName, WindowNow>>
}

/** Where requests are counted. A driver decides and counts in one step, whoever else counts the same identity. */
export interface LimitsStore {
  /** Gets ready, as the first request does otherwise; settles in any case, whether or not it can. */
  open(): Promise<void>
  /**
   * Counts a request in every window, or in none when one of them is full.
   *
   * A clock that goes back takes the start of a running window with it: the window then ends its length after the earlier
   * moment, so nobody waits for longer than that, and what was counted stays counted.
   * @param now milliseconds since 1970; without it, by the clock of the store, which all processes share
   * @throws Error when it could not be counted
   */
  take(identity: string, limits: Limits, now?: number): Promise<Taken>
  /** Whether the last thing that was heard of it is good. Undefined where the store lives with the process or its database. */
  isReachable?(): boolean
  /**
   * Adds requests that a process has counted by itself to the hour and the day of each identity, whatever the limits are.
   * @returns the two windows of each identity afterwards, with what other processes have added
   * @throws Error when nothing could be added
   */
  add(counts: readonly LocalCount[], now?: number): Promise<ReadonlyMap<string, SharedWindows>>
  close(): Promise<void>
}

/** Requests of one identity that no other process has heard of. An identity appears once in a list. */
export interface LocalCount {
  readonly identity: string
  readonly hour: number
  readonly day: number
}

/** The windows that processes share. A second is over before another process could hear of it. */
export type SharedWindows = Readonly<Record<'hour' | 'day', WindowNow>>

/** An identity, and the limits that hold for it. */
export interface Counted {
  readonly identity: string
  readonly limits: Limits
}

/** Counts inside this process: without waiting, and for several identities together. */
export interface ProcessCounts {
  /**
   * Counts a request in every window of every identity, or nowhere when one of the windows is used up. A request that
   * costs more than is left passes, and leaves nothing: otherwise a low limit would refuse it forever.
   * @returns in the order of `counted`, whether each identity had room
   */
  takeAll(counted: readonly Counted[], cost: number, now?: number): readonly Taken[]
  /** Replaces the windows of an identity by those that a shared store returned. */
  adopt(identity: string, windows: Partial<Taken['windows']>, now?: number): void
}

/** A kept window at a moment. */
export function windowAt(kept: KeptWindow, seconds: number, now: number): WindowNow {
  const length = seconds * 1_000
  const elapsed = Math.max(0, now - kept.start)
  return elapsed < length ? { used: kept.count, endsInMs: length - elapsed } : { used: 0, endsInMs: length }
}

/** One value for each window. */
export const forWindows = <T>(value: (window: (typeof WINDOWS)[number], index: number) => T): Record<WindowName, T> =>
  Object.fromEntries(WINDOWS.map((window, index) => [window.name, value(window, index)])) as Record<WindowName, T>

/** One value for each kind of limit. */
export const forKinds = <T>(value: (kind: LimitKind) => T): Record<LimitKind, T> =>
  Object.fromEntries(LIMIT_KINDS.map((kind) => [kind, value(kind)])) as Record<LimitKind, T>

/**
 * Who is counted, in the order of the contract: the user, the organization of an org-level key, the address.
 * @param principal undefined where nobody was recognized
 */
export function identityOf(
  principal:
    | { readonly organizationId: OrganizationId; readonly user?: Pick<NonNullable<Principal['user']>, 'id'> }
    | undefined,
  ip: string,
): string {
  if (principal === undefined) return `ip-${ip}`
  return principal.user === undefined ? `org-${principal.organizationId}` : `user-${principal.user.id}`
}
