/** What labels and criteria mean for one conversation. */
import type { Reader } from '../../core/db.ts'
import { fold } from '../../core/fold.ts'
import type { OrganizationId } from '../../core/principal.ts'
import type { Option } from './model.ts'
import { selectChoosable, selectOptionsOfNames } from './queries.ts'
import type { Criteria } from './schema.ts'

/** Labels of one organization that the analysis chooses for; the first ones by name. */
const CHOOSABLE_MAX = 100

export interface ChoosableLabel {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly options: readonly Option[]
}

/** What the analysis is to choose for conversations of a team, by name; none without an option. */
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

/** Ids of the options that these labels of a conversation are: categories are names of labels, in any case. */
export async function optionsHeld(
  db: Reader,
  org: OrganizationId,
  labels: Readonly<Record<string, string>>,
): Promise<ReadonlySet<string>> {
  const held = new Map(Object.entries(labels).map(([category, option]) => [fold(category), fold(option)]))
  if (held.size === 0) return new Set()
  const rows = await selectOptionsOfNames(db, org, [...held.keys()])
  return new Set(rows.filter((row) => held.get(row.name_folded) === fold(row.value)).map(({ id }) => id))
}

/** Criteria without a condition are met by everything. */
export function meetsCriteria({ operator, conditions }: Criteria, held: ReadonlySet<string>): boolean {
  if (conditions.length === 0) return true
  return operator === 'AND'
    ? conditions.every(({ value }) => held.has(value))
    : conditions.some(({ value }) => held.has(value))
}
