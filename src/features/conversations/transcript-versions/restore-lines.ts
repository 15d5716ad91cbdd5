/** Prepares the lines of an earlier version as the next one. A worker thread does it for long ones. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import type { RedactionRules } from '../../text/redaction/index.ts'
import { isShortInput, loadSegments, type SegmentsInput } from '../../text/transcripts/index.ts'
import { prepareSegments, type RewrittenText, recognizeSpeakers } from '../records/index.ts'
import { compareLines } from './compare-transcripts.ts'
import type { RestoredPeople } from './queries.ts'
import { toRestoredFormat } from './restored-format.ts'

/**
 * Speakers without an email address get the one of the present participant with the same name.
 * @param rules redaction before storage. Undefined if it's off
 * @returns undefined if the current version has the same lines
 */
export function restoreLines(
  restored: SegmentsInput,
  current: SegmentsInput,
  { version, form }: { readonly version: number; readonly form: 'V1' | 'V2' },
  { people, ownAddresses }: { readonly people: RestoredPeople; readonly ownAddresses: readonly string[] },
  rules: RedactionRules | undefined,
): RewrittenText | undefined {
  const now = loadSegments(current)
  const segments = recognizeSpeakers(loadSegments(restored), people, ownAddresses)
  if (JSON.stringify(segments) === JSON.stringify(now)) return undefined
  const { summary, differences } = compareLines(now, segments)
  // Only times of words can differ.
  const changed = Math.max(1, differences.length + summary.details)
  const { stored, ...prepared } = prepareSegments(segments, form, rules)
  if (stored === undefined) return { changed, stored, ...prepared }
  const transcript = { ...stored.transcript, sourceFormat: toRestoredFormat(version) }
  return { changed, ...prepared, stored: { ...stored, transcript } }
}

export const restoreLinesTask = defineWorkerTask(
  import.meta.url,
  restoreLines,
  (restored, current) => isShortInput(restored) && isShortInput(current),
)
