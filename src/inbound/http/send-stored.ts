/** Sends a stored file or the requested range. It is streamed, and reading stops when the client disconnects. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import type { StoredAnswer } from '../../core/operation.ts'
import { matchesETag, resolveRange } from './byte-range.ts'

/**
 * @param keeps whether browsers may cache the file and revalidate it for each use @throws AppError
 * `range_not_satisfiable`
 */
export async function sendStored(
  file: StoredAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
  { keeps = true } = {},
): Promise<FastifyReply> {
  const tag = `"${file.sha256}"`
  reply.headers({
    etag: tag,
    'accept-ranges': 'bytes',
    // Access can change, so browsers revalidate each time. With the ETag, this is fast.
    'cache-control': keeps ? 'private, no-cache' : 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  if (matchesETag(request.headers, tag)) return reply.status(304).send()
  // Only GET supports ranges (RFC 9110, section 14.2).
  const part = request.method === 'GET' ? resolveRange(request.headers, tag, file.size) : 'whole'
  if (part === 'none') {
    reply.header('content-range', `bytes */${file.size}`)
    throw rangeNotSatisfiable()
  }
  const range = part === 'whole' ? undefined : part
  const length = range === undefined ? file.size : range.last - range.first + 1
  const body = request.method === 'HEAD' || file.size === 0 ? Readable.from([]) : await file.open(range)
  if (range !== undefined) reply.header('content-range', `bytes ${range.first}-${range.last}/${file.size}`)
  return reply
    .status(range === undefined ? 200 : 206)
    .type(file.contentType)
    .header('content-length', length)
    .header('content-disposition', disposition(file.fileName))
    .send(body)
}

/**
 * Content-Disposition header (RFC 6266): the full name for clients that support it, and an ASCII version for others.
 */
function disposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${plain}"; filename*=UTF-8''${full}`
}

export const rangeNotSatisfiable = () =>
  new AppError('range_not_satisfiable', 'range_not_satisfiable', 'Range not satisfiable', [
    { pointer: '', detail: 'The requested range is outside of the file.' },
  ])
