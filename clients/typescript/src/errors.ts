import type {
  AuthenticationError,
  ProblemDetails,
  ResourceError,
  ScimError,
  ServerError,
} from './generated/types.gen.ts'

/** Bodies of error responses. */
export type Problem = ResourceError | AuthenticationError | ProblemDetails | ScimError | ServerError

/** One rejected field of a request. */
export interface FieldProblem {
  readonly code: string
  readonly title: string
  readonly detail: string
  /** JSON pointer of the field, such as `/title`. */
  readonly pointer: string
}

/** Error response of the service. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError'
  readonly status: number
  /** Stable code, such as `conversation_not_found`. Compare this, not the text. */
  readonly code: string
  readonly title: string
  readonly detail: string
  /** JSON pointer of the rejected field; undefined if no field is the cause. */
  readonly pointer: string | undefined
  /** All rejected fields. */
  readonly errors: readonly FieldProblem[]
  /** ID of the request in the logs of the service. */
  readonly requestId: string | undefined
  /** Seconds after which a retry can succeed. */
  readonly retryAfter: number | undefined
  /** Body of the response; undefined if it isn't JSON, for example because a proxy sent it. */
  readonly problem: Problem | undefined

  constructor(status: number, headers: Headers, body: unknown) {
    const fields = toFields(body)
    const title = fields.title ?? `HTTP ${status}`
    const detail = fields.detail ?? fields.message ?? (typeof body === 'string' ? body.slice(0, 500) : '')
    super(detail === '' ? title : `${title}: ${detail}`)
    this.status = status
    this.code = fields.code ?? fields.scimType ?? `http_${status}`
    this.title = title
    this.detail = detail
    this.pointer = fields.source?.pointer
    // The service lists them only if there are several.
    const rejected = fields.errors ?? (this.pointer === undefined ? [] : [fields])
    this.errors = rejected.map((error) => ({
      code: error.code ?? '',
      title: error.title ?? '',
      detail: error.detail ?? '',
      pointer: error.source?.pointer ?? '',
    }))
    this.requestId = headers.get('x-request-id') ?? fields.id
    this.retryAfter = readRetryAfter(headers)
    this.problem = typeof body === 'object' && body !== null ? (body as Problem) : undefined
  }
}

/** A request without a response: the network failed, or the service didn't respond in time. */
export class ParleyConnectionError extends Error {
  override readonly name = 'ParleyConnectionError'
}

interface Fields {
  readonly id?: string
  readonly code?: string
  readonly title?: string
  readonly detail?: string
  readonly message?: string
  readonly scimType?: string
  readonly source?: { readonly pointer?: string }
  readonly errors?: readonly Fields[]
}

/** Code of a 401, whose body has the status as its code. */
const UNAUTHENTICATED = 'unauthenticated'

function toFields(body: unknown): Fields {
  if (typeof body !== 'object' || body === null) return {}
  const fields = body as Fields & { readonly code?: unknown }
  if (typeof fields.code !== 'number') return fields
  return { ...(body as Fields), code: UNAUTHENTICATED, title: 'Unauthenticated' }
}

/** Reads `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3). */
export function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : Math.max(0, (time - Date.now()) / 1000)
}
