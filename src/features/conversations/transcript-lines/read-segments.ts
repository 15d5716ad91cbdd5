/** Reads some segments of a transcript. A worker thread reads long transcripts. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { isShortInput, loadSegments, type SegmentsInput, type TranscriptSegment } from '../../text/transcripts/index.ts'

/** @param indexes positions of the segments, from 0 */
export function readSegments(input: SegmentsInput, indexes: readonly number[]): (TranscriptSegment | undefined)[] {
  const segments = loadSegments(input)
  return indexes.map((index) => segments[index])
}

export const readSegmentsTask = defineWorkerTask(import.meta.url, readSegments, isShortInput)
