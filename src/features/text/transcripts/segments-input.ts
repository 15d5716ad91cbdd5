/**
 * Segments as input to work in other threads. The segments of a large transcript stay JSON in memory that threads share:
 * only the thread that computes with them parses them, so that the event loop neither parses nor copies them
 * (docs/decisions/0047).
 */
import { hash } from 'node:crypto'
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { isShort, type Segment, type Speaker, segmentText } from './model.ts'

/** Segments of a large transcript. */
export interface SharedSegments {
  /** UTF-8 in shared memory. */
  readonly json: Uint8Array<SharedArrayBuffer>
  /**
   * Digest of the content: a thread that computes with the same segments again doesn't parse them again. An ID and a
   * version don't name the content, because masking changes a version in place.
   */
  readonly digest: string
}

export type SegmentsInput = readonly Segment[] | SharedSegments

/** Length of the JSON, in UTF-16 units, from which segments are shared. */
const LARGE = 1024 * 1024
/** UTF-8 needs at most so many bytes for a UTF-16 unit. */
const BYTES_PER_UNIT = 3

const isShared = (input: SegmentsInput): input is SharedSegments => 'json' in input

/** @param json segments as they are stored */
export function toSegmentsInput(json: string): SegmentsInput {
  if (json.length < LARGE) return JSON.parse(json) as Segment[]
  const room = Buffer.from(new SharedArrayBuffer(json.length * BYTES_PER_UNIT))
  const length = room.write(json)
  return { json: new Uint8Array(room.buffer as SharedArrayBuffer, 0, length), digest: hash('sha256', json) }
}

/** The large transcript that this thread parsed last. */
let last: { readonly digest: string; readonly segments: readonly Segment[] } | undefined

/** Segments as values. Parses those of a large transcript, which takes some hundred milliseconds: for worker threads. */
export function loadSegments(input: SegmentsInput): readonly Segment[] {
  if (!isShared(input)) return input
  if (last?.digest !== input.digest) {
    // A decoder refuses shared memory.
    const text = Buffer.from(input.json.buffer, 0, input.json.length).toString()
    last = { digest: input.digest, segments: JSON.parse(text) as Segment[] }
  }
  return last.segments
}

/** Whether the segments are computed with faster than they are sent to a thread. */
export const isShortInput = (input: SegmentsInput): boolean => !isShared(input) && isShort(input)

/** Summary of segments, so that they don't have to be parsed again. */
export interface SegmentsOutline {
  readonly count: number
  /** Whether a letter or a digit was said. */
  readonly hasWords: boolean
  /** Distinct speakers, in the order in which they speak first. */
  readonly speakers: readonly Speaker[]
}

export function outlineSegments(input: SegmentsInput): SegmentsOutline {
  const segments = loadSegments(input)
  const speakers = new Map<string, Speaker>()
  for (const { speaker } of segments) {
    const { id, name, email, internal } = speaker
    const key = JSON.stringify([id, name, email, internal])
    if (!speakers.has(key)) speakers.set(key, speaker)
  }
  const hasWords = segments.some((segment) => /[\p{L}\p{N}]/u.test(segmentText(segment)))
  return { count: segments.length, hasWords, speakers: [...speakers.values()] }
}

export const outlineTask = defineWorkerTask(import.meta.url, outlineSegments, (input) => !isShared(input))
