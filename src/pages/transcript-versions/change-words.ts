/** Describes what differs between two versions of a transcript in words. */

import { type Message, type Text, t } from '../../core/languages/message.ts'
import type { TranscriptChangeSummary } from '../../features/conversations/transcript-versions/index.ts'

/** Maximum number of renamed speakers that are named. */
const RENAMES_SHOWN = 3

export const speakerName = (name: string): Text => (name === '' ? t('Unknown speaker') : name)

export const countLines = (count: number): Message => (count === 1 ? t('1 line') : t`${count} lines`)

/** @returns phrases such as `Speaker 1 renamed to Ann in 89 lines`; one phrase if nothing differs */
export function describeChanges(summary: TranscriptChangeSummary): Message[] {
  const { changed, added, removed, renamed, details, renames } = summary
  const shown = renames.slice(0, RENAMES_SHOWN)
  const others = renamed - shown.reduce((sum, { lines }) => sum + lines, 0)
  const phrases = [
    ...shown.map(
      ({ from, to, lines }) => t`${speakerName(from)} renamed to ${speakerName(to)} in ${countLines(lines)}`,
    ),
    others > 0 && t`Other speakers renamed in ${countLines(others)}`,
    changed > 0 && (changed === 1 ? t('Words changed in 1 line') : t`Words changed in ${changed} lines`),
    added > 0 && (added === 1 ? t('1 line added') : t`${added} lines added`),
    removed > 0 && (removed === 1 ? t('1 line removed') : t`${removed} lines removed`),
  ].filter((phrase) => phrase !== false)
  if (phrases.length > 0) return phrases
  return [details > 0 ? t`Times or speaker details changed in ${countLines(details)}` : t('No words changed')]
}
