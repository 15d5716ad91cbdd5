import type { Writer } from '../../core/db.ts'
import { invalid, type Problem } from '../../core/errors.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { deleteHolds, insertHolds, lockLabels, selectOptions } from './queries.ts'
import type { Criteria, HolderKind } from './schema.ts'

/**
 * Checks that every label and option of the criteria exists, and holds them for the given thing in place of those it
 * held before. Call it in the transaction that stores the criteria, after the thing's own row is locked or made.
 * @param pointer where the criteria stand in the request
 * @throws AppError `validation_failed`, pointing at each unknown label and at each option that is not of its label
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
      problems.push({ pointer: `${at}/field`, detail: 'There is no such label.' })
    } else if (!options.get(field)?.some((option) => option.id === value)) {
      problems.push({ pointer: `${at}/value`, detail: 'This is no option of the label.' })
    }
  }
  const [first, ...rest] = problems
  if (first !== undefined) throw invalid(first, ...rest)
  await insertHolds(tx, org, holder, criteria.conditions)
}

/** Lets go of all that the thing held. Call it in the transaction that deletes the thing. */
export const releaseCriteria = deleteHolds
