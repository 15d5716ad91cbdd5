/**
 * Requests to URLs that users configure. The connection uses an address that `checked-address.ts` checked. Redirects
 * aren't followed, and size and time are limited.
 */
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { SecureContextOptions } from 'node:tls'
import type { PublicFetch, PublicRequest } from '../../core/public-fetch.ts'
import {
  type AddressOptions,
  createAddressCheck,
  lookupPinned,
  rejectOnAbort,
  toFault,
  toPublicFetchError,
} from './checked-address.ts'

const BODY_MAX = 64 * 1024
const TIMEOUT_MS = 5_000
/** Maximum time to resolve a name in `refusalOf`. */
const NAME_TIMEOUT_MS = 2_000

export function createPublicFetch(options: AddressOptions): PublicFetch {
  const checkAddress = createAddressCheck(options)

  async function resolveAddress(url: URL): Promise<string> {
    const encrypted = url.protocol === 'https:'
    if ((!encrypted && url.protocol !== 'http:') || url.username !== '' || url.password !== '')
      throw toFault('not_https')
    return checkAddress(url.hostname, { encrypted })
  }

  const fetchPublic = async (address: string, asked: PublicRequest = {}): Promise<Response> => {
    const timer = AbortSignal.timeout(asked.timeoutMs ?? TIMEOUT_MS)
    const within = asked.signal === undefined ? timer : AbortSignal.any([timer, asked.signal])
    const toCallerError = (error: unknown) => {
      if (asked.signal?.aborted) return asked.signal.reason
      return timer.aborted ? toFault('timeout') : toPublicFetchError(error)
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
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((done, fail) => {
    const asking = (url.protocol === 'https:' ? requestHttps : requestHttp)(
      url,
      {
        method,
        headers: { accept: 'application/json', 'user-agent': 'Parley', ...headers, ...length },
        lookup: lookupPinned(pinned),
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
      if (tooLong === 'refuse') throw toFault('too_large')
      if (left > 0) yield new Uint8Array(part.subarray(0, left))
      return
    }
  } catch (error) {
    throw told(error)
  } finally {
    answer.destroy()
  }
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
