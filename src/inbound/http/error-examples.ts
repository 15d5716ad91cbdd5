/** One error for each status, as examples in the API description. */
import { AppError, forbidden, invalid, notFound, tooLarge, unauthenticated } from '../../core/errors.ts'
import { unsupported } from './body-types.ts'
import { errorAnswer } from './error-bodies.ts'
import { bodyTooSlow } from './guard-transfer.ts'
import { keyReusedError, requestInProgress } from './idempotency-key.ts'
import { RateLimited } from './limit-requests.ts'
import type { ResponseFormat } from './media-types.ts'
import { rangeNotSatisfiable } from './send-stored.ts'

const REQUEST_ID = '019ce2c1-7a40-7b31-9d52-000000000001'

/** Statuses without an entry are internal errors. */
const ERRORS: Readonly<Record<number, AppError>> = {
  400: invalid({ pointer: '/data/name', detail: 'The value is required.' }),
  401: unauthenticated('The API key is not valid.'),
  403: forbidden('admin_required', 'This operation requires the admin role.'),
  404: notFound('conversation'),
  408: bodyTooSlow(1_000),
  409: requestInProgress(),
  410: new AppError('gone', 'cursor_expired', 'Cursor expired', [
    { pointer: '/query/since', detail: 'Changes after this cursor are no longer stored. Get a new cursor.' },
  ]),
  412: new AppError('precondition_failed', 'version_changed', 'Precondition failed', [
    { pointer: '/header/If-Match', detail: 'The resource has changed. Read it again, then retry.' },
  ]),
  413: tooLarge('The body has 2097152 bytes. The maximum is 1048576 bytes.'),
  415: unsupported(),
  416: rangeNotSatisfiable(),
  422: keyReusedError(),
  429: new RateLimited({ window: 'second', limit: 10, retryAfterSeconds: 1 }),
  503: new AppError('unavailable', 'database_unavailable', 'Database unavailable', [
    { pointer: '', detail: "The database isn't available. Try again in a few seconds." },
  ]),
}

/**
 * Body of an error response.
 * @param type media type of the body
 */
export const exampleError = (status: number, type: string, dress: ResponseFormat): unknown =>
  errorAnswer(ERRORS[status] ?? new Error('internal'), type, REQUEST_ID, dress).body
