/**
 * Asks what strangers name. The name is resolved here, every address is judged, and the connection goes to a judged one
 * and no other, so that a name that changes its mind between the two gains nothing. No redirects, and no more than was
 * agreed on.
 */
import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import { type PublicFetch, PublicFetchError, type PublicRequest } from '../core/public-fetch.ts'
import { getFamily, isPublicAddress } from './public-addresses.ts'

export interface PublicFetchOptions {
  /** Addresses and networks in CIDR notation that the operator allows all the same. */
  readonly allowed: readonly string[]
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** Trusted beside those that Node trusts; for tests. */
  readonly ca?: SecureContextOptions['ca']
}

const BODY_MAX = 64 * 1024
const TIMEOUT_MS = 5_000
/** Longest wait for a name, when nobody waits for an answer yet. */
const NAME_TIMEOUT_MS = 2_000

const FAULTS = {
  not_https: 'Only https is asked.',
  not_public: 'The address is not a public one.',
  unknown_name: 'The name of the address is not known.',
  unreachable: 'No connection to the address came about.',
  certificate: 'The server could not show that it is who the address names.',
  timeout: 'The answer took too long.',
  too_large: 'The answer is too large.',
} as const

const fault = (name: keyof typeof FAULTS) => new PublicFetchError(name, FAULTS[name])

export function createPublicFetch(options: PublicFetchOptions): PublicFetch {
  const isAllowed = listedIn(options.allowed)
  const isPermitted = permissionBy(options.allowed)
  const resolve = options.resolve ?? (async (host) => (await lookup(host, { all: true })).map(({ address }) => address))

  /** Every address must be permitted: a name with a private one among its own is no public name. */
  async function addressOf(url: URL): Promise<string> {
    const secure = url.protocol === 'https:'
    if ((!secure && url.protocol !== 'http:') || url.username !== '' || url.password !== '') throw fault('not_https')
    const bare = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(bare) === 0 ? await resolve(bare) : [bare]
    const [first] = addresses
    if (first === undefined || !addresses.every(isPermitted)) throw fault('not_public')
    // What travels in the clear stays within what the operator has named.
    if (!secure && !addresses.every(isAllowed)) throw fault('not_https')
    return first
  }

  const fetchPublic = async (address: string, asked: PublicRequest = {}): Promise<Response> => {
    const timer = AbortSignal.timeout(asked.timeoutMs ?? TIMEOUT_MS)
    const within = asked.signal === undefined ? timer : AbortSignal.any([timer, asked.signal])
    const told = (error: unknown) => {
      if (asked.signal?.aborted) return asked.signal.reason
      return timer.aborted ? fault('timeout') : faultOf(error)
    }
    try {
      const url = new URL(address)
      const pinned = await Promise.race([addressOf(url), ended(within)])
      const answer = await send(url, pinned, asked, { within, ca: options.ca })
      return responseOf(answer, bounded(answer, asked, told))
    } catch (error) {
      throw told(error)
    }
  }

  return Object.assign(fetchPublic, {
    async refusalOf(address: string) {
      const url = URL.parse(address)
      if (url === null) return 'not_https'
      try {
        await Promise.race([addressOf(url), ended(AbortSignal.timeout(NAME_TIMEOUT_MS))])
        return undefined
      } catch (error) {
        const { fault } = faultOf(error)
        // That the names cannot be asked at this moment says nothing of this one.
        return fault === 'not_https' || fault === 'not_public' || fault === 'unknown_name' ? fault : undefined
      }
    },
  } satisfies Pick<PublicFetch, 'refusalOf'>)
}

function send(
  url: URL,
  pinned: string,
  { method = 'GET', headers, body }: PublicRequest,
  { within, ca }: { within: AbortSignal; ca: SecureContextOptions['ca'] },
): Promise<IncomingMessage> {
  const connectTo: LookupFunction = (_host, { all }, done) => {
    const family = isIP(pinned)
    if (all) done(null, [{ address: pinned, family }])
    else done(null, pinned, family)
  }
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((done, fail) => {
    const asking = (url.protocol === 'https:' ? requestHttps : requestHttp)(
      url,
      {
        method,
        headers: { accept: 'application/json', 'user-agent': 'Parley', ...headers, ...length },
        lookup: connectTo,
        signal: within,
        agent: false,
        ...(ca === undefined ? {} : { ca }),
      },
      done,
    )
    asking.on('error', fail)
    asking.end(body)
  })
}

/** The body, as far as was agreed on. What breaks while nobody reads is told to whoever does. */
async function* bounded(
  answer: IncomingMessage,
  { maxBytes = BODY_MAX, tooLong = 'refuse' }: PublicRequest,
  told: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let left = maxBytes
  try {
    for await (const part of answer as AsyncIterable<Buffer<ArrayBuffer>>) {
      if (part.length <= left) {
        left -= part.length
        yield new Uint8Array(part)
        continue
      }
      if (tooLong === 'refuse') throw fault('too_large')
      if (left > 0) yield new Uint8Array(part.subarray(0, left))
      return
    }
  } catch (error) {
    throw told(error)
  } finally {
    answer.destroy()
  }
}

const ended = (signal: AbortSignal) =>
  new Promise<never>((_, fail) => {
    if (signal.aborted) fail(signal.reason)
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
  })

/** What Node says of a name that has no address. */
const NAMELESS = new Set(['ENOTFOUND', 'ENODATA'])
const UNTRUSTED = /CERT|^UNABLE_TO_|^ERR_TLS_/

function faultOf(error: unknown): PublicFetchError {
  if (error instanceof PublicFetchError) return error
  const code = String((error as { code?: unknown }).code ?? '')
  if (NAMELESS.has(code)) return fault('unknown_name')
  return fault(UNTRUSTED.test(code) ? 'certificate' : 'unreachable')
}

/** Statuses that `Response` takes no body with. */
const BODILESS = new Set([204, 205, 304])
const HEADERS = ['content-type', 'cache-control', 'expires', 'location', 'retry-after']

function responseOf(answer: IncomingMessage, body: AsyncGenerator<Uint8Array<ArrayBuffer>>): Response {
  const { statusCode: status = 502 } = answer
  const headers = new Headers()
  for (const name of HEADERS) {
    const value = answer.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  // An answer that breaks off before anybody reads it must not end the process.
  answer.on('error', () => {})
  const isTaken = status >= 200 && status <= 599
  if (isTaken && !BODILESS.has(status)) return new Response(streamOf(answer, body), { status, headers })
  answer.destroy()
  return new Response(null, { status: isTaken ? status : 502, headers })
}

/** A body that nobody wants ends the answer, also before anything of it was read: then its generator has not begun. */
const streamOf = (answer: IncomingMessage, body: AsyncGenerator<Uint8Array<ArrayBuffer>>) =>
  ReadableStream.from({
    [Symbol.asyncIterator]: () => ({
      next: () => body.next(),
      return() {
        answer.destroy()
        return body.return(undefined)
      },
    }),
  })

/** Whether an address is public, or among those allowed. */
export function permissionBy(allowed: readonly string[]): (address: string) => boolean {
  const isAllowed = listedIn(allowed)
  return (address) => isAllowed(address) || isPublicAddress(address)
}

/** Whether an address is one of these, or of one of these networks. */
function listedIn(networks: readonly string[]): (address: string) => boolean {
  const listed = new BlockList()
  for (const one of networks) {
    const [network = '', prefix] = one.split('/')
    if (prefix === undefined) listed.addAddress(network, getFamily(network))
    else listed.addSubnet(network, Number(prefix), getFamily(network))
  }
  return (address) => isIP(address) !== 0 && !address.includes('%') && listed.check(address, getFamily(address))
}
