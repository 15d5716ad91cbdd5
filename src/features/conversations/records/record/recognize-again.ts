/** Recognizes the speakers of a transcript again after its participants changed. A worker thread does it for large ones. */
import { defineWorkerTask } from '../../../../core/worker-pool.ts'
import type { RedactionRules } from '../../../text/redaction/index.ts'
import {
  isShortInput,
  loadSegments,
  type SegmentsInput,
  type TranscriptSegment,
} from '../../../text/transcripts/index.ts'
import { prepareSegments } from '../import/prepare-transcript.ts'
import { fold, type ParticipantInput, recognizeSpeakers } from '../model.ts'
import type { RewrittenText } from '../transcript/rewrite-transcript.ts'

export interface ChangedPeople {
  /** Case-folded email addresses of the previous participants. */
  readonly before: readonly string[]
  readonly participants: readonly ParticipantInput[]
  /** Domains of the organization, and addresses of its users. */
  readonly ownAddresses: readonly string[]
}

/** @param rules redaction before storage. Undefined if it's off @returns undefined if no speaker changes */
export function recognizeAgain(
  input: SegmentsInput,
  form: 'V1' | 'V2',
  { before, participants, ownAddresses }: ChangedPeople,
  rules: RedactionRules | undefined,
): RewrittenText | undefined {
  const stored = loadSegments(input)
  const known = new Set(before)
  // Addresses that the source of the transcript stated stay.
  const plain = stored.map((segment): TranscriptSegment => {
    const { email, internal: _, ...speaker } = segment.speaker
    return email === undefined || !known.has(fold(email)) ? segment : { ...segment, speaker }
  })
  const all = recognizeSpeakers(plain, participants, ownAddresses)
  const changed = all.filter(({ speaker }, at) => {
    const old = stored[at]?.speaker
    return old?.email !== speaker.email || old?.internal !== speaker.internal
  }).length
  return changed === 0 ? undefined : { changed, ...prepareSegments(all, form, rules) }
}

export const recognizeAgainTask = defineWorkerTask(import.meta.url, recognizeAgain, (input) => isShortInput(input))
