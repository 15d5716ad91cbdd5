/** Counts what may be tried a few times in a while by whoever comes, before anything is known of them. */
import { isIPv6 } from 'node:net'

export interface Attempts {
  /**
   * @param what is tried
   * @param source by whom, or at what; only a digest of it is kept
   * @returns false when it was tried too often; the while begins with the first time
   */
  take(what: string, source: string, limit: { max: number; seconds: number }): Promise<boolean>
}

/** The same for what counts only when it succeeds: what is refused takes nothing. */
export interface Reservations {
  reserve(what: string, source: string, limit: { max: number; seconds: number }): Promise<Reservation>
}

export type Reservation =
  | { readonly isFree: true /** Gives it back, since what was tried was refused. */; giveBack(): Promise<void> }
  | { readonly isFree: false /** When the while is over, in whole seconds. */; readonly retryAfterSeconds: number }

/** Whom an address is counted as: one person has all the addresses of an IPv6 network of 64 bits. */
export function networkOf(address: string): string {
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
