import { type TranscriptDocument, TranscriptFault } from '../model.ts'
import { withoutNotices } from './notices.ts'
import { isSbvTiming, isSrtTiming, readSbv, readSrt } from './read-srt.ts'
import { isChatLine, readChatLog, readText } from './read-text.ts'
import { readWebvtt } from './read-webvtt.ts'
import { hasClockLines } from './text/clock-blocks.ts'
import { TEXT_FORMS } from './text-forms.ts'
import { toTextSource } from './text-source.ts'
import { refuseDocument } from './unsupported.ts'

/**
 * Reads text that isn't JSON; the content determines the form. Text that starts like a form is read as that form. Damaged
 * text and other kinds of documents are rejected, never read as plain text.
 * @param extension file extension in lower case without the dot, used only if the content is ambiguous
 */
export function readString(given: string, extension: string): TranscriptDocument {
  if (/^\uFEFF?WEBVTT/.test(given)) return readWebvtt(given)
  const { text, count } = withoutNotices(given)
  const document = readPlain(text, extension)
  if (count === 0) return document
  return { ...document, omitted: [...(document.omitted ?? []), { what: 'notices', count }] }
}

function readPlain(text: string, extension: string): TranscriptDocument {
  const source = toTextSource(text)
  const { lines, head } = source
  const [first = '', second = ''] = head
  if (head.length === 0) throw new TranscriptFault('The transcript is empty.', { line: 1 })
  if (isChatLine(first)) return readChatLog(text)
  if (isSbvTiming(first) || extension === 'sbv') return readSbv(text)
  if (extension === 'vtt') return readWebvtt(text)
  if (extension === 'srt') return readSrt(text)
  // Cues without numbers and with points before the milliseconds are WebVTT without its first line.
  if (isSrtTiming(first) && !first.includes(',')) return readWebvtt(text)
  const isNumbered = /^\d{1,9}$/.test(first.trim())
  const isCard = isNumbered || isSrtTiming(first) || isSrtTiming(second)
  const form = isCard ? undefined : TEXT_FORMS.find((each) => each.recognize(source))
  if (form !== undefined) return form.read(source)
  if (isCard || lines.some(isSrtTiming)) return readSrt(text)
  refuseDocument(source)
  if (hasClockLines(source.head)) {
    throw new TranscriptFault(
      'The text has times on lines of their own, but doesn’t start with one. Remove the lines before the first time, or write each turn as `[00:00:03] Name: text`.',
      { line: 1 },
    )
  }
  return readText(text)
}
