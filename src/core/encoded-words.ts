/** Text of headers and bodies of messages: encoded words (RFC 2047) and quoted-printable (RFC 2045, section 6.7). */

const WORD = /=\?([\w!*#$%&'+.^`{}~-]{1,60})\?([bq])\?([^?]*)\?=/gi
const RUN = /=\?[\w!*#$%&'+.^`{}~-]{1,60}\?[bq]\?[^?]*\?=(?:\s+=\?[\w!*#$%&'+.^`{}~-]{1,60}\?[bq]\?[^?]*\?=)*/gi

/** Decodes adjacent encoded words of one charset together, because a character can be split between them. */
export const decodeEncodedWords = (header: string): string =>
  header.replaceAll(RUN, (run) => {
    const parts: { charset: string; bytes: Buffer[] }[] = []
    for (const [, label = '', how = '', text = ''] of run.matchAll(WORD)) {
      // A language can follow the charset (RFC 2231, section 5).
      const charset = label.split('*')[0]?.toLowerCase() ?? ''
      const bytes = how.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : unquote(text.replaceAll('_', ' '))
      const last = parts.at(-1)
      if (last?.charset === charset) last.bytes.push(bytes)
      else parts.push({ charset, bytes: [bytes] })
    }
    return parts.map(({ charset, bytes }) => decodeCharset(Buffer.concat(bytes), charset)).join('')
  })

/** Decodes bytes of a charset. An unknown one is read as UTF-8. */
export function decodeCharset(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset === '' ? 'utf-8' : charset).decode(bytes)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return new TextDecoder().decode(bytes)
  }
}

/** Bytes of a quoted-printable body with one character per byte. */
export const decodeQuotedPrintable = (body: string): Buffer => unquote(body.replaceAll(/=[ \t]{0,10}\r?\n/g, ''))

const unquote = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
