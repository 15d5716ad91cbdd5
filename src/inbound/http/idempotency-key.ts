/**
 * `Idempotency-Key` on a POST (draft-ietf-httpapi-idempotency-key-header; decisions, section 1): the same key and request
 * is answered again with what was answered first, the same key with another request is refused with 422, and one that
 * is still being worked on with 409.
 */
import { createHash } from 'node:crypto'
import { AppError, conflict, invalid, notFound } from '../../core/errors.ts'
import type { KeptAnswer, KnownResponse, NamedRequest, ResponseSources } from '../../core/kept-answers.ts'

export const IDEMPOTENCY_HEADER = 'idempotency-key'

const KEY_POINTER = '/header/Idempotency-Key'

/** Visible ASCII: what the draft's structured string and every client's UUID fit in. */
const KEY = /^[\x21-\x7e]{1,255}$/

/** @throws AppError `validation_failed` for a key that is none. */
export function keyIn(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && KEY.test(header)) return header
  throw invalid({ pointer: KEY_POINTER, detail: 'This must be 1 to 255 visible ASCII characters.' })
}

/** What makes two requests the same one. */
export function fingerprintOf(operation: string, input: unknown): string {
  return createHash('sha256')
    .update(operation)
    .update('\n')
    .update(JSON.stringify(input) ?? '')
    .digest('base64')
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** Sources of a response: every ID that the request or the response contains, and what the operation reported. */
export function findSources(input: unknown, { body }: KeptAnswer, conversations: Iterable<string>): ResponseSources {
  const text = `${JSON.stringify(input) ?? ''} ${body}`
  const named = new Set([...text.matchAll(ID)].map(([id]) => id.toLowerCase()))
  return { named: [...named], conversations: [...conversations] }
}

/** A request under the name its sender gave it. */
export interface Wanted {
  readonly request: NamedRequest
  readonly fingerprint: string
  /** Whether the response is derived from conversations, so that they are checked before it is returned again. */
  readonly derived: boolean
}

/**
 * Returns a stored response to a repeated request.
 * @param isVisible checks the conversations behind the response; called only if the response is derived from some
 * @throws AppError when the request of that name is still running, was another one, or has a response that is derived from
 * conversations the caller doesn't see any longer
 */
export async function answerAgain(
  known: KnownResponse | 'running',
  { fingerprint, derived }: Wanted,
  isVisible: () => Promise<boolean>,
): Promise<KeptAnswer> {
  if (known === 'running') throw stillRunning()
  if (known.fingerprint !== fingerprint) throw otherRequest()
  if (known.answer === undefined || (derived && !(await isVisible()))) throw notFound('stored response', KEY_POINTER)
  return known.answer
}

export const stillRunning = () =>
  conflict('request_in_progress', 'A request with this Idempotency-Key is still being worked on.')

const otherRequest = () =>
  new AppError('unprocessable', 'idempotency_key_reused', 'Idempotency key reused', [
    { pointer: KEY_POINTER, detail: 'This key belongs to another request of the last 24 hours.' },
  ])
