/**
 * `Idempotency-Key` on a POST (draft-ietf-httpapi-idempotency-key-header; decisions, section 1): the same key and request
 * is answered again with what was answered first, the same key with another request is refused with 422, and one that
 * is still being worked on with 409.
 */
import { createHash } from 'node:crypto'
import { AppError, conflict, invalid } from '../../core/errors.ts'
import type { KeptAnswer, Known, NamedRequest } from '../../core/kept-answers.ts'

export const IDEMPOTENCY_HEADER = 'idempotency-key'

/** Visible ASCII: what the draft's structured string and every client's UUID fit in. */
const KEY = /^[\x21-\x7e]{1,255}$/

/** @throws AppError `validation_failed` for a key that is none. */
export function keyIn(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && KEY.test(header)) return header
  throw invalid({ pointer: '/header/Idempotency-Key', detail: 'This must be 1 to 255 visible ASCII characters.' })
}

/** What makes two requests the same one. */
export function fingerprintOf(operation: string, input: unknown): string {
  return createHash('sha256')
    .update(operation)
    .update('\n')
    .update(JSON.stringify(input) ?? '')
    .digest('base64')
}

/** A request under the name its sender gave it. */
export interface Wanted {
  readonly request: NamedRequest
  readonly fingerprint: string
}

/** @throws AppError when the request of that name is still running, or was another one */
export function answerAgain(known: Exclude<Known, undefined>, { fingerprint }: Wanted): KeptAnswer {
  if (known === 'running') throw stillRunning()
  if (known.fingerprint !== fingerprint) throw otherRequest()
  return known.answer
}

export const stillRunning = () =>
  conflict('request_in_progress', 'A request with this Idempotency-Key is still being worked on.')

const otherRequest = () =>
  new AppError('unprocessable', 'idempotency_key_reused', 'Idempotency key reused', [
    { pointer: '/header/Idempotency-Key', detail: 'This key belongs to another request of the last 24 hours.' },
  ])
