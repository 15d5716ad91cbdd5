/** Extractive summary, which needs no language model. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { extractiveSummary, type SummaryContent, type Surroundings } from '../../text/extractive-summary/index.ts'
import { cutTranscript } from '../../text/passages/index.ts'
import { isShortInput, loadSegments, type SegmentsInput } from '../../text/transcripts/index.ts'

/** Input of a summary. */
export interface Material {
  readonly segments: SegmentsInput
  readonly surroundings: Surroundings
}

export function extractive({ segments, surroundings }: Material): SummaryContent {
  return extractiveSummary(cutTranscript(loadSegments(segments)), surroundings)
}

export const extractiveSummaryTask = defineWorkerTask(import.meta.url, extractive, ({ segments }) =>
  isShortInput(segments),
)
