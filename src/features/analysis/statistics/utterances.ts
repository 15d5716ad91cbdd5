/** Converts segments to utterances: speaker, number of words and times. All figures are computed from these. */
import { isSameSpeaker, type Speaker, segmentText, type TranscriptSegment } from '../../text/transcripts/index.ts'

/** Start and end of speech, in seconds. */
export type Interval = readonly [start: number, end: number]

/** The text of one segment. */
export interface Utterance {
  /** Position of the segment in the transcript, from 0. */
  readonly segment: number
  /** Position in the list of speakers, from 0. */
  readonly speaker: number
  readonly text: string
  readonly words: number
  /** Times of speech in order; empty if the source has none. */
  readonly intervals: readonly Interval[]
  /** Start and end of the intervals, or of a segment that has only a start time. */
  readonly start: number | null
  readonly end: number | null
}

export interface SpokenUtterances {
  readonly speakers: readonly Speaker[]
  /** Sorted by start time if all have one, otherwise in transcript order. */
  readonly utterances: readonly Utterance[]
}

/** Maximum pause in seconds within continuous speech of a segment. */
const BREATH = 1

export function spokenIn(segments: readonly TranscriptSegment[]): SpokenUtterances {
  const numbers = new Map<string, number>()
  const speakers: Speaker[] = []
  let last: { speaker: Speaker; number: number } | undefined
  const assignSpeakerNumber = (speaker: Speaker): number => {
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
    const intervals = toIntervals(segment)
    utterances.push({
      ...{ segment: index, speaker: assignSpeakerNumber(segment.speaker), text, words, intervals },
      start: intervals[0]?.[0] ?? segment.start,
      end: intervals.at(-1)?.[1] ?? null,
    })
  })
  const inTime = utterances.every(({ start }) => start !== null)
  return { speakers, utterances: inTime ? utterances.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0)) : utterances }
}

/** Times of the words if every word has one, otherwise of the segment. */
function toIntervals({ start, end, words }: TranscriptSegment): Interval[] {
  if (words.length > 1) {
    const each = words.flatMap(({ startTimestamp: from, endTimestamp: to }): Interval[] =>
      from !== null && to !== null && to >= from ? [[from, to]] : [],
    )
    if (each.length === words.length) return mergeIntervals(each, BREATH)
  }
  return start !== null && end !== null && end > start ? [[start, end]] : []
}

/** Sorts intervals and merges those that overlap or are less than `gap` seconds apart. */
export function mergeIntervals(intervals: readonly Interval[], gap: number): Interval[] {
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

/** Counts words: tokens with a letter or digit. In scripts without spaces, dictionary words. */
export function wordsIn(text: string): number {
  let count = 0
  if (BLANKLESS.test(text)) {
    for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count++
    return count
  }
  for (const [run] of text.matchAll(/\S+/g)) if (/[\p{L}\p{N}]/u.test(run)) count++
  return count
}
