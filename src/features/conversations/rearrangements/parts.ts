/** Joins the lines of two transcripts, and cuts one in two. Pure functions. */
import { isUnnamedSpeaker } from '../../text/speaker-names/index.ts'
import { segmentText, type TranscriptSegment } from '../../text/transcripts/index.ts'

export interface TranscriptPart {
  readonly form: 'V1' | 'V2'
  readonly segments: readonly TranscriptSegment[]
}

/** Whether every line has a start. */
export const hasTimes = ({ segments }: TranscriptPart): boolean =>
  segments.length > 0 && segments.every(({ start }) => start !== null)

/** End of the last line in seconds. Null without times. */
export function findEnd({ segments }: TranscriptPart): number | null {
  let last: number | null = null
  for (const { start, end } of segments) {
    const at = end ?? start
    if (at !== null && (last === null || at > last)) last = at
  }
  return last
}

/** Start of the first line in seconds. Null without times. */
export function findStart({ segments }: TranscriptPart): number | null {
  let first: number | null = null
  for (const { start } of segments) if (start !== null && (first === null || start < first)) first = start
  return first
}

/** Milliseconds are the finest times of any form. */
const shift = (time: number | null, seconds: number): number | null =>
  time === null ? null : Math.max(0, Math.round((time + seconds) * 1000) / 1000)

export function shiftTimes(segments: readonly TranscriptSegment[], seconds: number): TranscriptSegment[] {
  if (seconds === 0) return [...segments]
  return segments.map((segment) => ({
    ...segment,
    start: shift(segment.start, seconds),
    end: shift(segment.end, seconds),
    words: segment.words.map((word) => ({
      ...word,
      startTimestamp: shift(word.startTimestamp, seconds),
      endTimestamp: shift(word.endTimestamp, seconds),
    })),
  }))
}

/** The same lines with one entry for each, because the other transcript has no times of words. */
const toSentences = (segments: readonly TranscriptSegment[]): TranscriptSegment[] =>
  segments.map((segment) => ({
    ...segment,
    words: [{ text: segmentText(segment), startTimestamp: segment.start, endTimestamp: segment.end }],
  }))

/**
 * Lines of two transcripts behind each other. The result has times of words only if both have them. Without times in one
 * of them, the lines keep the times they have.
 * @param offset seconds from the start of the first recording to the start of the second
 */
export function joinParts(first: TranscriptPart, second: TranscriptPart, offset: number): TranscriptPart {
  const form = first.form === second.form ? first.form : 'V1'
  const toForm = (part: TranscriptPart) => (part.form === form ? part.segments : toSentences(part.segments))
  const names = renameUnnamed(first, second)
  const later = shiftTimes(toForm(second), offset).map((segment): TranscriptSegment => {
    const name = names.get(segment.speaker.name)
    return name === undefined ? segment : { ...segment, speaker: { ...segment.speaker, name } }
  })
  return { form, segments: [...toForm(first), ...later] }
}

/**
 * New names for speakers of the second transcript whose names a recognizer invented, such as `Speaker 1`. Those that the
 * first transcript has too get one, because they need not be the same people.
 */
export function renameUnnamed(first: TranscriptPart, second: TranscriptPart): ReadonlyMap<string, string> {
  const taken = new Set([...first.segments, ...second.segments].map(({ speaker }) => speaker.name))
  const earlier = new Set(first.segments.map(({ speaker }) => speaker.name))
  const names = new Map<string, string>()
  let number = 1
  for (const { speaker } of second.segments) {
    const { name } = speaker
    if (name === '' || names.has(name) || !earlier.has(name) || !isUnnamedSpeaker(name)) continue
    while (taken.has(`Speaker ${number}`)) number++
    names.set(name, `Speaker ${number}`)
    taken.add(`Speaker ${number}`)
  }
  return names
}

/** Lines before and after a position. The later ones start at 0. */
export function cutPart(
  part: TranscriptPart,
  segment: number,
): { readonly first: TranscriptPart; readonly second: TranscriptPart; readonly seconds: number } {
  const later = { form: part.form, segments: part.segments.slice(segment) }
  const seconds = findStart(later) ?? 0
  return {
    first: { form: part.form, segments: part.segments.slice(0, segment) },
    second: { form: part.form, segments: shiftTimes(later.segments, -seconds) },
    seconds,
  }
}
