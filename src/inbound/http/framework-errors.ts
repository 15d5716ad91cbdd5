import type { FastifyError, FastifyRequest } from 'fastify'
import { AppError, type ErrorKind, invalid, tooLarge } from '../../core/errors.ts'
import { unsupported } from './body-types.ts'

/**
 * Converts errors of Fastify to errors of Parley, which all transports can render. Other errors are returned unchanged.
 */
export function translateFrameworkError(error: FastifyError | AppError, request: FastifyRequest): Error {
  if (error instanceof AppError) return error
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupported()
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge(describeSizes(request, request.routeOptions.bodyLimit))
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalid({ pointer: '', detail: "The length of the body doesn't match the `Content-Length` header." })
    default:
      return kindOfStatus(error.statusCode) === 'invalid'
        ? invalid({ pointer: '', detail: 'The request is malformed.' })
        : error
  }
}

function kindOfStatus(status: number | undefined): ErrorKind {
  return status !== undefined && status >= 400 && status < 500 ? 'invalid' : 'internal'
}

/** Describes the announced size, if any, and the maximum. */
export function describeSizes({ headers }: FastifyRequest, maximum: number): string {
  const length = headers['content-length']
  const sent = length === undefined ? 'The body is too large.' : `The body has ${length} bytes.`
  return `${sent} The maximum is ${maximum} bytes.`
}
