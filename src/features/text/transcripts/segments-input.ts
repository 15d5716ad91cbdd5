/**
 * Segments as input to work in other threads. Except for short ones, they stay JSON in memory that threads share. Only the
 * thread that computes with them parses them, and the event loop neither parses nor copies them (docs/decisions/0047 and
 * 0101).
 */
import { createHash } from 'node:crypto'
import { setImmediate as otherWork } from 'node:timers/promises'
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { isShort, type Segment, type Speaker, segmentText } from './model.ts'

/** Segments as JSON. */
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

/** Length of the JSON, in UTF-16 units, from which segments are shared. Shorter ones are parsed in less than .2 ms. */
const SHARED_MIN = 16 * 1024

export const areShared = (input: SegmentsInput): input is SharedSegments => 'json' in input

/** Length of a part, in UTF-16 units, that is copied in one piece. It takes some milliseconds. */
const PART_LENGTH = 1024 * 1024

/**
 * Copies segments for worker tasks, with pauses in which the event loop does other work.
 * @param json segments as they are stored
 */
export async function toSegmentsInput(json: string): Promise<SegmentsInput> {
  if (json.length < SHARED_MIN) return JSON.parse(json) as Segment[]
  const room = Buffer.from(new SharedArrayBuffer(Buffer.byteLength(json)))
  const digest = createHash('sha256')
  let bytes = 0
  for (let from = 0; from < json.length; ) {
    if (from > 0) await otherWork()
    const to = endOfPart(json, from + PART_LENGTH)
    const length = room.write(json.slice(from, to), bytes)
    digest.update(room.subarray(bytes, bytes + length))
    bytes += length
    from = to
  }
  return { json: new Uint8Array(room.buffer as SharedArrayBuffer), digest: digest.digest('hex') }
}

/** The position, or the one before it inside of a surrogate pair. */
function endOfPart(json: string, at: number): number {
  const unit = json.charCodeAt(at - 1)
  return at < json.length && unit >= 0xd800 && unit <= 0xdbff ? at - 1 : Math.min(at, json.length)
}

/** The shared transcript that this thread parsed last. */
let last: { readonly digest: string; readonly segments: readonly Segment[] } | undefined

/** Segments as values. Parsing those of a large transcript takes some hundred milliseconds: for worker threads. */
export function loadSegments(input: SegmentsInput): readonly Segment[] {
  if (!areShared(input)) return input
  if (last?.digest !== input.digest) {
    // A decoder refuses shared memory.
    const text = Buffer.from(input.json.buffer, 0, input.json.length).toString()
    last = { digest: input.digest, segments: JSON.parse(text) as Segment[] }
  }
  return last.segments
}

/** Whether the segments are computed with faster than they are sent to a thread. */
export const isShortInput = (input: SegmentsInput): boolean => !areShared(input) && isShort(input)

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

export const outlineTask = defineWorkerTask(import.meta.url, outlineSegments, (input) => !areShared(input))
