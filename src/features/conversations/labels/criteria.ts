import type { Writer } from '../../../core/db.ts'
import { invalid, type Problem } from '../../../core/errors.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { deleteHolds, insertHolds, lockLabels, selectOptions } from './queries.ts'
import type { Criteria, HolderKind } from './schema.ts'

/**
 * Validates that every label and option of the criteria exists, and replaces the references of the holder to them. Call
 * it in the transaction that stores the criteria, after the row of the holder is created or locked.
 * @param pointer JSON pointer of the criteria in the request
 * @throws AppError `validation_failed` with a pointer to each unknown label and each option of another label
 */
export async function checkCriteria(
  tx: Writer,
  org: OrganizationId,
  holder: { kind: HolderKind; id: string },
  criteria: Criteria,
  pointer = '/criteria',
): Promise<void> {
  await deleteHolds(tx, org, holder)
  if (criteria.conditions.length === 0) return
  const wanted = [...new Set(criteria.conditions.map((condition) => condition.field))]
  const labels = new Set(await lockLabels(tx, org, wanted))
  const options = Map.groupBy(await selectOptions(tx, org, [...labels]), (option) => option.label_id)
  const problems: Problem[] = []
  for (const [index, { field, value }] of criteria.conditions.entries()) {
    const at = `${pointer}/conditions/${index}`
    if (!labels.has(field)) {
      problems.push({ pointer: `${at}/field`, detail: 'No label has this ID. Use a label ID from `GET /labels`.' })
    } else if (!options.get(field)?.some((option) => option.id === value)) {
      problems.push({
        pointer: `${at}/value`,
        detail: 'The label has no option with this ID. Use an option ID from `GET /labels/{id}`.',
      })
    }
  }
  const [first, ...rest] = problems
  if (first !== undefined) throw invalid(first, ...rest)
  await insertHolds(tx, org, holder, criteria.conditions)
}

/** Deletes all references of the holder. Call it in the transaction that deletes the holder. */
export const releaseCriteria = deleteHolds
