/** Joins the lines of two transcripts, cuts one in two, and outlines them for plans. Pure functions. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { isUnnamedSpeaker } from '../../text/speaker-names/index.ts'
import {
  isShortInput,
  loadSegments,
  type SegmentsInput,
  segmentText,
  type TranscriptSegment,
} from '../../text/transcripts/index.ts'

export interface TranscriptPart {
  readonly form: 'V1' | 'V2'
  readonly segments: readonly TranscriptSegment[]
}

/** Whether every line has a start. */
export const hasTimes = ({ segments }: Pick<TranscriptPart, 'segments'>): boolean =>
  segments.length > 0 && segments.every(({ start }) => start !== null)

/** End of the last line in seconds. Null without times. */
export function findEnd({ segments }: Pick<TranscriptPart, 'segments'>): number | null {
  let last: number | null = null
  for (const { start, end } of segments) {
    const at = end ?? start
    if (at !== null && (last === null || at > last)) last = at
  }
  return last
}

/** Start of the first line in seconds. Null without times. */
function findStart({ segments }: Pick<TranscriptPart, 'segments'>): number | null {
  let first: number | null = null
  for (const { start } of segments) if (start !== null && (first === null || start < first)) first = start
  return first
}

/** Milliseconds are the finest times of any form. */
export const shift = (time: number | null, seconds: number): number | null =>
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
  const names = renameUnnamed(listNames(first), listNames(second))
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
export function renameUnnamed(first: readonly string[], second: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set([...first, ...second])
  const earlier = new Set(first)
  const names = new Map<string, string>()
  let number = 1
  for (const name of second) {
    if (name === '' || names.has(name) || !earlier.has(name) || !isUnnamedSpeaker(name)) continue
    while (taken.has(`Speaker ${number}`)) number++
    names.set(name, `Speaker ${number}`)
    taken.add(`Speaker ${number}`)
  }
  return names
}

/** Names of the speakers, in the order in which they speak first. */
const listNames = ({ segments }: Pick<TranscriptPart, 'segments'>): string[] => [
  ...new Set(segments.map(({ speaker }) => speaker.name)),
]

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

/** Position of a split: a line, from 0, or a time in seconds. */
export interface SplitPlace {
  readonly segment?: number | undefined
  readonly atSeconds?: number | undefined
}

/** Facts about the lines that a plan needs. */
export interface PartOutline {
  readonly count: number
  readonly isTimed: boolean
  /** End of the last line in seconds. Null without times. */
  readonly end: number | null
  readonly names: readonly string[]
  /** Undefined if all lines are on one side of the place. */
  readonly cut: PartCut | undefined
}

export interface PartCut {
  /** First line of the second part, from 0. */
  readonly segment: number
  /** Start of the second part in seconds. */
  readonly seconds: number
  /** End of the first part in seconds. Null without times. */
  readonly firstEnd: number | null
}

export function outlinePart(input: SegmentsInput, place: SplitPlace): PartOutline {
  const segments = loadSegments(input)
  const part = { segments }
  return {
    count: segments.length,
    isTimed: hasTimes(part),
    end: findEnd(part),
    names: listNames(part),
    cut: findCut(segments, place),
  }
}

function findCut(segments: readonly TranscriptSegment[], { segment, atSeconds }: SplitPlace): PartCut | undefined {
  const found =
    segment ?? (atSeconds === undefined ? -1 : segments.findIndex(({ start }) => start !== null && start >= atSeconds))
  if (found < 1 || found >= segments.length) return undefined
  return {
    segment: found,
    seconds: findStart({ segments: segments.slice(found) }) ?? 0,
    firstEnd: findEnd({ segments: segments.slice(0, found) }),
  }
}

/** Previews run it, so that a reader of a large transcript doesn't occupy the event loop. */
export const outlinePartTask = defineWorkerTask(import.meta.url, outlinePart, isShortInput)
