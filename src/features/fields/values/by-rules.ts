/** Values found by rules, without values that people rejected. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { isShortInput, loadSegments, type SegmentsInput } from '../../text/transcripts/index.ts'
import { type ExtractedField, type ExtractionField, extractFields } from '../extraction/index.ts'
import { isRejected, type StoredRow } from './model.ts'

export function valuesByRules(
  { segments, saidOn }: { readonly segments: SegmentsInput; readonly saidOn: Date | null },
  items: readonly ExtractionField[],
  rows: readonly StoredRow[],
): ExtractedField[] {
  if (items.length === 0) return []
  const talk = { segments: loadSegments(segments), saidOn }
  return extractFields(talk, items, (id, value, evidence) => isRejected(rows, id, value, evidence))
}

export const fieldValuesTask = defineWorkerTask(
  import.meta.url,
  valuesByRules,
  ({ segments }, items) => items.length === 0 || isShortInput(segments),
)
