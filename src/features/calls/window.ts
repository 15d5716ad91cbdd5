/**
 * A window of a transcript: as many segments as one answer holds, and where the next one begins. A segment that is longer
 * than a window goes on in the next one, so that every word can be reached.
 */
import { z } from 'zod'
import { invalid } from '../../core/errors.ts'
import { estimateTokens } from '../../core/language-model.ts'
import { charactersWithin } from '../../core/tool-fit.ts'
import { segmentText, type TranscriptSegment } from '../transcripts/index.ts'
import { CUT, clipped } from './bounds.ts'

export const segmentTold = z.object({
  segment: z.int(),
  speaker: z.string(),
  start: z.number().nullable(),
  end: z.number().nullable(),
  text: z.string(),
})
export type SegmentTold = z.output<typeof segmentTold>

/** Where a window begins: at a segment, and so many characters into it. */
export interface WindowPlace {
  readonly segment: number
  readonly offset: number
}

export interface Window {
  readonly segments: SegmentTold[]
  /** Undefined when there is nothing behind this window. */
  readonly next: WindowPlace | undefined
}

const NAME_MAX = 100
/** What the text of a segment that is cut leaves room for. */
const AROUND = 60

export function windowOf(
  all: readonly TranscriptSegment[],
  from: WindowPlace,
  { tokens, count }: { tokens: number; count: number },
): Window {
  const segments: SegmentTold[] = []
  let room = tokens
  for (let index = from.segment; index < all.length && segments.length < count; index++) {
    const one = all[index] as TranscriptSegment
    const offset = index === from.segment ? from.offset : 0
    const whole = told(one, index, offset)
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

function told(one: TranscriptSegment, segment: number, offset: number): SegmentTold {
  const said = segmentText(one)
  return {
    segment,
    speaker: clipped(one.speaker.name, NAME_MAX),
    start: one.start,
    end: one.end,
    text: offset > 0 ? `${CUT} ${said.slice(offset)}` : said,
  }
}

/** The first segment that is not over at this second. @throws AppError `validation_failed` for a transcript without times */
export function segmentAt(all: readonly TranscriptSegment[], seconds: number): number {
  const isTimed = all.some(({ start, end }) => start !== null || end !== null)
  if (!isTimed && all.length > 0) {
    throw invalid({ pointer: '/from_seconds', detail: 'This transcript has no times. Use from_segment.' })
  }
  const found = all.findIndex(({ start, end }) => (end ?? start ?? Number.NEGATIVE_INFINITY) > seconds)
  if (found < 0 && all.length > 0) {
    throw invalid({ pointer: '/from_seconds', detail: 'Nothing is said from there on.' })
  }
  return Math.max(found, 0)
}

/** @param version of the transcript: a window goes on only in the one it began in */
export const printPlace = (version: number, { segment, offset }: WindowPlace): string =>
  Buffer.from(`${version} ${segment} ${offset}`).toString('base64url')

export function readPlace(cursor: string): WindowPlace & { readonly version: number } {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, version, segment, offset] = /^(\d{1,9}) (\d{1,9}) (\d{1,9})$/.exec(text) ?? []
  if (version === undefined || segment === undefined || offset === undefined) {
    throw invalid({ pointer: '/cursor', detail: 'This must be the next_cursor of an answer about the same call.' })
  }
  return { version: Number(version), segment: Number(segment), offset: Number(offset) }
}
