/** Labels and criteria of one conversation. */
import type { Reader } from '../../../core/db.ts'
import { fold } from '../../../core/fold.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { Option } from './model.ts'
import { selectChoosable, selectOptionsOfNames } from './queries.ts'
import type { Criteria } from './schema.ts'

/** Maximum number of labels per organization that the analysis chooses options for, in order of name. */
const CHOOSABLE_MAX = 100

export interface ChoosableLabel {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly options: readonly Option[]
}

/**
 * Returns labels with `aiFlow` that apply to conversations of the team, sorted by name. Skips labels without options.
 */
export async function labelsToChoose(
  db: Reader,
  org: OrganizationId,
  teamId: string | null,
): Promise<ChoosableLabel[]> {
  const rows = await selectChoosable(db, org, teamId, CHOOSABLE_MAX)
  return rows
    .filter(({ options }) => options.length > 0)
    .map(({ id, name, description, options }) => ({ id, name, description, options }))
}

/** Returns the IDs of the options that match the labels of a conversation. Category names ignore case. */
export async function findMatchingOptions(
  db: Reader,
  org: OrganizationId,
  labels: Readonly<Record<string, string>>,
): Promise<ReadonlySet<string>> {
  const held = new Map(Object.entries(labels).map(([category, option]) => [fold(category), fold(option)]))
  if (held.size === 0) return new Set()
  const rows = await selectOptionsOfNames(db, org, [...held.keys()])
  return new Set(rows.filter((row) => held.get(row.name_folded) === fold(row.value)).map(({ id }) => id))
}

/** Whether the options in `held` meet the criteria. Criteria without conditions are always met. */
export function meetsCriteria({ operator, conditions }: Criteria, held: ReadonlySet<string>): boolean {
  if (conditions.length === 0) return true
  return operator === 'AND'
    ? conditions.every(({ value }) => held.has(value))
    : conditions.some(({ value }) => held.has(value))
}
