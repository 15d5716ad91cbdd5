/**
 * Errors that features throw. A feature chooses a *kind*, and each transport converts it to its own format, so features
 * don't depend on HTTP. Messages are fixed sentences: driver messages and rejected content never reach a client.
 */

/** All kinds of errors. Features never throw `internal`: transports use it for every unknown error. */
export type ErrorKind =
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'gone'
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

/**
 * A problem with a request. `pointer` is a JSON pointer (RFC 6901), `/query/<name>`, `/path/<name>` or
 * `/header/<name>`.
 */
export interface Problem {
  pointer: string
  detail: string
}

export class AppError extends Error {
  override readonly name = 'AppError'
  readonly kind: ErrorKind
  /** Stable snake_case code, the same in all transports. */
  readonly code: string
  readonly title: string
  readonly problems: readonly Problem[]
  /** Number of seconds after which the same request can succeed; `undefined` if unknown. */
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
 * Error for a resource that doesn't exist, belongs to another organization or is hidden from the caller. The response
 * is the same in all cases, so that callers can't detect hidden resources (decisions, section 1).
 * @param noun kind of the resource, in words: `conversation`, `team`
 * @param next sentence about the values that are possible, if the noun doesn't say it
 */
export function notFound(noun: string, pointer = '/path/id', next?: string): AppError {
  const word = noun.toLowerCase().replaceAll(' ', '_')
  return new AppError('not_found', `${word}_not_found`, 'Not found', [
    next === undefined
      ? { pointer, detail: `The ${noun} doesn't exist, or you don't have access to it.` }
      : { pointer, detail: `The ${noun} doesn't exist, or you don't have access to it. ${next}` },
  ])
}

/** Error for invalid input. It lists all problems of the request; the first one is the main message. */
export function invalid(...problems: [Problem, ...Problem[]]): AppError {
  return new AppError('invalid', 'validation_failed', 'Validation failed', problems)
}

/**
 * Error for a caller who can see the resource but lacks a permission: `org_key_required`, `admin_required` and others.
 */
export function forbidden(code: string, detail: string): AppError {
  return new AppError('forbidden', code, 'Forbidden', [{ pointer: '', detail }])
}

export function conflict(code: string, detail: string, pointer = ''): AppError {
  return new AppError('conflict', code, 'Conflict', [{ pointer, detail }])
}

export function tooLarge(detail: string, pointer = ''): AppError {
  return new AppError('too_large', 'content_too_large', 'Content too large', [{ pointer, detail }])
}

/** Error for a request over a limit, which can succeed later. */
export function tooMany(code: string, detail: string, retryAfterSeconds: number): AppError {
  return new AppError('too_many_requests', code, 'Too many requests', [{ pointer: '', detail }], retryAfterSeconds)
}

export function unauthenticated(detail: string): AppError {
  return new AppError('unauthenticated', 'unauthenticated', 'Unauthenticated', [{ pointer: '', detail }])
}

/**
 * Describes any thrown value, including values that aren't errors: `Program terminated with exit(1)`, never `[object
 * Object]`.
 */
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
    return 'An error without a message.'
  }
}
