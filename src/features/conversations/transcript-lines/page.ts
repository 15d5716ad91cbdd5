/** Reads one page of a transcript. A worker thread reads long transcripts. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import {
  isShortInput,
  loadSegments,
  type SegmentsInput,
  segmentText,
  type TranscriptSegment,
} from '../../text/transcripts/index.ts'
import { findOccurrences } from './find.ts'
import type { TranscriptLine, TranscriptMeta } from './schema.ts'
import { listTurns } from './turns.ts'

const SPEAKERS_MAX = 500

export interface PageFilters {
  readonly page: number
  readonly size: number
  /** Time or segment that selects the page instead of its number. */
  readonly at?: number | undefined
  readonly segment?: number | undefined
  readonly speaker?: string | undefined
  readonly matching?: boolean | undefined
  readonly turns?: boolean | undefined
  /** Text to highlight, normalized; empty without one. */
  readonly wanted: string
  readonly form: 'V1' | 'V2'
}

export interface TranscriptPage extends Pick<TranscriptMeta, 'segmentCount' | 'timed' | 'speakers' | 'turns'> {
  readonly data: TranscriptLine[]
  /** Number of lines that the filters include. */
  readonly total: number
  readonly page: number
}

export function readTranscriptPage(input: SegmentsInput, filters: PageFilters): TranscriptPage {
  const segments = loadSegments(input)
  const { at, size, form, wanted } = filters
  const included = findIncludedLines(filters, segments)
  const place = at === undefined ? filters.segment : segmentSpokenAt(segments, at)
  const page = place === undefined ? filters.page : pageWith(included, place, size)
  const lines = included.slice((page - 1) * size, page * size)
  const speakers = countSegmentsBySpeaker(segments)
  return {
    data: lines.map((index) => toTranscriptLine(segments[index] as TranscriptSegment, index, form, wanted)),
    ...{ total: included.length, page, segmentCount: segments.length, speakers },
    timed: segments.some(({ start }) => start !== null),
    ...(filters.turns ? { turns: listTurns(segments, speakers) } : {}),
  }
}

export const pageTask = defineWorkerTask(import.meta.url, readTranscriptPage, isShortInput)

/** Positions of the lines that the filters include. */
function findIncludedLines(
  { speaker, matching, wanted }: PageFilters,
  segments: readonly TranscriptSegment[],
): number[] {
  const meant: number[] = []
  for (const [index, segment] of segments.entries()) {
    if (speaker !== undefined && segment.speaker.name !== speaker) continue
    if (matching && findOccurrences(segmentText(segment), wanted).length === 0) continue
    meant.push(index)
  }
  return meant
}

/** Segment with the latest start at or before a time; the first segment if there is none. */
export function segmentSpokenAt(segments: readonly TranscriptSegment[], second: number): number {
  let found = 0
  let latest = Number.NEGATIVE_INFINITY
  for (const [index, { start }] of segments.entries()) {
    if (start !== null && start <= second && start > latest) {
      latest = start
      found = index
    }
  }
  return found
}

function pageWith(meant: readonly number[], segment: number, size: number): number {
  const found = meant.findIndex((index) => index >= segment)
  const position = found === -1 ? Math.max(0, meant.length - 1) : found
  return Math.floor(position / size) + 1
}

function toTranscriptLine(
  segment: TranscriptSegment,
  index: number,
  form: 'V1' | 'V2',
  wanted: string,
): TranscriptLine {
  const text = segmentText(segment)
  const { speaker, start, end, words } = segment
  return {
    ...{ segment: index, speaker, start, end, text },
    words: form === 'V2' ? words : null,
    highlights: findOccurrences(text, wanted),
  }
}

type SpeakerCount = TranscriptMeta['speakers'][number]

function countSegmentsBySpeaker(segments: readonly TranscriptSegment[]): SpeakerCount[] {
  const counts = new Map<string, { segments: number; internal: boolean | null }>()
  for (const { speaker } of segments) {
    const before = counts.get(speaker.name)
    counts.set(speaker.name, {
      segments: (before?.segments ?? 0) + 1,
      internal: before?.internal ?? speaker.internal ?? null,
    })
  }
  return [...counts].slice(0, SPEAKERS_MAX).map(([name, count]) => ({ name, ...count }))
}
