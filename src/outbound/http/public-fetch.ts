/**
 * Requests to URLs that users configure. The host name is resolved here, all its addresses are checked, and the
 * connection uses a checked address. Therefore a DNS change between check and connection (DNS rebinding) has no effect.
 * Redirects aren't followed, and size and time are limited.
 */
import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import { type PublicFetch, PublicFetchError, type PublicRequest } from '../../core/public-fetch.ts'
import { getFamily, isPublicAddress } from './public-addresses.ts'

export interface PublicFetchOptions {
  /** Private addresses and networks in CIDR notation that the operator allows. */
  readonly allowed: readonly string[]
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** Additional certificate authorities, for tests. */
  readonly ca?: SecureContextOptions['ca']
}

const BODY_MAX = 64 * 1024
const TIMEOUT_MS = 5_000
/** Maximum time to resolve a name in `refusalOf`. */
const NAME_TIMEOUT_MS = 2_000

const FAULTS = {
  not_https: 'The URL must start with https.',
  not_public: "The address isn't public.",
  unknown_name: "The host name can't be resolved.",
  unreachable: "The server can't be reached.",
  certificate: "The server's TLS certificate isn't valid for the host.",
  timeout: "The server didn't respond in time.",
  too_large: 'The response is too large.',
} as const

const fault = (name: keyof typeof FAULTS) => new PublicFetchError(name, FAULTS[name])

export function createPublicFetch(options: PublicFetchOptions): PublicFetch {
  const isAllowed = listedIn(options.allowed)
  const isPermitted = permissionBy(options.allowed)
  const resolve = options.resolve ?? (async (host) => (await lookup(host, { all: true })).map(({ address }) => address))

  /** Resolves the host. All of its addresses must be allowed: one private address is enough to reject the host. */
  async function resolveAddress(url: URL): Promise<string> {
    const secure = url.protocol === 'https:'
    if ((!secure && url.protocol !== 'http:') || url.username !== '' || url.password !== '') throw fault('not_https')
    const bare = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(bare) === 0 ? await resolve(bare) : [bare]
    const [first] = addresses
    if (first === undefined || !addresses.every(isPermitted)) throw fault('not_public')
    // Unencrypted requests are limited to addresses that the operator allows.
    if (!secure && !addresses.every(isAllowed)) throw fault('not_https')
    return first
  }

  const fetchPublic = async (address: string, asked: PublicRequest = {}): Promise<Response> => {
    const timer = AbortSignal.timeout(asked.timeoutMs ?? TIMEOUT_MS)
    const within = asked.signal === undefined ? timer : AbortSignal.any([timer, asked.signal])
    const toCallerError = (error: unknown) => {
      if (asked.signal?.aborted) return asked.signal.reason
      return timer.aborted ? fault('timeout') : toPublicFetchError(error)
    }
    try {
      const url = new URL(address)
      const pinned = await Promise.race([resolveAddress(url), rejectOnAbort(within)])
      const answer = await send(url, pinned, asked, { within, ca: options.ca })
      return toResponse(answer, readBounded(answer, asked, toCallerError))
    } catch (error) {
      throw toCallerError(error)
    }
  }

  return Object.assign(fetchPublic, {
    async refusalOf(address: string) {
      const url = URL.parse(address)
      if (url === null) return 'not_https'
      try {
        await Promise.race([resolveAddress(url), rejectOnAbort(AbortSignal.timeout(NAME_TIMEOUT_MS))])
        return undefined
      } catch (error) {
        const { fault } = toPublicFetchError(error)
        // A failure of the name server isn't a reason against the URL.
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

/** Response body up to the size limit. Errors that occur before reading are thrown when the body is read. */
async function* readBounded(
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

const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, fail) => {
    if (signal.aborted) fail(signal.reason)
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
  })

/** Node.js error codes for names without an address. */
const NAMELESS = new Set(['ENOTFOUND', 'ENODATA'])
const UNTRUSTED = /CERT|^UNABLE_TO_|^ERR_TLS_/

function toPublicFetchError(error: unknown): PublicFetchError {
  if (error instanceof PublicFetchError) return error
  const code = String((error as { code?: unknown }).code ?? '')
  if (NAMELESS.has(code)) return fault('unknown_name')
  return fault(UNTRUSTED.test(code) ? 'certificate' : 'unreachable')
}

/** Statuses for which `Response` allows no body. */
const BODILESS = new Set([204, 205, 304])
const HEADERS = [
  ...['content-type', 'cache-control', 'expires', 'location', 'retry-after'],
  ...['content-length', 'content-range', 'etag', 'last-modified'],
]

function toResponse(answer: IncomingMessage, body: AsyncGenerator<Uint8Array<ArrayBuffer>>): Response {
  const { statusCode: status = 502 } = answer
  const headers = new Headers()
  for (const name of HEADERS) {
    const value = answer.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  // Without a listener, a connection lost before the body is read would end the process.
  answer.on('error', () => {})
  const isTaken = status >= 200 && status <= 599
  if (isTaken && !BODILESS.has(status)) return new Response(toCancellableStream(answer, body), { status, headers })
  answer.destroy()
  return new Response(null, { status: isTaken ? status : 502, headers })
}

/** Stream of the body. Cancelling it destroys the response, also before the generator has started. */
const toCancellableStream = (answer: IncomingMessage, body: AsyncGenerator<Uint8Array<ArrayBuffer>>) =>
  ReadableStream.from({
    [Symbol.asyncIterator]: () => ({
      next: () => body.next(),
      return() {
        answer.destroy()
        return body.return(undefined)
      },
    }),
  })

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
