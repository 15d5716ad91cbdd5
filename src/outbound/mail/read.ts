/**
 * Reads messages that `compose.ts` wrote: one plain-text part in any encoding of RFC 2045, section 6, with encoded
 * words in headers (RFC 2047).
 */
import type { OutboxMessage } from '../../core/mail.ts'

/** @param source message with one character per byte */
export function readMessage(source: string): Pick<OutboxMessage, 'to' | 'subject' | 'text'> {
  const end = source.indexOf('\r\n\r\n')
  const [head, body] = end === -1 ? [source, ''] : [source.slice(0, end), source.slice(end + 4)]
  const headers = new Map<string, string>()
  for (const line of head.replaceAll(/\r\n(?=[ \t])/g, '').split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  const bytes = decodeBody(body, headers.get('content-transfer-encoding')?.toLowerCase())
  return {
    to: headers.get('to') ?? '',
    subject: decodeEncodedWords(headers.get('subject') ?? ''),
    text: bytes.toString('utf8').replaceAll('\r\n', '\n'),
  }
}

function decodeBody(body: string, encoding: string | undefined): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding === 'quoted-printable') return unquoted(body.replaceAll(/=[ \t]*\r\n/g, ''))
  return Buffer.from(body, 'latin1')
}

const unquoted = (text: string) =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** Decodes adjacent encoded words together, because a character can be split between them. */
const decodeEncodedWords = (header: string): string =>
  header.replaceAll(/=\?utf-8\?[bq]\?[^?]*\?=(?:\s+=\?utf-8\?[bq]\?[^?]*\?=)*/gi, (run) =>
    Buffer.concat(
      [...run.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, how = '', text = '']) =>
        how.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : unquoted(text.replaceAll('_', ' ')),
      ),
    ).toString('utf8'),
  )
