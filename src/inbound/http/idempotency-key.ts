/**
 * `Idempotency-Key` of POST requests (draft-ietf-httpapi-idempotency-key-header; decisions, section 1). The same key
 * with the same request returns the first response again. The same key with another request is rejected with 422, and a
 * request that is still running with 409.
 */
import { createHash } from 'node:crypto'
import { AppError, conflict, invalid, notFound } from '../../core/errors.ts'
import type {
  IdempotentRequest,
  ResponseSources,
  StoredResponse,
  StoredResponseState,
} from '../../core/idempotency-store.ts'

export const IDEMPOTENCY_HEADER = 'idempotency-key'

const KEY_POINTER = '/header/Idempotency-Key'

/** Visible ASCII: a superset of the draft's structured strings and of UUIDs. */
const KEY = /^[\x21-\x7e]{1,255}$/

/** @throws AppError `validation_failed` if the key is malformed */
export function keyIn(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && KEY.test(header)) return header
  throw invalid({
    pointer: KEY_POINTER,
    detail: 'The `Idempotency-Key` header must have 1 to 255 visible ASCII characters.',
  })
}

/** Digest that identifies equal requests. */
export function computeFingerprint(operation: string, input: unknown): string {
  return createHash('sha256')
    .update(operation)
    .update('\n')
    .update(JSON.stringify(input) ?? '')
    .digest('base64')
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/**
 * Sources of a response: all IDs in the request and the response, and the conversations that the operation reported.
 */
export function findSources(
  input: unknown,
  { body }: StoredResponse,
  conversations: Iterable<string>,
): ResponseSources {
  const text = `${JSON.stringify(input) ?? ''} ${body}`
  const named = new Set([...text.matchAll(ID)].map(([id]) => id.toLowerCase()))
  return { named: [...named], conversations: [...conversations] }
}

/** A request with its idempotency key. */
export interface KeyedRequest {
  readonly request: IdempotentRequest
  readonly fingerprint: string
  /**
   * Whether the response is derived from conversations, so that access to them is checked before it is returned again.
   */
  readonly derived: boolean
}

/**
 * Returns the stored response to a repeated request.
 * @param isVisible checks access to the conversations behind the response; called only for derived responses
 * @throws AppError if the request is still running, the key belongs to another request, or the caller can no longer see
 * a conversation behind the response
 */
export async function answerAgain(
  known: StoredResponseState | 'running',
  { fingerprint, derived }: KeyedRequest,
  isVisible: () => Promise<boolean>,
): Promise<StoredResponse> {
  if (known === 'running') throw requestInProgress()
  if (known.fingerprint !== fingerprint) throw keyReusedError()
  if (known.answer === undefined || (derived && !(await isVisible()))) throw notFound('stored response', KEY_POINTER)
  return known.answer
}

export const requestInProgress = () =>
  conflict(
    'request_in_progress',
    'A request with this Idempotency-Key is still running. Wait, then send the request again.',
  )

export const keyReusedError = () =>
  new AppError('unprocessable', 'idempotency_key_reused', 'Idempotency key reused', [
    { pointer: KEY_POINTER, detail: 'Another request of the last 24 hours used this Idempotency-Key. Use a new key.' },
  ])
