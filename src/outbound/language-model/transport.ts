/**
 * `fetch` for clients of model servers. Temporary failures are retried for a limited time, and other errors become
 * faults immediately. Redirects aren't followed, because they would send conversation data elsewhere. The size of
 * responses is limited.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { ModelFault } from '../../core/language-model.ts'
import { retryDelayMs, serverRetryDelayMs } from '../../core/retry-delays.ts'
import type { Tally } from './tally.ts'

/** Maximum number of attempts, including the first. */
const TRIES_MAX = 4
/** Maximum size of a response, including its JSON envelope. */
const WIRE_BYTES_MAX = 16 * 1024 * 1024
/** Maximum size of an error response that is read to determine the cause. */
const REFUSAL_BYTES_MAX = 16 * 1024

/** Request fields that differ between servers of a protocol. Error responses change them for later requests. */
export interface ServerQuirks {
  adaptBody(body: string): string
  /** @returns whether the changed request should be sent again */
  learnFromRefusal(refusal: string, sent: string): boolean
}

export interface ModelExchange {
  readonly tally: Tally
  /** Aborted by the caller or the time limit. */
  readonly signal: AbortSignal
  /** Time of the time limit, by `performance.now()`. */
  readonly deadline: number
  readonly streams: boolean
  /** Delay before the second attempt; doubles with each attempt. */
  readonly firstWaitMs: number
  readonly habits: ServerQuirks
  /** Sends the requests. It may throw a `ModelFault`. */
  readonly fetch: Fetch
}

/** A temporary failure. */
interface PassingFailure {
  readonly fault: ModelFault
  /** Delay requested by the server. */
  readonly waitMs?: number | undefined
}

/** A complete response to a streaming request. It can be used without another request. */
export class AnsweredWhole extends ModelFault {
  readonly response: Response
  constructor(response: Response) {
    super('not_understood')
    this.response = response
  }
}

export type Fetch = typeof globalThis.fetch

export function createTransport(exchange: ModelExchange): Fetch {
  const { signal, deadline, firstWaitMs } = exchange
  return async (url, init = {}) => {
    for (let tries = 1; ; tries++) {
      const answer = await sendOnce(String(url), init, exchange)
      if (answer instanceof Response) return answer
      const wait = retryDelayMs(tries, firstWaitMs, answer.waitMs)
      if (tries === TRIES_MAX || performance.now() + wait >= deadline) throw answer.fault
      await pause(wait, undefined, { signal })
    }
  }
}

async function sendOnce(url: string, init: RequestInit, exchange: ModelExchange): Promise<Response | PassingFailure> {
  const { tally, signal, habits } = exchange
  const body = habits.adaptBody(String(init.body))
  tally.sent(body)
  let response: Response
  try {
    response = await exchange.fetch(url, { ...init, body, signal, redirect: 'manual' })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ModelFault) {
      tally.refused()
      return { fault: error }
    }
    if (hasNotArrived(error)) {
      tally.refused()
      return { fault: new ModelFault('unreachable') }
    }
    tally.close()
    return { fault: new ModelFault('dropped') }
  }
  if (response.ok) return await (exchange.streams ? streamed : readWholeResponse)(response, exchange)
  tally.refused()
  const { status } = response
  if (status === 429 || status >= 500) {
    await dismiss(response)
    return {
      fault: new ModelFault(status === 429 ? 'rate_limited' : 'server_error'),
      waitMs: serverRetryDelayMs(response.headers),
    }
  }
  const refusal = await readBeginning(response)
  signal.throwIfAborted()
  if ((status === 400 || status === 422) && habits.learnFromRefusal(refusal, body)) return sendOnce(url, init, exchange)
  throw new ModelFault(refusedFor(status, refusal))
}

function refusedFor(status: number, refusal: string) {
  if (status >= 300 && status < 400) return 'redirected'
  if (status === 401 || status === 403) return 'key'
  if (status === 404) return 'model_unknown'
  if (/content.?(filter|policy)/i.test(refusal)) return 'content_filter'
  if (status === 413 || /(context|prompt|input).{0,40}(length|size|window|long|exceed)/is.test(refusal))
    return 'too_long'
  return 'request'
}

const NEVER_ARRIVED = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
])

/** Whether no connection was established, so that the request can't have been processed. */
function hasNotArrived(error: unknown): boolean {
  const cause = (error as { cause?: { code?: string; errors?: { code?: string }[] } }).cause
  return [cause?.code, cause?.errors?.[0]?.code].some((code) => code !== undefined && NEVER_ARRIVED.has(code))
}

/** Reads the complete response here, to distinguish a lost connection from invalid output. */
async function readWholeResponse(
  response: Response,
  { tally, signal }: ModelExchange,
): Promise<Response | PassingFailure> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of response.body ?? []) {
      size += part.length
      tally.received(part.length)
      if (size > WIRE_BYTES_MAX) throw new ModelFault('too_much')
      parts.push(part)
    }
  } catch (error) {
    signal.throwIfAborted()
    tally.close()
    if (error instanceof ModelFault) throw error
    return { fault: new ModelFault('dropped') }
  }
  return new Response(Buffer.concat(parts), { status: response.status, headers: plainHeaders(response) })
}

/** Checks for a streaming response. Only a contradicting content type counts, because some servers send none. */
async function streamed(response: Response, exchange: ModelExchange): Promise<Response | PassingFailure> {
  const type = response.headers.get('content-type') ?? ''
  if (/html/i.test(type)) {
    void dismiss(response)
    throw new ModelFault('not_understood')
  }
  if (!/json/i.test(type)) return guarded(response)
  const answer = await readWholeResponse(response, exchange)
  if (answer instanceof Response) throw new AnsweredWhole(answer)
  return answer
}

/** The same response with a body that fails with a fault if the connection is lost or the body is too long. */
function guarded(response: Response): Response {
  async function* read() {
    let size = 0
    try {
      for await (const part of response.body ?? []) {
        size += part.length
        if (size > WIRE_BYTES_MAX) throw new ModelFault('too_much')
        yield part
      }
    } catch (error) {
      throw error instanceof ModelFault ? error : new ModelFault('dropped')
    }
  }
  return new Response(ReadableStream.from(read()), { status: response.status, headers: plainHeaders(response) })
}

/** Headers without those of the compression, because the body is already decompressed. */
function plainHeaders(response: Response): Headers {
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name)
  return headers
}

async function readBeginning(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of response.body ?? []) {
      parts.push(part)
      size += part.length
      if (size >= REFUSAL_BYTES_MAX) break
    }
  } catch {
    // The status and the partial body are sufficient.
  }
  return Buffer.concat(parts).toString()
}

async function dismiss(response: Response): Promise<void> {
  // The body may have ended already.
  await response.body?.cancel().catch(() => undefined)
}
