/** Pure rules of knowledge base sources. */
import type { Unreadable } from '../../core/text-extraction.ts'

/** Longest text of a file that is indexed, in characters as JavaScript counts them: some 2,000 dense pages. */
export const TEXT_MAX = 5_000_000

/** How long a form waits for its file, in seconds. */
export const FORM_SECONDS = 3_600

/** Some minutes after the form has ended, for what is on its way by then. */
export const formDeadline = (from: Date): Date => new Date(from.getTime() + (FORM_SECONDS + 600) * 1_000)

export type Failure = Unreadable | 'no_text' | 'not_unicode' | 'unsupported' | 'not_received' | 'removed' | 'internal'

const FAILURES: Readonly<Record<Failure, string>> = {
  encrypted: 'The file is protected by a password.',
  broken: 'The file is damaged: it cannot be read as what it is.',
  too_complex: 'The file takes too much time or memory to read.',
  no_text: 'There is no text in the file. Scanned pages must be turned into text first.',
  not_unicode: 'The file is no UTF-8 or UTF-16 text.',
  unsupported: 'The file is no PDF, Markdown, HTML or plain text.',
  not_received: 'The file was not sent in time.',
  removed: 'The file was taken away before it was read, because of a person who is in it.',
  internal: 'Something went wrong on our side. Uploading it again may help.',
}

export const failureInWords = (failure: string): string => FAILURES[failure as Failure] ?? FAILURES.internal

/** Where the file of a source lies in the store. */
export const fileOf = (organizationId: string, sourceId: string): string => `${organizationId}/knowledge/${sourceId}`

/** The title of a file that came without one: its name, without what tells its form. */
export function titleOfFile(name: string, max: number): string {
  const clean = name.toWellFormed().replaceAll('\u0000', '').trim()
  const bare = clean.replace(/(?<=.)\.[a-z0-9]{1,8}$/i, '').trim()
  return [...(bare || clean || 'Untitled')].slice(0, max).join('').trim() || 'Untitled'
}

/** Line ends of every kind as one; nothing a text column cannot hold. */
export const cleaned = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\u0000', '')
    .toWellFormed()
