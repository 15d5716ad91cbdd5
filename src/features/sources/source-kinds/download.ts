/**
 * Requests to sources. Every address and redirect goes through the filter of outgoing addresses. A download that breaks
 * off continues where it ended, if the server supports ranges.
 */
import { createWriteStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PublicFetchError, type PublicFetchFault } from '../../../core/public-fetch.ts'
import { serverRetryDelayMs } from '../../../core/retry-delays.ts'
import { type FetchTarget, type SourceAccess, SourceFault } from './kind.ts'

/** Maximum number of redirects. */
const HOPS_MAX = 5
const DOWNLOAD_TIMEOUT_MS = 3_600_000
const ANSWER_TIMEOUT_MS = 30_000
/** Maximum size of a JSON response in bytes. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024
/** Number of times that a broken download continues within one attempt. */
const RESUMES_MAX = 5

interface SourceRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

type Access = Pick<SourceAccess, 'fetchPublic' | 'signal' | 'now'>

const FAULTS: Readonly<Record<PublicFetchFault, readonly ['temporary' | 'lasting', string]>> = {
  not_https: ['lasting', 'The address of the source must start with https.'],
  not_public: ['lasting', "The address of the source isn't public, and the operator doesn't allow it."],
  unknown_name: ['temporary', "The host name of the source can't be resolved."],
  unreachable: ['temporary', "The source can't be reached."],
  certificate: ['temporary', "The TLS certificate of the source isn't valid."],
  timeout: ['temporary', "The source didn't respond in time."],
  too_large: ['lasting', 'The file of the source is larger than the limit.'],
}

/** Converts an error of a request to a fault of the source. Other errors are returned unchanged. */
export function toSourceFault(error: unknown): unknown {
  if (!(error instanceof PublicFetchError)) return error
  const [kind, message] = FAULTS[error.fault]
  return new SourceFault(kind, message)
}

/**
 * Fault for an HTTP status. Missing files and expired addresses are temporary, because sources announce files before
 * they are ready, and a later delivery can contain a new address.
 */
export function faultOfStatus(response: Pick<Response, 'status' | 'headers'>, now: Date): SourceFault {
  const { status, headers } = response
  const wait = serverRetryDelayMs(headers, now.getTime())
  const later = (message: string, delay = wait) =>
    new SourceFault('temporary', `${message} (HTTP ${status}).`, delay, status)
  if (status === 401) return later('The source rejected the credentials')
  if (status === 402) return later('The source requires a payment plan for this request')
  if (status === 403) return later('The credentials lack a permission')
  if (status === 404 || status === 410) return later("The source doesn't have the file")
  if (status === 429) return later('The source limits requests', wait ?? 60_000)
  if (status >= 500) return later('The source failed')
  return new SourceFault('lasting', `The source rejected the request (HTTP ${status}).`, undefined, status)
}

/** Result of a request; undefined if the source refuses the object or doesn't have it. @throws SourceFault for other faults */
export async function unlessRefused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (!hasStatus(error, 403, 404)) throw error
    return undefined
  }
}

/** Whether the source answered a request with one of these statuses. */
export const hasStatus = (error: unknown, ...statuses: readonly number[]): boolean =>
  error instanceof SourceFault && error.status !== undefined && statuses.includes(error.status)

/**
 * Sends a request and follows redirects. Credentials aren't sent to another host.
 * @throws SourceFault, unless the status is 2xx
 */
async function send(
  access: Access,
  url: string,
  { method = 'GET', headers = {}, body }: SourceRequest,
  limits: { readonly timeoutMs: number; readonly maxBytes: number },
): Promise<Response> {
  let [address, sent] = [url, headers]
  for (let hop = 0; hop <= HOPS_MAX; hop++) {
    const response = await access.fetchPublic(address, {
      ...{ method, headers: sent, signal: access.signal, ...limits },
      ...(body === undefined ? {} : { body }),
    })
    if (response.ok) return response
    await response.body?.cancel()
    const location = response.headers.get('location')
    if (method !== 'GET' || response.status < 300 || response.status >= 400 || location === null) {
      throw faultOfStatus(response, access.now())
    }
    const next = URL.parse(location, address)
    if (next === null) break
    if (next.origin !== new URL(address).origin) sent = withoutCredentials(sent)
    address = next.href
  }
  throw new SourceFault('lasting', 'The source redirects too often.')
}

const CREDENTIAL_HEADERS = /^(authorization|cookie|x-.*(key|token)|xi-api-key|api-key)$/i

const withoutCredentials = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIAL_HEADERS.test(name)))

/** Requests JSON. @throws SourceFault */
export async function requestJson(access: Access, url: string, request: SourceRequest = {}): Promise<unknown> {
  const text = await requestText(access, url, request)
  try {
    return JSON.parse(text)
  } catch {
    throw new SourceFault('temporary', 'The source returned something else than JSON.')
  }
}

/** @throws SourceFault */
export async function requestText(access: Access, url: string, request: SourceRequest = {}): Promise<string> {
  try {
    const response = await send(access, url, request, { timeoutMs: ANSWER_TIMEOUT_MS, maxBytes: ANSWER_BYTES_MAX })
    return await response.text()
  } catch (error) {
    access.signal.throwIfAborted()
    throw toSourceFault(error)
  }
}

/** Writes a text that the kind composed. @throws SourceFault if it is larger than the limit */
export async function writeText(text: string, { path, maxBytes }: FetchTarget): Promise<void> {
  if (Buffer.byteLength(text) > maxBytes) {
    throw new SourceFault('lasting', 'The file of the source is larger than the limit.')
  }
  await writeFile(path, text, { mode: 0o600 })
}

/**
 * Writes a file. After a break, the download continues at the byte where it ended; a server without ranges sends all of
 * it again. The length that the server states must arrive.
 * @throws SourceFault
 */
export async function download(
  access: Access,
  url: string,
  { path, maxBytes }: FetchTarget,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (let resumes = 0; ; resumes++) {
    const from = await sizeOfFile(path)
    const range: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {}
    let hasBegun = false
    try {
      const limits = { timeoutMs: DOWNLOAD_TIMEOUT_MS, maxBytes: maxBytes + 1 }
      const response = await send(access, url, { headers: { accept: '*/*', ...headers, ...range } }, limits)
      hasBegun = true
      const isRest = response.status === 206 && from > 0
      await writeBody(response, path, { from: isRest ? from : 0, maxBytes, signal: access.signal })
      return
    } catch (error) {
      access.signal.throwIfAborted()
      const fault = toSourceFault(error)
      if (fault instanceof SourceFault && fault.kind === 'lasting') throw fault
      // If the source didn't answer, another attempt now would fail in the same way.
      if (!hasBegun || resumes >= RESUMES_MAX) {
        throw fault instanceof SourceFault ? fault : new SourceFault('temporary', 'The download broke off.')
      }
    }
  }
}

async function writeBody(
  response: Response,
  path: string,
  { from, maxBytes, signal }: { readonly from: number; readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<void> {
  if (from > 0 && startOfRange(response) !== from) {
    await response.body?.cancel()
    throw new SourceFault('temporary', 'The source returned another part of the file.')
  }
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  if (from + length > maxBytes) {
    await response.body?.cancel()
    throw new SourceFault('lasting', 'The file of the source is larger than the limit.')
  }
  if (response.body !== null) {
    const file = createWriteStream(path, { mode: 0o600, flags: from > 0 ? 'a' : 'w' })
    await pipeline(Readable.fromWeb(response.body), file, { signal })
  } else {
    await pipeline(Readable.from([]), createWriteStream(path, { mode: 0o600 }), { signal })
  }
  const size = await sizeOfFile(path)
  if (size > maxBytes) throw new SourceFault('lasting', 'The file of the source is larger than the limit.')
  if (Number.isFinite(length) && size !== from + length) throw new Error('The connection ended early.')
}

/** First byte of `Content-Range` (RFC 9110, section 14.4). */
const startOfRange = ({ headers }: Response): number =>
  Number(/^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1] ?? Number.NaN)

/** Size of a file that is being written. 0 if it doesn't exist yet. */
export async function sizeOfFile(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}
