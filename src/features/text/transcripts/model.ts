/**
 * Common model of all transcript forms. Times are seconds from the start of the recording, and `null` if the source has
 * none.
 */
import { RECORDING_SECONDS_MAX } from '../../../core/recording-times.ts'

/** In form V2, one word. In form V1, the whole sentence, because the source has no times of words. */
export interface Word {
  text: string
  startTimestamp: number | null
  endTimestamp: number | null
}

/** Speaker of a segment. `name` is empty if unknown. */
export interface Speaker {
  id?: string
  name: string
  email?: string
  internal?: boolean
}

/** Smallest unit of the source: a cue, sentence, turn or chat message. */
export interface Segment {
  speaker: Speaker
  start: number | null
  end: number | null
  words: Word[]
}

/** V1: one time per sentence (each segment has one `words` entry with the sentence). V2: one time per word. */
export type TranscriptForm = 'V1' | 'V2'

export interface Party {
  id?: string
  name?: string
  email?: string
  organizer?: boolean
  status?: string
  tel?: string
}

/** Encoding in which the text of a file was read. */
export type TextEncoding = 'UTF-8' | 'UTF-16' | 'Windows-1252' | 'Shift JIS' | 'EUC-JP' | 'ISO-2022-JP'

/** Report of a reader about a source, for people and for the import metadata. */
export interface ReadingReport {
  /** Name of the form. */
  readonly form: string
  /** Content that was read, such as `3 speakers`. */
  readonly taken: readonly string[]
  /** Content that a transcript usually has and the source lacks, such as `end times`. */
  readonly missing: readonly string[]
  /** Content of the source that isn't speech, with its number. */
  readonly leftOut: readonly { readonly what: string; readonly count: number }[]
  /** Encoding of the text of a file. Missing for UTF-8, and for content of a request. */
  readonly encoding?: Exclude<TextEncoding, 'UTF-8'> | undefined
}

/** Content of a file or request body. Members that the source doesn't have are absent. */
export interface TranscriptDocument {
  /** ID of the form. Forms are listed in `forms/json-forms.ts` and `forms/text-forms.ts`. */
  format: string
  form: TranscriptForm
  segments: Segment[]
  externalId?: string
  title?: string
  /** Start as `YYYY-MM-DDTHH:mm:ss.sssZ`. */
  startedAt?: string
  /** Time of day of second 0 as `HH:MM` or `HH:MM:SS`, if the source has no date. */
  timeOfDay?: string
  durationSeconds?: number
  language?: string
  parties?: Party[]
  mediaUrl?: string
  /** Hash of the recording behind `mediaUrl`, as `algorithm-base64url`. */
  mediaHash?: string
  summary?: string
  /** Encoding of the file. Absent for UTF-8, and for content of a request. */
  encoding?: Exclude<TextEncoding, 'UTF-8'>
  /** Report of the reading, if it was made where the segments were. Otherwise `describeReading` makes it. */
  reading?: ReadingReport
  /** Content that isn't speech, with its number. Absent if the reader used everything. */
  omitted?: { what: string; count: number }[]
  /** Attributes of the conversation; only in vCon exports of Parley. */
  conversation?: Record<string, unknown>
}

/** Input of `writeTranscript`. Unknown values are absent or null and aren't written. */
export interface TranscriptConversation {
  uuid: string
  title?: string | null | undefined
  /** ISO 8601 with an offset or `Z`; the same for the next two. */
  startedAt?: string | null | undefined
  createdAt: string
  updatedAt?: string | null | undefined
  durationSeconds?: number | null | undefined
  language?: string | null | undefined
  form: TranscriptForm
  segments: readonly Segment[]
  parties: readonly Party[]
  mediaUrl?: string | null | undefined
  /** Hash of the recording behind `mediaUrl`, as `algorithm-base64url`. */
  mediaHash?: string | null | undefined
  summary?: string | null | undefined
  /** All other attributes that a vCon export must keep, as plain JSON. */
  attributes: Record<string, unknown>
}

/** Forms of exports. The first one is the default. */
export const EXPORT_FORMS = ['vcon', 'vtt', 'srt', 'txt', 'md', 'json'] as const
export type ExportForm = (typeof EXPORT_FORMS)[number]

/**
 * Limits of a transcript. They are far above real conversations and prevent a hostile file from exhausting memory or
 * the database.
 */
export const LIMITS = {
  segments: 200_000,
  words: 2_000_000,
  /** Unicode code points of a speaker's or party's name, id or address. */
  nameLength: 512,
  /** Unicode code points of one segment's text. */
  segmentLength: 1_000_000,
  /** Unicode code points of a title. */
  titleLength: 10_000,
  /** Maximum time in seconds. */
  time: RECORDING_SECONDS_MAX,
  /** Levels of arrays and objects in a JSON form. */
  depth: 100,
} as const

/** Location of a fault: 1-based line of the source, JSON pointer (RFC 6901), or both in JSON lines. */
export interface FaultLocation {
  line?: number
  pointer?: string
}

/**
 * Fault of a transcript that can't be read, or can't be written in the requested form. `message` is a fixed sentence
 * about the rule and never quotes rejected content; `line` and `pointer` are the location.
 */
export class TranscriptFault extends Error {
  override readonly name = 'TranscriptFault'
  readonly line?: number
  readonly pointer?: string

  constructor(message: string, { line, pointer }: FaultLocation = {}) {
    super(message)
    if (line !== undefined) this.line = line
    if (pointer !== undefined) this.pointer = pointer
  }
}

/** Words of a segment, joined by single spaces. In form V1, the sentence as in the source. */
export function segmentText(segment: Pick<Segment, 'words'>): string {
  const [first, ...rest] = segment.words
  if (first === undefined) return ''
  return rest.length === 0 ? first.text : segment.words.map((word) => word.text).join(' ')
}

/** Whether at least one segment has text. */
export function isSpoken(segments: readonly Pick<Segment, 'words'>[]): boolean {
  return segments.some(({ words }) => words.some((word) => word.text.trim() !== ''))
}

/**
 * Text of a transcript with one line `Speaker: text` per speaker turn, or only the text if the speaker is unknown. Line
 * breaks in names and texts become spaces. Segments without text are skipped.
 */
export function transcriptText(segments: readonly Segment[]): string {
  const lines: string[] = []
  let turn: string[] = []
  let speaker: Speaker | undefined
  const close = () => {
    if (speaker === undefined) return
    const name = oneLine(speaker.name)
    lines.push(name === '' ? turn.join(' ') : `${name}: ${turn.join(' ')}`)
  }
  for (const segment of segments) {
    if (!isSpoken([segment])) continue
    if (speaker === undefined || !isSameSpeaker(speaker, segment.speaker)) {
      close()
      speaker = segment.speaker
      turn = []
    }
    turn.push(oneLine(segmentText(segment)))
  }
  close()
  return lines.join('\n')
}

/** Converts a text to one trimmed line. Line breaks and the white space around them become one space. */
export function oneLine(text: string): string {
  if (!/[\n\r\u2028\u2029\v\f\u0085]/.test(text)) return text.trim()
  return text
    .split(/[\n\r\u2028\u2029\v\f\u0085]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}

/** Number of words: runs of characters other than white space. */
export function wordCount(segments: readonly Pick<Segment, 'words'>[]): number {
  let count = 0
  for (const segment of segments) for (const word of segment.words) count += countWords(word.text)
  return count
}

/** Counts without substrings, because an import counts the words of each line several times. */
export function countWords(text: string): number {
  let count = 0
  let isAfterSpace = true
  for (let at = 0; at < text.length; at++) {
    const isSpace = isSpaceCode(text.charCodeAt(at))
    if (isAfterSpace && !isSpace) count++
    isAfterSpace = isSpace
  }
  return count
}

/** Whether a UTF-16 unit is white space, as `\s` in regular expressions. */
const isSpaceCode = (code: number): boolean =>
  code < 0x80 ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : OTHER_SPACES.has(code)
const OTHER_SPACES: ReadonlySet<number> = new Set([
  ...[0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028],
  ...[0x2029, 0x202f, 0x205f, 0x3000, 0xfeff],
])

/** Whether two speakers are the same: ID, name and email address must be equal. */
export function isSameSpeaker(a: Speaker, b: Speaker): boolean {
  return a.id === b.id && a.name === b.name && a.email === b.email
}

/**
 * Maximum length of a short transcript in UTF-16 units. Rules process it in a few milliseconds, so a worker isn't worth
 * its overhead of half a millisecond.
 */
const SHORT = 2_000

/** Whether a transcript is short. Stops reading at the limit. */
export function isShort(segments: readonly Segment[]): boolean {
  let left = SHORT
  for (const { words } of segments) {
    for (const { text } of words) {
      left -= text.length
      if (left < 0) return false
    }
  }
  return true
}
