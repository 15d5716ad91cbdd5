/**
 * Window of a transcript: as many segments as fit into a result, and where the next window starts. A segment that is
 * longer than a window continues in the next one, so the complete text can be read.
 */
import { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import { estimateTokens } from '../../../core/language-model.ts'
import { charactersWithin } from '../../../core/tool-fit.ts'
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import {
  isShortInput,
  loadSegments,
  type SegmentsInput,
  segmentText,
  type TranscriptSegment,
} from '../../text/transcripts/index.ts'
import { CUT, clipped } from './bounds.ts'

export const segmentTold = z.object({
  segment: z.int(),
  speaker: z.string(),
  start: z.number().nullable(),
  end: z.number().nullable(),
  text: z.string(),
})
export type ToolSegment = z.output<typeof segmentTold>

/** Start of a window: a segment, and a number of characters into its text. */
export interface WindowPlace {
  readonly segment: number
  readonly offset: number
}

export interface TranscriptWindow {
  readonly segments: ToolSegment[]
  /** Undefined if the window ends with the transcript. */
  readonly next: WindowPlace | undefined
}

const NAME_MAX = 100
/** Tokens reserved for the other fields of a shortened segment. */
const AROUND = 60

/** Start of a window, by place or by time. */
export type WindowStart = WindowPlace | { readonly seconds: number }

/** Start that the transcript doesn't have. */
export interface WindowFault {
  readonly fault: 'untimed' | 'time_after_end' | 'segment_after_end'
  /** Number of segments of the transcript. */
  readonly count: number
}

/** Reads a window. A worker thread reads long transcripts. */
export function readWindow(
  input: SegmentsInput,
  start: WindowStart,
  limits: { readonly tokens: number; readonly count: number },
): (TranscriptWindow & { readonly count: number }) | WindowFault {
  const all = loadSegments(input)
  const from = 'seconds' in start ? segmentAt(all, start.seconds) : start
  const count = all.length
  if (typeof from === 'string') return { fault: from, count }
  if (from.segment > 0 && from.segment >= count) return { fault: 'segment_after_end', count }
  return { ...sliceTranscript(all, from, limits), count }
}

export const windowTask = defineWorkerTask(import.meta.url, readWindow, isShortInput)

export function invalidStart({ fault, count }: WindowFault) {
  if (fault === 'segment_after_end') {
    return invalid({
      pointer: '/from_segment',
      detail: `\`from_segment\` is after the end of the transcript, which has ${count} segments. Use 0 to ${count - 1}.`,
    })
  }
  return invalid({
    pointer: '/from_seconds',
    detail:
      fault === 'untimed'
        ? "`from_seconds` can't be used because the transcript has no times. Use `from_segment`."
        : '`from_seconds` is after the end of the transcript. Use a smaller value.',
  })
}

export function sliceTranscript(
  all: readonly TranscriptSegment[],
  from: WindowPlace,
  { tokens, count }: { tokens: number; count: number },
): TranscriptWindow {
  const segments: ToolSegment[] = []
  let room = tokens
  for (let index = from.segment; index < all.length && segments.length < count; index++) {
    const one = all[index] as TranscriptSegment
    const offset = index === from.segment ? from.offset : 0
    const whole = toToolSegment(one, index, offset)
    const size = estimateTokens(JSON.stringify(whole)) + 1
    if (size <= room) {
      segments.push(whole)
      room -= size
      continue
    }
    if (segments.length > 0) return { segments, next: { segment: index, offset: 0 } }
    const said = segmentText(one)
    const length = Math.max(charactersWithin(said.slice(offset), tokens - AROUND), 2)
    const part = said.slice(offset, offset + length)
    const text = `${offset > 0 ? `${CUT} ` : ''}${part} ${CUT}`
    return { segments: [{ ...whole, text }], next: { segment: index, offset: offset + part.length } }
  }
  const end = from.segment + segments.length
  return { segments, next: end < all.length ? { segment: end, offset: 0 } : undefined }
}

function toToolSegment(one: TranscriptSegment, segment: number, offset: number): ToolSegment {
  const said = segmentText(one)
  return {
    segment,
    speaker: clipped(one.speaker.name, NAME_MAX),
    start: one.start,
    end: one.end,
    text: offset > 0 ? `${CUT} ${said.slice(offset)}` : said,
  }
}

/** Returns the first segment that ends after this time, or the reason why there is none. */
export function segmentAt(
  all: readonly TranscriptSegment[],
  seconds: number,
): WindowPlace | 'untimed' | 'time_after_end' {
  if (all.length === 0) return { segment: 0, offset: 0 }
  if (!all.some(({ start, end }) => start !== null || end !== null)) return 'untimed'
  const segment = all.findIndex(({ start, end }) => (end ?? start ?? Number.NEGATIVE_INFINITY) > seconds)
  return segment < 0 ? 'time_after_end' : { segment, offset: 0 }
}

/** @param version transcript version, because a window continues only in the version it started in */
export const printPlace = (version: number, { segment, offset }: WindowPlace): string =>
  Buffer.from(`${version} ${segment} ${offset}`).toString('base64url')

export function readPlace(cursor: string): WindowPlace & { readonly version: number } {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, version, segment, offset] = /^(\d{1,9}) (\d{1,9}) (\d{1,9})$/.exec(text) ?? []
  if (version === undefined || segment === undefined || offset === undefined) {
    throw invalid({
      pointer: '/cursor',
      detail: '`cursor` must be the `next_cursor` of a response about the same call. Omit it for the first window.',
    })
  }
  return { version: Number(version), segment: Number(segment), offset: Number(offset) }
}
