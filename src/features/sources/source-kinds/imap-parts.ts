/** Content of parts of messages: requested piece by piece, decoded, and written to a file. */
import { isUtf8 } from 'node:buffer'
import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { decodeCharset, decodeQuotedPrintable } from '../../../core/encoded-words.ts'
import type { MailPart } from './imap-message.ts'
import type { ImapSession } from './imap-session.ts'
import { type FetchTarget, SourceFault } from './kind.ts'

/** Bytes of one request. */
export const PIECE_BYTES = 1024 * 1024
/** Line breaks and base64 make a part longer than its content. */
const OVERHEAD = 1.6

type PartPlace = Pick<MailPart, 'section' | 'encoding' | 'charset'>

/** @throws SourceFault if the part has more than `maxBytes` */
async function* readPart(
  session: ImapSession,
  uid: number,
  { section, encoding }: PartPlace,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  const decode = createDecoder(encoding)
  let size = 0
  for (let from = 0; ; from += PIECE_BYTES) {
    if (from > maxBytes * OVERHEAD + PIECE_BYTES) throw tooLarge()
    const piece = await session.fetchBytes(uid, section, from, PIECE_BYTES)
    const isLast = piece.length < PIECE_BYTES
    const bytes = decode(piece.toString('latin1'), isLast)
    size += bytes.length
    if (size > maxBytes) throw tooLarge()
    yield bytes
    if (isLast) return
  }
}

const tooLarge = () => new SourceFault('lasting', 'The attachment is larger than the limit.')

/** Decoder of a transfer encoding (RFC 2045, section 6), for pieces that can end anywhere. */
export function createDecoder(encoding: string): (piece: string, isLast: boolean) => Buffer {
  let held = ''
  if (encoding === 'base64') {
    return (piece, isLast) => {
      const text = held + piece.replaceAll(/[^A-Za-z0-9+/]/g, '')
      const end = isLast ? text.length : text.length - (text.length % 4)
      held = text.slice(end)
      return Buffer.from(text.slice(0, end), 'base64')
    }
  }
  if (encoding === 'quoted-printable') {
    return (piece, isLast) => {
      const text = held + piece
      // A line that doesn't end is read in parts, unless the part ends within an escape.
      const end = isLast ? text.length : text.lastIndexOf('\n') + 1 || endOfWhole(text)
      held = text.slice(end)
      return decodeQuotedPrintable(text.slice(0, end))
    }
  }
  return (piece) => Buffer.from(piece, 'latin1')
}

/** End of a text without an escape that continues in the next piece. */
function endOfWhole(text: string): number {
  const start = text.lastIndexOf('=')
  return start > text.length - 3 && start !== -1 ? start : text.length
}

/** Bytes as UTF-8, if the part states another charset and isn't UTF-8 already. Undefined if nothing changes. */
function toUtf8(bytes: Buffer, charset: string): Buffer | undefined {
  if (charset === '' || charset.startsWith('utf') || isUtf8(bytes)) return undefined
  return Buffer.from(decodeCharset(bytes, charset))
}

export async function writePart(
  session: ImapSession,
  uid: number,
  part: PartPlace,
  { target, isText, signal }: { readonly target: FetchTarget; readonly isText: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const content = Readable.from(readPart(session, uid, part, target.maxBytes), { objectMode: false })
  await pipeline(content, createWriteStream(target.path, { mode: 0o600 }), { signal })
  if (!isText) return
  const text = toUtf8(await readFile(target.path), part.charset)
  if (text !== undefined) await writeFile(target.path, text, { mode: 0o600 })
}

/** Text of a short part. */
export async function readTextPart(
  session: ImapSession,
  uid: number,
  part: PartPlace,
  maxBytes: number,
): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of readPart(session, uid, part, maxBytes)) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  return (toUtf8(bytes, part.charset) ?? bytes).toString('utf8')
}
