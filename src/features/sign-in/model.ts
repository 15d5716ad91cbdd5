/** What is told of a session: as much as lets its person know it again, and no more. */
import { BlockList, isIP } from 'node:net'
import type { AddressClass } from './schema.ts'

const DAY_MS = 86_400_000
export const SESSION_MS = 30 * DAY_MS
const IDLE_MS = 14 * DAY_MS
/** What a browser is told to keep the cookie for. */
export const SESSION_SECONDS = SESSION_MS / 1000

/** A session that was not used since then has ended. */
export const idleSince = (now: Date): Date => new Date(now.getTime() - IDLE_MS)

/** How long after signing in somebody is taken for who they are without being asked again. */
const FRESH_MS = 15 * 60_000
export const isFresh = (signedInAt: string, now: Date): boolean => now.getTime() - Date.parse(signedInAt) < FRESH_MS

const USER_AGENT_MAX = 256

/** What a browser says of itself, as much of it as is kept. */
export const storable = (userAgent: string): string =>
  userAgent.replaceAll('\u0000', '').slice(0, USER_AGENT_MAX).toWellFormed()

/** Those that name others among their words come first. */
const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** `Firefox on Linux`. What it says of itself is a claim, and any other word of it is nobody's. */
export function browserIn(userAgent: string): string {
  const nameIn = (known: typeof BROWSERS) => known.find(([sign]) => sign.test(userAgent))?.[1]
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)]
  if (browser === undefined) return system === undefined ? 'Unknown browser' : `Unknown browser on ${system}`
  return system === undefined ? browser : `${browser} on ${system}`
}

const listOf = (networks: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[]) => {
  const list = new BlockList()
  for (const [network, prefix, family] of networks) list.addSubnet(network, prefix, family)
  return list
}
const LOOPBACK = listOf([
  ['127.0.0.0', 8, 'ipv4'],
  ['::1', 128, 'ipv6'],
])
const PRIVATE = listOf([
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
])

/** What is kept of an address: the kind of network, and so much of it as many others have too. */
export function addressKept(given: string): { addressClass: AddressClass; network: string } | undefined {
  const [bare = ''] = given.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)
  const version = isIP(bare)
  if (version === 0) return undefined
  const family = version === 4 ? 'ipv4' : 'ipv6'
  const addressClass = LOOPBACK.check(bare, family) ? 'loopback' : PRIVATE.check(bare, family) ? 'private' : 'public'
  return { addressClass, network: version === 4 ? `${bare.replace(/\.\d+$/, '')}.0/24` : `${headOf(bare)}::/48` }
}

/** The first three groups of an IPv6 address. */
function headOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const behind = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - behind.length
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...behind]
  return all
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
