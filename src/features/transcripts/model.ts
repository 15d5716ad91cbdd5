/**
 * The one model every transcript form is read into and written from. Times are seconds from the start of the recording,
 * `null` where the source has none; nothing here ever makes one up.
 */

/** V2: one word. V1: the whole sentence, because the source has no finer time. */
export interface Word {
  text: string
  startTimestamp: number | null
  endTimestamp: number | null
}

/** `name` is empty when the source names nobody. */
export interface Speaker {
  id?: string
  name: string
  email?: string
  internal?: boolean
}

/** One unit of the source: a cue, a sentence, a turn, a chat message. */
export interface Segment {
  speaker: Speaker
  start: number | null
  end: number | null
  words: Word[]
}

/** V1: a time per sentence (each segment has one `words` entry, the whole sentence). V2: a time per word. */
export type TranscriptForm = 'V1' | 'V2'

export interface Party {
  id?: string
  name?: string
  email?: string
  organizer?: boolean
  status?: string
  tel?: string
}

/** What a file or request body said. Members the source does not have are absent. */
export interface TranscriptDocument {
  /**
   * What it was read as: `vcon`, `webvtt`, `srt`, `sbv`, `podcast`, `parley-v1`, `parley-v2`, `segments`, `vexa`,
   * `gong`, `chat-log` or `text`.
   */
  format: string
  form: TranscriptForm
  segments: Segment[]
  externalId?: string
  title?: string
  /** `YYYY-MM-DDTHH:mm:ss.sssZ` */
  startedAt?: string
  durationSeconds?: number
  language?: string
  parties?: Party[]
  mediaUrl?: string
  summary?: string
  /** Only when reading our own vCon export: the conversation attributes it carried. */
  conversation?: Record<string, unknown>
}

/** What `writeTranscript` needs to know about a conversation. What is unknown is absent or null, and is not written. */
export interface TranscriptConversation {
  uuid: string
  title?: string | null | undefined
  /** ISO 8601 with an offset or `Z`, as the two below. */
  startedAt?: string | null | undefined
  createdAt: string
  updatedAt?: string | null | undefined
  durationSeconds?: number | null | undefined
  language?: string | null | undefined
  form: TranscriptForm
  segments: readonly Segment[]
  parties: readonly Party[]
  mediaUrl?: string | null | undefined
  summary?: string | null | undefined
  /** Plain JSON: everything else that a vCon should carry there and back. */
  attributes: Record<string, unknown>
}

export type ExportForm = 'vcon' | 'vtt' | 'srt' | 'txt' | 'json'

/**
 * What one transcript may hold. The bounds are far above any real conversation: they keep one hostile file from filling
 * the memory or the database.
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
  /** Seconds: eleven and a half days. */
  time: 1_000_000,
  /** Levels of arrays and objects in a JSON form. */
  depth: 100,
} as const

/** Where a fault lies: a 1-based line of the source, a JSON pointer (RFC 6901) into it, or both in JSON lines. */
export interface Place {
  line?: number
  pointer?: string
}

/**
 * A transcript that cannot be read, or not be written in the form asked for. `message` is one of our own sentences, tells
 * the rule, and never quotes the rejected content; `line` and `pointer` tell the place.
 */
export class TranscriptFault extends Error {
  override readonly name = 'TranscriptFault'
  readonly line?: number
  readonly pointer?: string

  constructor(message: string, { line, pointer }: Place = {}) {
    super(message)
    if (line !== undefined) this.line = line
    if (pointer !== undefined) this.pointer = pointer
  }
}

/** The words of a segment as one string, joined by single spaces. In V1 it is the sentence as the source has it. */
export function segmentText(segment: Pick<Segment, 'words'>): string {
  const [first, ...rest] = segment.words
  if (first === undefined) return ''
  return rest.length === 0 ? first.text : segment.words.map((word) => word.text).join(' ')
}

/** Whether anything is said at all. */
export function isSpoken(segments: readonly Pick<Segment, 'words'>[]): boolean {
  return segments.some(({ words }) => words.some((word) => word.text.trim() !== ''))
}

/**
 * One line `Speaker: text` a speaker turn (the segments of one speaker in a row), or just the text where the speaker is
 * unknown. Line breaks inside a name or a text become spaces; segments without a spoken word leave no trace.
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

/** The text on one line: breaks and the blanks around them become one space, the ends are trimmed. */
export function oneLine(text: string): string {
  if (!/[\n\r\u2028\u2029\v\f\u0085]/.test(text)) return text.trim()
  return text
    .split(/[\n\r\u2028\u2029\v\f\u0085]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}

/** Spoken words: runs of anything but white space. */
export function wordCount(segments: readonly Pick<Segment, 'words'>[]): number {
  let count = 0
  for (const segment of segments) for (const word of segment.words) count += countWords(word.text)
  return count
}

export function countWords(text: string): number {
  let count = 0
  for (const _ of text.matchAll(/\S+/g)) count++
  return count
}

/** An id tells two people of one name apart; without ids the e-mail address does, and the name last. */
export function isSameSpeaker(a: Speaker, b: Speaker): boolean {
  return a.id === b.id && a.name === b.name && a.email === b.email
}

/**
 * Characters up to which a transcript is short: by rules it is read in a few milliseconds, which nobody notices, while
 * handing it over costs half of one.
 */
const SHORT = 2_000

/** Looks no further than it takes to tell. */
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
