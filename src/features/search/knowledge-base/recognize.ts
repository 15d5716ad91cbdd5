/** Recognizes the format of a file by its content. The name only distinguishes Markdown and HTML from plain text. */
import type { SourceFormat } from './schema.ts'

/** Number of bytes that recognition reads. */
export const SAMPLE_BYTES = 64 * 1024

/** Text formats for programs. They are excluded because search would find their commands. */
const NO_PROSE = new Set(['application/rtf', 'application/postscript', 'application/eps'])

/** @param sample first bytes of the file @returns undefined if the file is neither text nor PDF */
export async function recognize(sample: Buffer, name: string): Promise<SourceFormat | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  const known = (await fileTypeFromBuffer(sample))?.mime
  if (known === 'application/pdf') return known
  if (known !== undefined && NO_PROSE.has(known)) return undefined
  // Text can start with the signature of an image ("BM"), so valid text takes precedence over the signature.
  const text = decodeSample(sample)
  if (text === undefined) return undefined
  if (looksLikeHtml(text, name)) return 'text/html'
  return looksLikeMarkdown(text, name) ? 'text/markdown' : 'text/plain'
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** Detects the encoding by the byte order mark, which UTF-16 requires. */
export function detectEncoding(bytes: Buffer): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they tell text from other bytes
const NO_TEXT = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/

function decodeSample(sample: Buffer): string | undefined {
  try {
    // With `stream`, an incomplete character at the end of the sample is not an error.
    const text = new TextDecoder(detectEncoding(sample), { fatal: true }).decode(sample, { stream: true })
    return NO_TEXT.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

const PAGE_NAME = /\.x?html?$/i
const MARKDOWN_NAME = /\.(?:md|markdown|mdown|mkd)$/i

/** Number of leading characters that are searched for HTML markers. */
const OPENING = 2_000

function looksLikeHtml(text: string, name: string): boolean {
  const opening = text.slice(0, OPENING).trimStart()
  if (!opening.startsWith('<')) return false
  return /<!doctype\s+html|<(?:html|head|body)[\s>]/i.test(opening) || (PAGE_NAME.test(name) && /<[a-z]/i.test(opening))
}

const MARKDOWN = [/^#{1,6}[ \t]\S/m, /^(?:```|~~~)/m, /\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)/, /\*\*[^*\n]{1,200}\*\*/]

const looksLikeMarkdown = (text: string, name: string) =>
  MARKDOWN_NAME.test(name) || (!/\.te?xt$/i.test(name) && MARKDOWN.filter((sign) => sign.test(text)).length >= 2)

/** Expected format by file name, used until the file arrives. */
export function formatOfName(name: string): SourceFormat {
  if (/\.pdf$/i.test(name)) return 'application/pdf'
  if (PAGE_NAME.test(name)) return 'text/html'
  return MARKDOWN_NAME.test(name) ? 'text/markdown' : 'text/plain'
}
