/**
 * Checks of the addresses that connections to user-configured hosts use. A name is resolved here, all its addresses are
 * checked, and the connection uses a checked one. Therefore a DNS change between check and connection (DNS rebinding)
 * has no effect.
 */
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import { PublicFetchError } from '../../core/public-fetch.ts'
import { getFamily, isPublicAddress } from './public-addresses.ts'

export interface AddressOptions {
  /** Private addresses and networks in CIDR notation that the operator allows. */
  readonly allowed: readonly string[]
  readonly resolve?: (host: string) => Promise<readonly string[]>
  readonly ca?: SecureContextOptions['ca']
}

const FAULTS = {
  not_https: 'The URL must start with https.',
  not_public: "The address isn't public.",
  unknown_name: "The host name can't be resolved.",
  unreachable: "The server can't be reached.",
  certificate: "The server's TLS certificate isn't valid for the host.",
  timeout: "The server didn't respond in time.",
  too_large: 'The response is too large.',
} as const

export const toFault = (name: keyof typeof FAULTS) => new PublicFetchError(name, FAULTS[name])

/** Resolves hosts. All addresses of a host must be allowed: one private address is enough to reject it. */
export function createAddressCheck(options: AddressOptions) {
  const isAllowed = listedIn(options.allowed)
  const isPermitted = permissionBy(options.allowed)
  const resolve = options.resolve ?? (async (host) => (await lookup(host, { all: true })).map(({ address }) => address))

  /**
   * @param encrypted unencrypted connections are limited to addresses that the operator allows
   * @throws PublicFetchError, or an error of the name server
   */
  return async (host: string, { encrypted }: { readonly encrypted: boolean }): Promise<string> => {
    const bare = host.replace(/^\[|\]$/g, '')
    const addresses = isIP(bare) === 0 ? await resolve(bare) : [bare]
    const [first] = addresses
    if (first === undefined || !addresses.every(isPermitted)) throw toFault('not_public')
    if (!encrypted && !addresses.every(isAllowed)) throw toFault('not_https')
    return first
  }
}

/** Lookup that returns the checked address, whatever the name. */
export const lookupPinned =
  (pinned: string): LookupFunction =>
  (_host, { all }, done) => {
    const family = isIP(pinned)
    if (all) done(null, [{ address: pinned, family }])
    else done(null, pinned, family)
  }

export const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, fail) => {
    if (signal.aborted) fail(signal.reason)
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
  })

/** Node.js error codes for names without an address. */
const NAMELESS = new Set(['ENOTFOUND', 'ENODATA'])
const UNTRUSTED = /CERT|^UNABLE_TO_|^ERR_TLS_/

export function toPublicFetchError(error: unknown): PublicFetchError {
  if (error instanceof PublicFetchError) return error
  const code = String((error as { code?: unknown }).code ?? '')
  if (NAMELESS.has(code)) return toFault('unknown_name')
  return toFault(UNTRUSTED.test(code) ? 'certificate' : 'unreachable')
}

/** Whether an address is public or in the list of allowed ones. */
export function permissionBy(allowed: readonly string[]): (address: string) => boolean {
  const isAllowed = listedIn(allowed)
  return (address) => isAllowed(address) || isPublicAddress(address)
}

/** Whether an address is in the list of addresses and networks. */
function listedIn(networks: readonly string[]): (address: string) => boolean {
  const listed = new BlockList()
  for (const one of networks) {
    const [network = '', prefix] = one.split('/')
    if (prefix === undefined) listed.addAddress(network, getFamily(network))
    else listed.addSubnet(network, Number(prefix), getFamily(network))
  }
  return (address) => isIP(address) !== 0 && !address.includes('%') && listed.check(address, getFamily(address))
}
