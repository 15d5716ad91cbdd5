/** Items that apply to a conversation. */
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { findMatchingOptions, meetsCriteria } from '../../conversations/labels/index.ts'
import { selectLabels } from '../../conversations/records/index.ts'
import type { NamedItem, ValueFormat } from './model.ts'
import { type ApplicableItemRow, isOfAccount, selectAssigned, selectItems } from './queries-asked.ts'

/** Maximum number of items per conversation. Items of the oldest configurations come first. */
export const ITEMS_MAX = 300

export interface ApplicableItem extends NamedItem, ValueFormat {
  readonly responseType: ValueFormat['responseType']
  readonly version: number
  readonly prompt: string
  readonly dependsOn: string | null
}

export interface FieldSubject {
  readonly id: string
  readonly teamId: string | null
  readonly opportunityId: string | null
}

/**
 * Returns the items that apply to a conversation: assigned to its team or to all teams, with the criteria of their
 * configuration met. Items of an opportunity or account require a link to one. `orderByDependency` checks dependencies.
 */
export async function findApplicableItems(
  db: Reader | Writer,
  org: OrganizationId,
  { id, teamId, opportunityId }: FieldSubject,
): Promise<ApplicableItem[]> {
  const rows = await selectAssigned(db, org, teamId, ITEMS_MAX)
  if (rows.length === 0) return []
  const isGated = rows.some(({ criteria }) => criteria.conditions.length > 0)
  const held = isGated ? await findMatchingOptions(db, org, await selectLabels(db, org, id)) : new Set<string>()
  const isOfSomeAccount =
    rows.some(({ analysis_level }) => analysis_level === 'account') && (await isOfAccount(db, org, id))
  const isOf = { conversation: true, opportunity: opportunityId !== null, account: isOfSomeAccount }
  return rows
    .filter(({ criteria, analysis_level }) => meetsCriteria(criteria, held) && isOf[analysis_level])
    .map(toAskedItem)
}

/** Returns the items with these IDs, whether or not they apply. Deleted items are missing from the result. */
export async function findItemsById(
  db: Reader | Writer,
  org: OrganizationId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ApplicableItem>> {
  const rows = ids.length === 0 ? [] : await selectItems(db, org, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, toAskedItem(row)]))
}

const toAskedItem = (row: Omit<ApplicableItemRow, 'criteria'>): ApplicableItem => ({
  ...{ id: row.id, version: row.version, key: row.key, title: row.title, category: row.category },
  prompt: [row.contents, row.description].filter((one) => one.trim() !== '').join('\n'),
  ...{ responseType: row.response_type, options: row.options, dependsOn: row.depends_on },
  ...{ maxValues: row.max_values, allowLongResponse: row.allow_long_response },
})
