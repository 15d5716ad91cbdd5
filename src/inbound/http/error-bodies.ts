/**
 * Formats of error responses (contract, "Errors"; decisions, section 1). The only place that maps errors to statuses.
 */
import { AppError, type ErrorKind, type Problem } from '../../core/errors.ts'
import { getRetryAfter, toExhaustion } from '../../core/exhaustion.ts'
import { accepts, answerType, PROBLEM_TYPE, type ResponseFormat } from './media-types.ts'

const STATUS: Record<ErrorKind, number> = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  gone: 410,
  invalid: 400,
  conflict: 409,
  precondition_failed: 412,
  unprocessable: 422,
  too_many_requests: 429,
  too_large: 413,
  range_not_satisfiable: 416,
  unsupported_media_type: 415,
  method_not_allowed: 405,
  request_timeout: 408,
  unavailable: 503,
  insufficient_storage: 507,
  internal: 500,
}

export interface ErrorAnswer {
  readonly status: number
  /** Value of `Retry-After` in seconds; undefined if a retry doesn't help. */
  readonly retryAfter?: number
  readonly contentType: string
  readonly body: object
}

/**
 * @param accept header `Accept` of the request; `application/problem+json` selects RFC 9457
 * @param requestId the only detail of an internal error
 */
export function errorAnswer(
  thrown: unknown,
  accept: string | undefined,
  requestId: string,
  dress: ResponseFormat = 'resource',
): ErrorAnswer {
  const error = toExhaustion(thrown)
  const retryAfter = getRetryAfter(error)
  const answer = formatError(error, accept, requestId, dress)
  return retryAfter === undefined ? answer : { ...answer, retryAfter }
}

function formatError(
  error: unknown,
  accept: string | undefined,
  requestId: string,
  dress: ResponseFormat,
): ErrorAnswer {
  const known = error instanceof AppError && error.kind !== 'internal' ? error : undefined
  const status = STATUS[known?.kind ?? 'internal']
  // The contract defines one format for 401, regardless of `Accept`. SCIM clients get the fields of their errors too.
  if (known?.kind === 'unauthenticated') {
    const body = { code: 401, message: known.message, ...(dress === 'scim' ? scimError(known, status) : {}) }
    return { status, contentType: answerType(accept, dress), body }
  }
  if (dress === 'scim') return { status, contentType: answerType(accept, dress), body: scimError(known, status) }
  if (accepts(accept, PROBLEM_TYPE)) {
    return { status, contentType: `${PROBLEM_TYPE}; charset=utf-8`, body: problemDetails(known, status, requestId) }
  }
  const contentType = answerType(accept)
  if (known === undefined) return { status, contentType, body: serverError(requestId) }
  return { status, contentType, body: resourceError(known, status) }
}

function resourceError(error: AppError, status: number): object {
  const toErrorObject = (problem: Problem) => ({
    id: error.code,
    status: String(status),
    code: error.code,
    title: error.title,
    detail: problem.detail,
    source: { pointer: problem.pointer },
  })
  const [first = { pointer: '', detail: error.title }, ...others] = error.problems
  return others.length === 0
    ? toErrorObject(first)
    : { ...toErrorObject(first), errors: error.problems.map(toErrorObject) }
}

function serverError(requestId: string): object {
  return {
    code: 'internal_server_error',
    detail: 'An internal error occurred. Report the request ID to the operator of the service.',
    id: requestId,
    title: 'Internal server error',
  }
}

/** Error codes with an equivalent in RFC 7644, section 3.12. */
const SCIM_TYPE: Readonly<Record<string, string>> = {
  invalid_filter: 'invalidFilter',
  too_many: 'tooMany',
  uniqueness: 'uniqueness',
  mutability: 'mutability',
  invalid_syntax: 'invalidSyntax',
  invalid_path: 'invalidPath',
  no_target: 'noTarget',
  invalid_value: 'invalidValue',
  invalid_version: 'invalidVers',
  sensitive: 'sensitive',
  validation_failed: 'invalidValue',
}

/** Error of RFC 7644, section 3.12, with the integer `status` of the contract. */
function scimError(error: AppError | undefined, status: number): object {
  const [problem] = error?.problems ?? []
  const isWhole = error?.code === 'validation_failed' && problem?.pointer === ''
  const scimType = error === undefined ? undefined : isWhole ? 'invalidSyntax' : SCIM_TYPE[error.code]
  const detail = error === undefined ? 'An internal error occurred. Try again later.' : error.message
  const where = problem?.pointer ? ` (${problem.pointer})` : ''
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    ...(scimType === undefined ? {} : { scimType }),
    detail: `${detail}${where}`,
    status,
  }
}

function problemDetails(error: AppError | undefined, status: number, requestId: string): object {
  if (error === undefined) {
    return { type: 'about:blank', title: 'Internal server error', status, instance: `urn:request:${requestId}` }
  }
  return {
    type: 'about:blank',
    title: error.title,
    status,
    detail: error.message,
    code: error.code,
    errors: error.problems.map(({ pointer, detail }) => ({ pointer, detail })),
  }
}
