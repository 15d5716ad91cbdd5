/**
 * SQL queries for scorecard items. At the end of each transaction, positions are 1, 2, 3 and so on. Callers that write
 * must hold the lock on the scorecard.
 */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { ascending, defineOrder } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { ItemMetadata } from './schema.ts'

/** Maximum number of items per scorecard. */
export const ITEMS_MAX = 100

export interface ScorecardItemRow {
  id: string
  scorecard_id: string
  title: string
  type: 'numeric'
  position: number
  weight: number
  version: number
  expert_prompt: string
  metadata: ItemMetadata
  updated_at: string
}

const columns = sql`
  id, scorecard_id, title, type, position, weight, version, expert_prompt, metadata, updated_at`

/** The position is unique in a scorecard. */
const order = defineOrder('scorecard items', ascending('scorecard_items.position', 'integer'))

export const selectItems = (db: Reader, org: OrganizationId, scorecardId: string, window: ListWindow) =>
  selectListPage<ScorecardItemRow>(db, window, {
    columns,
    from: sql`scorecard_items`,
    where: sql`organization_id = ${org} and scorecard_id = ${scorecardId}`,
    order,
    updated: 'updated_at',
  })

/** Items of several scorecards, in order. */
export async function selectItemsByScorecard(
  db: Reader,
  org: OrganizationId,
  scorecardIds: readonly string[],
): Promise<ScorecardItemRow[]> {
  const { rows } = await sql<ScorecardItemRow>`
    select ${columns} from scorecard_items
    where organization_id = ${org} and scorecard_id = any(${[...scorecardIds]}::uuid[])
    order by scorecard_id, position`.execute(db)
  return rows
}

export async function countItems(db: Reader, org: OrganizationId, scorecardId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from scorecard_items
    where organization_id = ${org} and scorecard_id = ${scorecardId}`.execute(db)
  return rows[0]?.n ?? 0
}

export async function selectItem(
  db: Reader,
  org: OrganizationId,
  scorecardId: string,
  id: string,
): Promise<ScorecardItemRow | undefined> {
  const { rows } = await sql<ScorecardItemRow>`
    select ${columns} from scorecard_items
    where organization_id = ${org} and scorecard_id = ${scorecardId} and id = ${id}`.execute(db)
  return rows[0]
}

export interface NewScorecardItem {
  id: string
  title: string
  position: number
  weight: number
  expertPrompt: string
  metadata: ItemMetadata
  at: Date
}

/** Inserts an item. Items from its position on move up. */
export async function insertItem(
  tx: Writer,
  org: OrganizationId,
  scorecardId: string,
  item: NewScorecardItem,
): Promise<void> {
  await sql`
    update scorecard_items set position = position + 1, updated_at = ${item.at}
    where organization_id = ${org} and scorecard_id = ${scorecardId} and position >= ${item.position}`.execute(tx)
  await sql`
    insert into scorecard_items (
      organization_id, scorecard_id, id, title, type, position, weight, expert_prompt, metadata, created_at, updated_at)
    values (
      ${org}, ${scorecardId}, ${item.id}, ${item.title}, 'numeric', ${item.position}, ${item.weight},
      ${item.expertPrompt}, ${JSON.stringify(item.metadata)}, ${item.at}, ${item.at})`.execute(tx)
}

/** Moves an item. Items between the old and the new position close the gap. */
export async function moveItem(
  tx: Writer,
  org: OrganizationId,
  item: ScorecardItemRow,
  position: number,
  at: Date,
): Promise<void> {
  if (position === item.position) return
  const step = position > item.position ? -1 : 1
  await sql`
    update scorecard_items
    set position = case when id = ${item.id} then ${position}::integer else position + ${step}::integer end,
        updated_at = ${at}
    where organization_id = ${org} and scorecard_id = ${item.scorecard_id}
      and position between ${Math.min(position, item.position)} and ${Math.max(position, item.position)}`.execute(tx)
}

export async function updateItemRow(
  tx: Writer,
  org: OrganizationId,
  item: ScorecardItemRow,
  change: Partial<{ title: string; weight: number; expert_prompt: string; metadata: string }>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('scorecard_items')
    .set(({ eb }) => ({ ...change, version: eb('version', '+', 1), updated_at: at }))
    .where('organization_id', '=', org)
    .where('scorecard_id', '=', item.scorecard_id)
    .where('id', '=', item.id)
    .execute()
}

/** Deletes an item. Later items move down. */
export async function deleteItemRow(tx: Writer, org: OrganizationId, item: ScorecardItemRow, at: Date): Promise<void> {
  await sql`
    delete from scorecard_items
    where organization_id = ${org} and scorecard_id = ${item.scorecard_id} and id = ${item.id}`.execute(tx)
  await sql`
    update scorecard_items set position = position - 1, updated_at = ${at}
    where organization_id = ${org} and scorecard_id = ${item.scorecard_id} and position > ${item.position}`.execute(tx)
}
