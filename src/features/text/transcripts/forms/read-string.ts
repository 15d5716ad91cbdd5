import { type TranscriptDocument, TranscriptFault } from '../model.ts'
import { isBlank, splitLines } from './lines.ts'
import { isSbvTiming, isSrtTiming, readSbv, readSrt } from './read-srt.ts'
import { isChatLine, readChatLog, readText } from './read-text.ts'
import { readWebvtt } from './read-webvtt.ts'

/**
 * Reads text that isn't JSON; the content determines the form. Text that starts like a subtitle format is read as that
 * format. If it's damaged, it is rejected rather than read as plain text.
 * @param extension file extension in lower case without the dot, used only if the content is ambiguous
 */
export function readString(source: string, extension: string): TranscriptDocument {
  if (/^\uFEFF?WEBVTT/.test(source)) return readWebvtt(source)
  const lines = splitLines(source)
  const top = lines.filter((line) => !isBlank(line)).slice(0, 2)
  const [first = '', second = ''] = top
  if (isChatLine(first)) return readChatLog(source)
  if (isSbvTiming(first) || extension === 'sbv') return readSbv(source)
  if (extension === 'vtt') return readWebvtt(source)
  if (extension === 'srt') return readSrt(source)
  // Cues without numbers and with points before the milliseconds are WebVTT without its first line.
  if (isSrtTiming(first) && !first.includes(',')) return readWebvtt(source)
  const isNumbered = /^\d{1,9}$/.test(first.trim())
  if (isSrtTiming(first) || isSrtTiming(second) || isNumbered || lines.some(isSrtTiming)) return readSrt(source)
  if (top.length === 0) throw new TranscriptFault('The transcript is empty.', { line: 1 })
  return readText(source)
}
