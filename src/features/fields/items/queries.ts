/** All SQL of items. Callers that write must hold the lock on the configuration. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { ascending, defineOrder } from '../../../core/list-order.ts'
import { type ListMeta, type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { ItemContent } from './schema.ts'

export interface FieldItemRow {
  id: string
  configuration_id: string
  key: string
  title: string
  category: ItemContent['category']
  contents: string
  description: string
  prompt_type: ItemContent['promptType']
  content_type: ItemContent['contentType']
  response_type: ItemContent['responseType']
  options: string[]
  depends_on: string | null
  max_values: number | null
  allow_long_response: boolean
  analysis_level: ItemContent['analysisLevel']
  display_order: number
  updated_at: string
}

const columns = sql`
  i.id, i.configuration_id, i.key, i.title, i.category, i.contents, i.description, i.prompt_type, i.content_type,
  i.response_type, i.options, i.depends_on, i.max_values, i.allow_long_response, i.analysis_level, i.display_order,
  i.updated_at`

const order = defineOrder(
  'field configuration items',
  ascending('i.display_order', 'integer'),
  ascending('i.created_at', 'time'),
  ascending('i.id', 'uuid'),
)

/** Returns one page in display order. */
export const selectItems = (
  db: Reader,
  org: OrganizationId,
  configurationId: string,
  window: ListWindow,
): Promise<{ rows: FieldItemRow[]; meta: ListMeta }> =>
  selectListPage(db, window, {
    columns,
    from: sql`field_items i`,
    where: sql`i.organization_id = ${org} and i.configuration_id = ${configurationId}`,
    order,
    updated: 'i.updated_at',
  })

export async function selectItem(
  db: Reader,
  org: OrganizationId,
  configurationId: string,
  id: string,
): Promise<FieldItemRow | undefined> {
  const { rows } = await sql<FieldItemRow>`
    select ${columns} from field_items i
    where i.organization_id = ${org} and i.configuration_id = ${configurationId} and i.id = ${id}`.execute(db)
  return rows[0]
}

export async function selectDependences(
  tx: Writer,
  org: OrganizationId,
  configurationId: string,
): Promise<Map<string, string | null>> {
  const rows = await tx
    .selectFrom('field_items')
    .select(['id', 'depends_on'])
    .where('organization_id', '=', org)
    .where('configuration_id', '=', configurationId)
    .execute()
  return new Map(rows.map((row) => [row.id, row.depends_on]))
}

const toItemColumns = (content: ItemContent) => ({
  title: content.title,
  category: content.category,
  contents: content.contents,
  description: content.description,
  prompt_type: content.promptType,
  content_type: content.contentType,
  response_type: content.responseType,
  options: JSON.stringify(content.options),
  depends_on: content.dependsOn,
  max_values: content.maxValues,
  allow_long_response: content.allowLongResponse,
  analysis_level: content.analysisLevel,
})

/**
 * Inserts a new item at its display order and moves the later items down.
 * @param item.keys candidate keys; the first one that no other item of the organization has is used
 * @returns the key
 */
export async function insertItem(
  tx: Writer,
  org: OrganizationId,
  item: {
    id: string
    configurationId: string
    keys: readonly string[]
    content: ItemContent
    displayOrder: number
    at: Date
  },
): Promise<string> {
  await sql`
    update field_items set display_order = display_order + 1, updated_at = ${item.at}
    where organization_id = ${org} and configuration_id = ${item.configurationId}
      and display_order >= ${item.displayOrder}`.execute(tx)
  for (const key of item.keys) {
    const made = await tx
      .insertInto('field_items')
      .values({
        organization_id: org,
        id: item.id,
        configuration_id: item.configurationId,
        key,
        ...toItemColumns(item.content),
        display_order: item.displayOrder,
        created_at: item.at,
        updated_at: item.at,
      })
      .onConflict((one) => one.columns(['organization_id', 'key']).doNothing())
      .returning('key')
      .execute()
    if (made.length > 0) return key
  }
  throw new Error('All candidate keys of the item are in use, including the one with its ID.')
}

/** Replaces the content of an item, which gets the next version. */
export async function updateItem(
  tx: Writer,
  org: OrganizationId,
  id: string,
  content: ItemContent,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('field_items')
    .set((row) => ({ ...toItemColumns(content), updated_at: at, version: row('version', '+', 1) }))
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

/** Moves an item to another display order. Items in between move by one. */
export async function moveItem(
  tx: Writer,
  org: OrganizationId,
  item: { configurationId: string; from: number; to: number; at: Date },
): Promise<void> {
  const { from, to, at } = item
  if (from === to) return
  await sql`
    update field_items
    set display_order = case
          when display_order = ${from} then ${to}::integer
          when display_order > ${from} then display_order - 1
          else display_order + 1 end,
        updated_at = ${at}
    where organization_id = ${org} and configuration_id = ${item.configurationId}
      and display_order between ${Math.min(from, to)} and ${Math.max(from, to)}`.execute(tx)
}

/** Deletes the item. Foreign keys delete its assignments and clear dependencies on it. Later items move up. */
export async function deleteItem(
  tx: Writer,
  org: OrganizationId,
  item: { id: string; configurationId: string; displayOrder: number; at: Date },
): Promise<void> {
  await sql`
    update field_items set updated_at = ${item.at}
    where organization_id = ${org} and configuration_id = ${item.configurationId}
      and (display_order > ${item.displayOrder} or depends_on = ${item.id})`.execute(tx)
  await tx.deleteFrom('field_items').where('organization_id', '=', org).where('id', '=', item.id).execute()
  await sql`
    update field_items set display_order = display_order - 1
    where organization_id = ${org} and configuration_id = ${item.configurationId}
      and display_order > ${item.displayOrder}`.execute(tx)
}
