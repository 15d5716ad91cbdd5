/**
 * Entity tags of single resources (RFC 9110, section 8.8.3): a hash of the body, so that a client that already has it
 * receives 304 without a body. The tag is weak, because the same content can be serialized in another way.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AnyOperation, namesInPath } from '../../core/operation.ts'

/** Whether responses of an operation have a tag: it reads one resource, and creates no response headers of its own. */
export const hasEntityTag = ({ rest }: AnyOperation): boolean =>
  rest.method === 'GET' &&
  rest.dress !== 'scim' &&
  rest.headers === undefined &&
  /\}$/.test(rest.path) &&
  namesInPath(rest.path).length > 0

/** Adds the tag of a body. @returns whether the client already has the body */
export function isUnmodified(request: FastifyRequest, reply: FastifyReply, body: string): boolean {
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  reply.header('etag', `W/${tag}`).header('cache-control', 'private, no-cache')
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
  return known.includes(tag) || known.includes('*')
}
