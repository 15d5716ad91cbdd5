/** Session data that is stored and shown: enough for the user to recognize the session, and no more. */
import { BlockList, isIP } from 'node:net'
import { type AddressClass, type SignInWay, signInWays } from './schema.ts'

const DAY_MS = 86_400_000
export const SESSION_MS = 30 * DAY_MS
const IDLE_MS = 14 * DAY_MS
/** Lifetime of the session cookie in seconds. */
export const SESSION_SECONDS = SESSION_MS / 1000

/** Sessions that were last used before this time have ended. */
export const idleSince = (now: Date): Date => new Date(now.getTime() - IDLE_MS)

/** Time after sign-in in which sensitive actions don't require signing in again, in milliseconds. */
const FRESH_MS = 15 * 60_000
export const isFresh = (signedInAt: string, now: Date): boolean => now.getTime() - Date.parse(signedInAt) < FRESH_MS

/** Whether a way to sign in proves two factors, so that Parley doesn't ask for another one. */
const PROVES_TWO_FACTORS: Readonly<Record<SignInWay, boolean>> = {
  ...{ link: false, password: false, invitation: false },
  // The identity provider decides which factors it requires.
  single_sign_on: true,
  // The device, and the finger, face or PIN that unlocked it.
  passkey: true,
}
export const provesTwoFactors = (way: SignInWay): boolean => PROVES_TWO_FACTORS[way]
export const COMPLETE_WAYS: readonly SignInWay[] = signInWays.filter(provesTwoFactors)

const USER_AGENT_MAX = 256

/** User agent as stored: truncated, and without invalid characters. */
export const storable = (userAgent: string): string =>
  userAgent.replaceAll('\u0000', '').slice(0, USER_AGENT_MAX).toWellFormed()

/** Known browsers. Those whose user agent also contains another browser's name come first. */
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

/**
 * Browser and system, such as `Firefox on Linux`. Only known names are returned, because clients control the user
 * agent.
 */
export function browserIn(userAgent: string): string {
  const nameIn = (known: typeof BROWSERS) => known.find(([sign]) => sign.test(userAgent))?.[1]
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)]
  if (browser === undefined) return system === undefined ? 'Unknown browser' : `Unknown browser on ${system}`
  return system === undefined ? browser : `${browser} on ${system}`
}

const createBlockList = (networks: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[]) => {
  const list = new BlockList()
  for (const [network, prefix, family] of networks) list.addSubnet(network, prefix, family)
  return list
}
const LOOPBACK = createBlockList([
  ['127.0.0.0', 8, 'ipv4'],
  ['::1', 128, 'ipv6'],
])
const PRIVATE = createBlockList([
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
])

/** Stored part of an IP address: the class of the network, and a prefix that many others share. */
export function toStoredAddress(given: string): { addressClass: AddressClass; network: string } | undefined {
  const [bare = ''] = given.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)
  const version = isIP(bare)
  if (version === 0) return undefined
  const family = version === 4 ? 'ipv4' : 'ipv6'
  const addressClass = LOOPBACK.check(bare, family) ? 'loopback' : PRIVATE.check(bare, family) ? 'private' : 'public'
  return { addressClass, network: version === 4 ? `${bare.replace(/\.\d+$/, '')}.0/24` : `${toIpv6Prefix(bare)}::/48` }
}

/** First three groups of an IPv6 address. */
function toIpv6Prefix(address: string): string {
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
