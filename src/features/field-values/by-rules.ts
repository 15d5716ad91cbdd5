/** Values found by rules, without values that people rejected. */
import { definePiece } from '../../core/aside.ts'
import { type AskedField, extractFields, type FoundField, type TalkGiven } from '../field-extraction/index.ts'
import { isShort } from '../transcripts/index.ts'
import { isRejected, type StoredRow } from './model.ts'

export function valuesByRules(
  { segments, saidOn }: TalkGiven,
  items: readonly AskedField[],
  rows: readonly StoredRow[],
): FoundField[] {
  if (items.length === 0) return []
  return extractFields({ segments, saidOn }, items, (id, value, evidence) => isRejected(rows, id, value, evidence))
}

export const valuesPiece = definePiece(
  import.meta.url,
  valuesByRules,
  ({ segments }, items) => items.length === 0 || isShort(segments),
)
