/** Who said how many words when: what all figures are made of. */
import { isSameSpeaker, type Speaker, segmentText, type TranscriptSegment } from '../transcripts/index.ts'

/** First and last second of speech. */
export type Interval = readonly [start: number, end: number]

/** What one segment says. */
export interface Utterance {
  /** Position in the transcript. */
  readonly segment: number
  /** Position in the list of speakers. */
  readonly speaker: number
  readonly text: string
  readonly words: number
  /** When it was spoken, in order; none when the source does not say. */
  readonly intervals: readonly Interval[]
  /** Of the intervals, or of the segment when it has a beginning alone. */
  readonly start: number | null
  readonly end: number | null
}

export interface Spoken {
  readonly speakers: readonly Speaker[]
  /** By their beginning where all of them have one, else as the transcript has them. */
  readonly utterances: readonly Utterance[]
}

/** Seconds without a word within a segment that still belong to speaking. */
const BREATH = 1

export function spokenIn(segments: readonly TranscriptSegment[]): Spoken {
  const numbers = new Map<string, number>()
  const speakers: Speaker[] = []
  let last: { speaker: Speaker; number: number } | undefined
  const numberOf = (speaker: Speaker): number => {
    if (last !== undefined && isSameSpeaker(last.speaker, speaker)) return last.number
    const key = JSON.stringify([speaker.id, speaker.name, speaker.email])
    let number = numbers.get(key)
    if (number === undefined) {
      number = speakers.length
      numbers.set(key, number)
      speakers.push(speaker)
    }
    last = { speaker, number }
    return number
  }
  const utterances: Utterance[] = []
  segments.forEach((segment, index) => {
    const text = segmentText(segment)
    const words = wordsIn(text)
    if (words === 0) return
    const intervals = intervalsOf(segment)
    utterances.push({
      ...{ segment: index, speaker: numberOf(segment.speaker), text, words, intervals },
      start: intervals[0]?.[0] ?? segment.start,
      end: intervals.at(-1)?.[1] ?? null,
    })
  })
  const inTime = utterances.every(({ start }) => start !== null)
  return { speakers, utterances: inTime ? utterances.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0)) : utterances }
}

/** Where every word has its own time, those; else the segment's. */
function intervalsOf({ start, end, words }: TranscriptSegment): Interval[] {
  if (words.length > 1) {
    const each = words.flatMap(({ startTimestamp: from, endTimestamp: to }): Interval[] =>
      from !== null && to !== null && to >= from ? [[from, to]] : [],
    )
    if (each.length === words.length) return joined(each, BREATH)
  }
  return start !== null && end !== null && end > start ? [[start, end]] : []
}

/** The intervals in order, without overlap; those less than `gap` apart are one. */
export function joined(intervals: readonly Interval[], gap: number): Interval[] {
  const out: [number, number][] = []
  let last: [number, number] | undefined
  for (const [start, end] of intervals.toSorted((a, b) => a[0] - b[0])) {
    if (last !== undefined && start - last[1] < gap) {
      last[1] = Math.max(last[1], end)
    } else {
      last = [start, end]
      out.push(last)
    }
  }
  return out.filter(([start, end]) => end > start)
}

const BLANKLESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** Runs of anything but white space that hold a letter or a digit; in scripts without blanks the words of a dictionary. */
export function wordsIn(text: string): number {
  let count = 0
  if (BLANKLESS.test(text)) {
    for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count++
    return count
  }
  for (const [run] of text.matchAll(/\S+/g)) if (/[\p{L}\p{N}]/u.test(run)) count++
  return count
}
