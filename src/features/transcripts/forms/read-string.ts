import { type TranscriptDocument, TranscriptFault } from '../model.ts'
import { isBlank, splitLines } from './lines.ts'
import { isSbvTiming, isSrtTiming, readSbv, readSrt } from './read-srt.ts'
import { isChatLine, readChatLog, readText } from './read-text.ts'
import { readWebvtt } from './read-webvtt.ts'

/**
 * Text that is not JSON, in the form its content shows. What begins like a cue format is read as that format, and refused
 * when it is broken: plain text is no dustbin for damaged subtitles.
 * @param extension of the file, in lower case without the dot; decides only what the content leaves open
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
  // A cue file without numbers and with points before the milliseconds is WebVTT that lost its first line.
  if (isSrtTiming(first) && !first.includes(',')) return readWebvtt(source)
  const isNumbered = /^\d{1,9}$/.test(first.trim())
  if (isSrtTiming(first) || isSrtTiming(second) || isNumbered || lines.some(isSrtTiming)) return readSrt(source)
  if (top.length === 0) throw new TranscriptFault('There is nothing in it.', { line: 1 })
  return readText(source)
}
