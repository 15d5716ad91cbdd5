/** The summary without a language model, of what was said. */
import { definePiece } from '../../core/aside.ts'
import { extractiveSummary, type SummaryContent, type Surroundings } from '../gist/index.ts'
import { cutTranscript } from '../passages/index.ts'
import { isShortInput, loadSegments, type SegmentsInput } from '../transcripts/index.ts'

/** What a summary is made of. */
export interface Material {
  readonly segments: SegmentsInput
  readonly surroundings: Surroundings
}

export function extractive({ segments, surroundings }: Material): SummaryContent {
  return extractiveSummary(cutTranscript(loadSegments(segments)), surroundings)
}

export const extractivePiece = definePiece(import.meta.url, extractive, ({ segments }) => isShortInput(segments))
