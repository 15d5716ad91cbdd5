/** Sends errors: a page to browsers that open one, and a body in the format of the path to programs. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../../core/errors.ts'
import { toExhaustion } from '../../core/exhaustion.ts'
import type { Log } from '../../core/log.ts'
import type { AnyOperation } from '../../core/operation.ts'
import { BASE_PATH } from './addresses.ts'
import { errorAnswer } from './error-bodies.ts'
import { translateFrameworkError } from './framework-errors.ts'
import { RateLimited } from './limit-requests.ts'
import { logInternal } from './log-internal.ts'
import type { ResponseFormat } from './media-types.ts'

export interface ErrorParts {
  readonly operations: readonly AnyOperation[]
  readonly log: Log
  /** Renders the page for a request that temporarily can't be handled. */
  readonly unavailablePage?: (reply: FastifyReply, error: { status: number; message: string }) => FastifyReply
  /** Renders the page after too many requests. */
  readonly tooMany?: (reply: FastifyReply, error: RateLimited) => FastifyReply
}

export function createErrorSender({ operations, log, unavailablePage, tooMany }: ErrorParts) {
  const getFormat = createFormatLookup(operations)
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const known = translateFrameworkError(error as FastifyError | AppError, request)
    if (known instanceof RateLimited && tooMany !== undefined && wantsPage(request)) return tooMany(reply, known)
    const { status, retryAfter, contentType, body } = errorAnswer(
      known,
      request.headers.accept,
      request.id,
      getFormat(request.url),
    )
    if (status === 500) logInternal(log, request.id, known)
    if (retryAfter !== undefined) {
      reply.header('retry-after', retryAfter)
      if (status >= 500 && unavailablePage !== undefined && isBrowser(request)) {
        const { message } = toExhaustion(known)
        return unavailablePage(reply.header('x-request-id', request.id), { status, message })
      }
    }
    return reply
      .status(status)
      .headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
      .type(contentType)
      .send(JSON.stringify(body))
  }
}

/** Format of the errors of a URL. */
export type FormatLookup = (url: string) => ResponseFormat

/** Unknown paths get errors in the format of the family that their first segment belongs to. */
export function createFormatLookup(operations: readonly AnyOperation[]): FormatLookup {
  const scim = operations.filter(({ rest }) => rest.dress === 'scim')
  const scimRoots = new Set(scim.map(({ rest }) => getFirstPathSegment(rest.path)))
  return (url) => (scimRoots.has(getFirstPathSegment(url.slice(BASE_PATH.length))) ? 'scim' : 'resource')
}

/** `/scim/Users/1?x` → `scim`. */
const getFirstPathSegment = (path: string) => path.split(/[/?]/, 2)[1] ?? ''

/** Whether a browser navigates to the URL. Programs get the same response regardless of `Accept`. */
export const wantsPage = (request: FastifyRequest): boolean => request.method === 'GET' && isBrowser(request)

const isBrowser = ({ url, headers }: FastifyRequest): boolean =>
  !isBelowBase(url) && headers.accept?.includes('text/html') === true

/** Whether a URL belongs to the API. */
export const isBelowBase = (url: string): boolean => url === BASE_PATH || url.startsWith(`${BASE_PATH}/`)
