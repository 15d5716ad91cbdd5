/** Limits attempts per time window, such as sign-ins, before the caller is authenticated. */
import { isIPv6 } from 'node:net'

export interface Attempts {
  /**
   * @param what kind of the attempt
   * @param source sender or target of the attempt; only a digest of it is stored
   * @returns false if the limit is exceeded. The window starts with the first attempt.
   */
  take(what: string, source: string, limit: { max: number; seconds: number }): Promise<boolean>
}

/** Limits that count successful attempts only. Rejected attempts don't count. */
export interface Reservations {
  reserve(what: string, source: string, limit: { max: number; seconds: number }): Promise<Reservation>
}

export type Reservation =
  | {
      readonly isFree: true
      /** Cancels the reservation, because the attempt was rejected. */
      giveBack(): Promise<void>
    }
  | {
      readonly isFree: false
      /** Whole seconds until the window ends. */
      readonly retryAfterSeconds: number
    }

/**
 * Key under which attempts of a network address count. A /64 network counts as one IPv6 client, because one person
 * usually has all of its addresses.
 */
export function toNetworkKey(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const behind = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - behind.length
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...behind]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
