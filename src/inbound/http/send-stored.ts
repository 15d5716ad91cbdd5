/** Sends a stored file, or the part of it that is asked for, as it is read: never held, and nothing read for nobody. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import type { StoredAnswer } from '../../core/operation.ts'
import { hasIt, partOf } from './byte-range.ts'

/** @param keeps whether a browser may keep it, and ask each time whether it still may show it @throws AppError `range_not_satisfiable` */
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
    // Who may have it now may not have it later, so it is asked for again; by its tag, that is quick.
    'cache-control': keeps ? 'private, no-cache' : 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  if (hasIt(request.headers, tag)) return reply.status(304).send()
  // A part is a matter of GET alone (section 14.2).
  const part = request.method === 'GET' ? partOf(request.headers, tag, file.size) : 'whole'
  if (part === 'none') {
    reply.header('content-range', `bytes */${file.size}`)
    throw new AppError('range_not_satisfiable', 'range_not_satisfiable', 'Range not satisfiable', [
      { pointer: '', detail: 'The file has no such part.' },
    ])
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

/** RFC 6266: the name in full for who can read it, without what a header cannot carry for who cannot. */
function disposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${plain}"; filename*=UTF-8''${full}`
}
