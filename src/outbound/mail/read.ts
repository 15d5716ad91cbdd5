/**
 * Reads messages that `compose.ts` wrote: one plain-text part in any encoding of RFC 2045, section 6, with encoded
 * words in headers (RFC 2047).
 */
import { decodeEncodedWords, decodeQuotedPrintable } from '../../core/encoded-words.ts'
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
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(body)
  return Buffer.from(body, 'latin1')
}
