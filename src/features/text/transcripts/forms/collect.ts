import {
  countWords,
  type FaultLocation,
  LIMITS,
  type Segment,
  type Speaker,
  TranscriptFault,
  type TranscriptForm,
  type Word,
} from '../model.ts'

/** Collects segments, and throws at the first one that exceeds a limit. */
export interface Collector {
  segments: Segment[]
  add(segment: Segment, place: FaultLocation): void
}

export function collector(): Collector {
  const segments: Segment[] = []
  let words = 0
  return {
    segments,
    add(segment, place) {
      if (segments.length >= LIMITS.segments) {
        throw new TranscriptFault(`A transcript can have at most ${LIMITS.segments} segments.`, place)
      }
      checkName(segment.speaker.name, place)
      let length = Math.max(0, segment.words.length - 1)
      for (const word of segment.words) {
        length += word.text.length
        words += Math.max(1, countWords(word.text))
      }
      if (length > LIMITS.segmentLength && codePoints(segment.words) > LIMITS.segmentLength) {
        throw new TranscriptFault(`A segment can have at most ${LIMITS.segmentLength} characters.`, place)
      }
      if (words > LIMITS.words) throw new TranscriptFault(`A transcript can have at most ${LIMITS.words} words.`, place)
      segments.push(segment)
    },
  }
}

/** Segment of form V1: the whole text is one entry. */
export function sentence(speaker: Speaker, start: number | null, end: number | null, text: string): Segment {
  return { speaker, start, end, words: [{ text, startTimestamp: start, endTimestamp: end }] }
}

/** Form of a transcript: V1 if every segment has one entry, otherwise V2. An empty transcript is V1. */
export function detectTranscriptForm(segments: readonly Segment[]): TranscriptForm {
  return segments.every((segment) => segment.words.length === 1) ? 'V1' : 'V2'
}

export function checkName(name: string, place: FaultLocation): void {
  if (isLongerThan(name, LIMITS.nameLength)) {
    throw new TranscriptFault(`A name, ID or email address can have at most ${LIMITS.nameLength} characters.`, place)
  }
}

export function isLongerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  if (text.length > limit * 2) return true
  let count = 0
  for (const _ of text) count++
  return count > limit
}

/** @throws TranscriptFault unless `seconds` is between 0 and `LIMITS.time` */
export function checkTime(seconds: number, place: FaultLocation): number {
  if (!(seconds >= 0 && seconds <= LIMITS.time)) {
    throw new TranscriptFault(
      `A time must be between 0 and ${LIMITS.time} seconds. Write times in seconds from the start of the recording.`,
      place,
    )
  }
  // JSON has no −0.
  return seconds === 0 ? 0 : seconds
}

function codePoints(words: readonly Word[]): number {
  let count = Math.max(0, words.length - 1)
  for (const { text } of words) for (const _ of text) count++
  return count
}
