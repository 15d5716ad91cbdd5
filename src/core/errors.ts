/**
 * Errors a feature may throw. A feature names a *kind*; each door renders it in its own dress, so no feature knows an
 * HTTP status. Messages are our own fixed sentences: nothing foreign (driver text, rejected content) reaches a client.
 */

/** The closed list. `internal` is never thrown by a feature: it is what every unknown error becomes at a door. */
export type ErrorKind =
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'invalid'
  | 'conflict'
  | 'precondition_failed'
  | 'unprocessable'
  | 'too_many_requests'
  | 'too_large'
  | 'range_not_satisfiable'
  | 'unsupported_media_type'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'unavailable'
  | 'insufficient_storage'
  | 'internal'

/** One thing that is wrong with a request. `pointer` is a JSON pointer (RFC 6901) or `/query/<name>`, `/path/<name>`. */
export interface Problem {
  pointer: string
  detail: string
}

export class AppError extends Error {
  override readonly name = 'AppError'
  readonly kind: ErrorKind
  /** Stable snake_case word, the same in every dress. */
  readonly code: string
  readonly title: string
  readonly problems: readonly Problem[]
  /** Seconds after which the same request may succeed; `undefined`: not known. */
  readonly retryAfterSeconds: number | undefined

  constructor(kind: ErrorKind, code: string, title: string, problems: readonly Problem[], retryAfterSeconds?: number) {
    super(problems[0]?.detail ?? title)
    this.kind = kind
    this.code = code
    this.title = title
    this.problems = problems
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * A thing that does not exist, lies outside the caller's organization or is hidden from the caller: one and the same
 * answer, so that nobody learns which (decisions, section 1).
 * @param noun what was looked for, in words: `conversation`, `team`
 */
export function notFound(noun: string, pointer = '/path/id'): AppError {
  const word = noun.toLowerCase().replaceAll(' ', '_')
  return new AppError('not_found', `${word}_not_found`, 'Not found', [
    { pointer, detail: `There is no such ${noun} for this caller.` },
  ])
}

/** Input that breaks a rule. All problems of one request are told at once; the first one leads. */
export function invalid(...problems: [Problem, ...Problem[]]): AppError {
  return new AppError('invalid', 'validation_failed', 'Validation failed', problems)
}

/** The caller may know that the thing exists, but not do this: `org_key_required`, `admin_required` … */
export function forbidden(code: string, detail: string): AppError {
  return new AppError('forbidden', code, 'Forbidden', [{ pointer: '', detail }])
}

export function conflict(code: string, detail: string, pointer = ''): AppError {
  return new AppError('conflict', code, 'Conflict', [{ pointer, detail }])
}

export function tooLarge(detail: string, pointer = ''): AppError {
  return new AppError('too_large', 'content_too_large', 'Content too large', [{ pointer, detail }])
}

/** A limit is used up, and the request may succeed later. */
export function tooMany(code: string, detail: string, retryAfterSeconds: number): AppError {
  return new AppError('too_many_requests', code, 'Too many requests', [{ pointer: '', detail }], retryAfterSeconds)
}

export function unauthenticated(detail: string): AppError {
  return new AppError('unauthenticated', 'unauthenticated', 'Unauthenticated', [{ pointer: '', detail }])
}

/** Any thrown value in words, also one that isn't an error: `Program terminated with exit(1)`, never `[object Object]`. */
export function describeThrown(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.message === '') return thrown.errors.map(describeThrown).join('; ')
  if (typeof thrown !== 'object' || thrown === null) return String(thrown)
  const { message, name, code, status } = thrown as Readonly<Record<string, unknown>>
  if (typeof message === 'string' && message !== '') return message
  const words = [name, code, status].filter((word) => typeof word === 'string' || typeof word === 'number')
  if (words.length > 0) return words.join(' ')
  try {
    return JSON.stringify(thrown)
  } catch {
    return 'An error that has no words.'
  }
}
