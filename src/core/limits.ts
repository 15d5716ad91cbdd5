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
  close(): Promise<void>
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
