/** Content types that operations accept, by family. Other types are rejected with 415 (decisions, section 1). */
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import type { AnyOperation } from '../../core/operation.ts'
import { JSON_TYPES, LINES_TYPE, SCIM_TYPES, UPLOAD_TYPE } from './media-types.ts'

export function listBodyTypes({ rest: { dress, lines, upload } }: AnyOperation): string[] {
  return [
    ...(dress === 'scim' ? SCIM_TYPES : JSON_TYPES),
    ...(lines ? [LINES_TYPE] : []),
    ...(upload === undefined ? [] : [UPLOAD_TYPE]),
  ]
}

/** Media type of the body without parameters, in lower case. */
export const getMediaType = (request: FastifyRequest): string | undefined =>
  request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()

export function refuseOtherTypes(operation: AnyOperation, request: FastifyRequest): void {
  const type = getMediaType(request)
  if (type === undefined) {
    // Identity providers may omit the content type.
    if (operation.rest.dress === 'scim') request.headers['content-type'] = 'application/scim+json'
    return
  }
  const taken = listBodyTypes(operation)
  if (!taken.includes(type)) throw unsupported(taken)
}

export const unsupported = (taken: readonly string[] = JSON_TYPES) =>
  new AppError('unsupported_media_type', 'unsupported_media_type', 'Unsupported media type', [
    { pointer: '', detail: `The body must be ${taken.join(' or ')}.` },
  ])
