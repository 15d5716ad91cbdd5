/** Pure rules of knowledge base sources. */
import type { Unreadable } from '../../../core/text-extraction.ts'

/** Maximum length of the indexed text of a file in UTF-16 units, about 2,000 dense pages. */
export const TEXT_MAX = 5_000_000

/** Validity of an upload form in seconds. */
export const FORM_SECONDS = 3_600

/** Ten minutes after the form expires, so that uploads in progress can finish. */
export const formDeadline = (from: Date): Date => new Date(from.getTime() + (FORM_SECONDS + 600) * 1_000)

export type ExtractionFailure =
  | Unreadable
  | 'no_text'
  | 'not_unicode'
  | 'unsupported'
  | 'not_received'
  | 'removed'
  | 'internal'

const FAILURES: Readonly<Record<ExtractionFailure, string>> = {
  encrypted: 'The file is protected by a password. Upload it without a password.',
  broken: "The file is damaged and can't be read.",
  too_complex: 'The file is too complex to read. Split it into smaller files.',
  no_text: 'The file contains no text. Run text recognition (OCR) on scanned pages before you upload them.',
  not_unicode: "The text isn't encoded in UTF-8 or UTF-16. Convert the file and upload it again.",
  unsupported: "The file isn't a PDF, Markdown, HTML or plain text file.",
  not_received: "The file wasn't uploaded before the form expired. Create the source again.",
  removed: "The file was deleted before it was indexed, to erase a person's data.",
  internal: 'An internal error occurred. Upload the file again.',
}

export const failureInWords = (failure: string): string => FAILURES[failure as ExtractionFailure] ?? FAILURES.internal

/** Key of the file of a source in the file store. */
export const toFileKey = (organizationId: string, sourceId: string): string => `${organizationId}/knowledge/${sourceId}`

/** Default title of a file: its name without the extension. */
export function titleOfFile(name: string, max: number): string {
  const clean = name.toWellFormed().replaceAll('\u0000', '').trim()
  const bare = clean.replace(/(?<=.)\.[a-z0-9]{1,8}$/i, '').trim()
  return [...(bare || clean || 'Untitled')].slice(0, max).join('').trim() || 'Untitled'
}

/** Normalizes line breaks and removes characters that a text column can't store. */
export const cleanText = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\u0000', '')
    .toWellFormed()
