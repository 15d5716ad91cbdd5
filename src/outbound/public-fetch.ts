/**
 * Fetches what strangers name: from addresses that anybody could reach, so that nobody gets to look into our network
 * through us. The name is resolved here, every address is judged, and the connection goes to a judged one and no other,
 * so that a name that changes its mind between the two gains nothing. No redirects, and no more than was agreed on.
 */
import { lookup } from 'node:dns/promises'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { SecureContextOptions } from 'node:tls'

/** Networks that are not of the public internet (RFC 6890 and its registries), or that lead into one that is not. */
const SPECIAL: readonly (readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['::ffff:0:0:0', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]

const special = new BlockList()
for (const [network, prefix, family] of SPECIAL) special.addSubnet(network, prefix, family)

export interface PublicFetchOptions {
  /** Addresses and networks in CIDR notation that the operator allows all the same. */
  readonly allowed: readonly string[]
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** Trusted beside those that Node trusts; for tests. */
  readonly ca?: SecureContextOptions['ca']
}

/** Bytes of a body that are read at most. */
const BODY_MAX = 64 * 1024
const TIMEOUT_MS = 5_000

export type PublicFetch = (url: string, signal?: AbortSignal) => Promise<Response>

/** @returns a function that gets a document over https. It throws Error, in words that hold nothing of the address. */
export function createPublicFetch(options: PublicFetchOptions): PublicFetch {
  const isPermitted = permissionBy(options.allowed)
  const resolve = options.resolve ?? (async (host) => (await lookup(host, { all: true })).map(({ address }) => address))

  /** Every address must be permitted: a name with a private one among its own is no public name. */
  async function addressOf(host: string): Promise<string> {
    const bare = host.replace(/^\[|\]$/g, '')
    const addresses = isIP(bare) === 0 ? await resolve(bare) : [bare]
    const [first] = addresses
    if (first === undefined || !addresses.every(isPermitted)) throw new Error('The address is not a public one.')
    return first
  }

  return async (address, signal) => {
    const url = new URL(address)
    if (url.protocol !== 'https:') throw new Error('Only https is fetched.')
    const within = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal === undefined ? [] : [signal])])
    const pinned = await Promise.race([addressOf(url.hostname), ended(within)])
    const connectTo: LookupFunction = (_host, { all }, done) => {
      const family = isIP(pinned)
      if (all) done(null, [{ address: pinned, family }])
      else done(null, pinned, family)
    }
    return new Promise((done, fail) => {
      const asking = request(
        url,
        {
          headers: { accept: 'application/json', 'user-agent': 'Parley' },
          lookup: connectTo,
          signal: within,
          agent: false,
          ...(options.ca === undefined ? {} : { ca: options.ca }),
        },
        (answer) => {
          const parts: Buffer[] = []
          let size = 0
          answer.on('data', (part: Buffer) => {
            size += part.length
            if (size > BODY_MAX) asking.destroy(new Error('The document is too large.'))
            else parts.push(part)
          })
          answer.on('error', fail)
          answer.on('end', () => done(responseOf(answer.statusCode ?? 502, answer.headers, Buffer.concat(parts))))
        },
      )
      asking.on('error', fail)
      asking.end()
    })
  }
}

const ended = (signal: AbortSignal) =>
  new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason), { once: true }))

/** Statuses that `Response` takes no body with, or does not take at all. */
const BODILESS = new Set([204, 205, 304])

function responseOf(status: number, given: NodeJS.Dict<string | string[]>, body: Buffer): Response {
  const headers = new Headers()
  for (const name of ['content-type', 'cache-control', 'expires']) {
    const value = given[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  if (status < 200 || status > 599) return new Response(null, { status: 502 })
  return new Response(BODILESS.has(status) ? null : new Uint8Array(body), { status, headers })
}

/** Whether an address is public, or among those allowed. */
export function permissionBy(allowed: readonly string[]): (address: string) => boolean {
  const except = new BlockList()
  for (const one of allowed) {
    const [network = '', prefix] = one.split('/')
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) except.addAddress(network, family)
    else except.addSubnet(network, Number(prefix), family)
  }
  return (address) => {
    const family = isIP(address)
    if (family === 0) return false
    const named = family === 6 ? 'ipv6' : 'ipv4'
    return except.check(address, named) || !special.check(address, named)
  }
}
