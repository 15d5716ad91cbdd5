/**
 * HTTP client of a vendor: keeps within the quota, repeats failed requests, and honors `Retry-After`. Time comes from a
 * `Pace`, so that tests simulate it.
 */
import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Log } from '../../../core/log.ts'
import { type PublicFetch, PublicFetchError } from '../../../core/public-fetch.ts'
import { doubleDelay, serverRetryDelayMs } from '../../../core/retry-delays.ts'
import type { VendorQuota } from './vendor-quota.ts'

/** Clock and waiting. */
export interface Pace {
  now(): number
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export interface VendorRequest {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  /** Body, sent as JSON. */
  readonly body?: unknown
  /** Body of a form (`application/x-www-form-urlencoded`). */
  readonly form?: Readonly<Record<string, string>>
  /** Statuses for which `undefined` is returned, such as 404 for an empty list. */
  readonly absentAt?: readonly number[]
}

/** The vendor rejects or fails requests. The message names the vendor and never contains a URL or a response. */
export class VendorError extends Error {
  override readonly name = 'VendorError'
}

/** The quota is used up. The move continues at its cursor when it runs again. */
export class VendorQuotaError extends VendorError {
  readonly retryAt: Date
  constructor(message: string, retryAt: Date) {
    super(message)
    this.retryAt = retryAt
  }
}

export interface VendorClient {
  /** @returns the parsed response; undefined for a status in `absentAt` @throws VendorError */
  request<T extends z.ZodType>(schema: T, request: VendorRequest): Promise<z.output<T> | undefined>
  /** Opens a file. Doesn't count as a request of the interface. @returns undefined if the URL has expired */
  download(url: string, headers?: Readonly<Record<string, string>>): Promise<Readable | undefined>
  /** Number of requests so far, including repeated ones. */
  requests(): number
}

export interface VendorClientOptions {
  readonly title: string
  readonly quota: VendorQuota
  /** Requests that earlier runs sent on `day`. */
  readonly usedToday: number
  /** UTC date of `usedToday`, as `YYYY-MM-DD`. */
  readonly day: string | undefined
  readonly fetchPublic: PublicFetch
  readonly pace: Pace
  readonly log: Log
  readonly signal: AbortSignal
  /** Wait that the body of a 200 or 429 response requests, in milliseconds. For vendors that don't use headers. */
  readonly waitInBody?: (body: unknown, now: number) => number | undefined
}

const TRIES_MAX = 8
const FIRST_WAIT_MS = 1_000
const LONGEST_BACKOFF_MS = 60_000
/** Longest requested wait within a run. Longer ones stop the run. */
const LONGEST_WAIT_MS = 15 * 60_000
/** A page of 100 calls with all their details. */
const BODY_MAX = 128 * 1024 * 1024
const REQUEST_MS = 120_000
const DOWNLOAD_MS = 2 * 3_600_000
export const RECORDING_BYTES_MAX = 2 * 1024 ** 3
const REDIRECTS_MAX = 5
const DAY_MS = 86_400_000

export const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export function createVendorClient(options: VendorClientOptions): VendorClient {
  const { title, quota, pace, signal } = options
  let sent = 0
  let [day, today] = [options.day, options.usedToday]
  const interval = Math.ceil(1_000 / quota.perSecond)
  // An interrupted run may have sent a request just before.
  let nextAt = pace.now() + interval

  /** Waits for the turn of the next request. @throws VendorQuotaError if the quota of the day is used up */
  async function takeTurn(): Promise<void> {
    const wait = nextAt - pace.now()
    if (wait > 0) await pace.sleep(wait, signal)
    signal.throwIfAborted()
    const now = pace.now()
    if (toDay(now) !== day) [day, today] = [toDay(now), 0]
    if (quota.perDay !== undefined && today >= quota.perDay) {
      throw new VendorQuotaError(
        `The quota of ${quota.perDay} requests a day to ${title} is used up.`,
        new Date((Math.floor(now / DAY_MS) + 1) * DAY_MS),
      )
    }
    nextAt = Math.max(now, nextAt) + interval
    today++
    sent++
  }

  async function waitToRepeat(tries: number, requestedMs: number | undefined, reason: string): Promise<void> {
    if (requestedMs !== undefined && requestedMs > LONGEST_WAIT_MS) {
      throw new VendorQuotaError(`${title} limits requests.`, new Date(pace.now() + requestedMs))
    }
    if (tries >= TRIES_MAX)
      throw new VendorError(`${title} failed ${TRIES_MAX} times: ${reason}. Run the move again later.`)
    const backoff = doubleDelay(tries, FIRST_WAIT_MS, LONGEST_BACKOFF_MS)
    options.log.debug({ vendor: title, tries, reason, waitMs: requestedMs ?? backoff }, 'vendor request is repeated')
    await pace.sleep(requestedMs ?? backoff, signal)
  }

  return {
    requests: () => sent,
    async request(schema, request) {
      for (let tries = 1; ; tries++) {
        await takeTurn()
        const result = await send(options, request)
        if ('retry' in result) {
          await waitToRepeat(tries, result.waitMs, result.retry)
          continue
        }
        if ('absent' in result) return undefined
        const parsed = schema.safeParse(result.body)
        if (parsed.success) return parsed.data
        const [issue] = parsed.error.issues
        const place = (issue?.path ?? []).map(String).join('/')
        throw new VendorError(
          `${title} sent a response of an unknown form${place === '' ? '' : ` at /${place}`}. Parley supports another version of its interface.`,
        )
      }
    },
    async download(url, headers) {
      for (let tries = 1; ; tries++) {
        const result = await open(options, url, headers)
        if (!('retry' in result)) return result.stream
        await waitToRepeat(tries, result.waitMs, result.retry)
      }
    },
  }
}

interface Retry {
  readonly retry: string
  readonly waitMs: number | undefined
}

async function send(
  options: VendorClientOptions,
  { url, method, headers, body, form, absentAt = [] }: VendorRequest,
): Promise<Retry | { absent: true } | { body: unknown }> {
  const { title, pace, signal } = options
  const content =
    form !== undefined
      ? { body: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' }
      : body === undefined
        ? undefined
        : { body: JSON.stringify(body), type: 'application/json' }
  let status: number
  let text: string
  let waitMs: number | undefined
  try {
    const response = await options.fetchPublic(url, {
      method: method ?? (content === undefined ? 'GET' : 'POST'),
      headers: { ...headers, ...(content === undefined ? {} : { 'content-type': content.type }) },
      ...(content === undefined ? {} : { body: content.body }),
      ...{ signal, timeoutMs: REQUEST_MS, maxBytes: BODY_MAX },
    })
    status = response.status
    waitMs = serverRetryDelayMs(response.headers, pace.now())
    text = await response.text()
  } catch (error) {
    return toRetry(error, title, signal)
  }
  if (absentAt.includes(status)) return { absent: true }
  const parsed = parseJson(text)
  const waitInBody = parsed === undefined ? undefined : options.waitInBody?.(parsed, pace.now())
  if (status === 429 || waitInBody !== undefined) return { retry: 'it limits requests', waitMs: waitMs ?? waitInBody }
  if (status >= 500 || status === 408) return { retry: `status ${status}`, waitMs }
  if (status === 401 || status === 403) {
    throw new VendorError(`${title} rejects the credentials (status ${status}). Check them and their permissions.`)
  }
  if (status < 200 || status > 299) throw new VendorError(`${title} rejects a request (status ${status}).`)
  // A response that ends early is sent again by most servers.
  return parsed === undefined ? { retry: 'it sent incomplete JSON', waitMs: undefined } : { body: parsed }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Statuses of an expired URL. */
const GONE = new Set([400, 401, 403, 404, 410])

/** Opens a file. Redirects are followed without the headers if the host changes, because they contain credentials. */
async function open(
  options: VendorClientOptions,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Retry | { stream: Readable | undefined }> {
  const { title, pace, signal } = options
  let [at, sent] = [url, headers]
  try {
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
      const response = await options.fetchPublic(at, {
        headers: { ...sent, accept: '*/*' },
        ...{ signal, timeoutMs: DOWNLOAD_MS, maxBytes: RECORDING_BYTES_MAX },
      })
      const location = response.headers.get('location')
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel()
        const target = new URL(location, at)
        if (target.host !== new URL(at).host) sent = {}
        at = target.href
        continue
      }
      if (response.ok && response.body !== null) return { stream: Readable.fromWeb(response.body as never) }
      await response.body?.cancel()
      if (GONE.has(response.status)) return { stream: undefined }
      if (response.status === 429 || response.status >= 500 || response.status === 202) {
        const waitMs = serverRetryDelayMs(response.headers, pace.now())
        return { retry: `status ${response.status}`, waitMs }
      }
      return { stream: undefined }
    }
    return { stream: undefined }
  } catch (error) {
    return toRetry(error, title, signal)
  }
}

/** Faults that another try can't change. */
const LASTING: Readonly<Record<string, string>> = {
  not_https: 'The URL must start with https, unless ALLOWED_PRIVATE_TARGETS contains its address.',
  not_public: 'The address is private. Add it to ALLOWED_PRIVATE_TARGETS.',
  unknown_name: 'The host name is unknown. Check the URL.',
  certificate: "The TLS certificate isn't valid for the host.",
  too_large: 'A response is too large.',
}

function toRetry(error: unknown, title: string, signal: AbortSignal): Retry {
  signal.throwIfAborted()
  if (error instanceof PublicFetchError) {
    const lasting = LASTING[error.fault]
    if (lasting !== undefined) throw new VendorError(`${title} can't be reached: ${lasting}`)
  }
  return { retry: 'the connection failed', waitMs: undefined }
}
