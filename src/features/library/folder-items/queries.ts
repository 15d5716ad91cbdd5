/** All SQL of items. Every query excludes items of conversations that the caller can't access. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { ascending, defineOrder, descending, orderBy } from '../../../core/list-order.ts'
import { type ListMeta, type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { visibleTo } from '../../conversations/records/index.ts'
import { type FolderLocation, type LibraryOwner, lastPosition } from '../folders/index.ts'

export interface FolderItemRow {
  id: string
  shelf: LibraryOwner
  folder_id: string | null
  snippet_id: string
  conversation_id: string
  added_by: string | null
  created_at: string
  updated_at: string
}

const columns = sql.raw(
  'i.id, i.user_id as shelf, i.folder_id, i.snippet_id, i.conversation_id, i.added_by, i.created_at, i.updated_at',
)

const isSeen = (org: OrganizationId, visibility: Visibility): RawBuilder<unknown> =>
  visibility === 'everything'
    ? sql`true`
    : sql`exists (
        select from conversations where organization_id = ${org} and id = i.conversation_id and ${visibleTo(visibility)})`

const order = defineOrder(
  'library items',
  ascending('i.position', 'integer', 'first'),
  descending('i.created_at', 'time'),
  descending('i.id', 'uuid'),
)

/** Returns one page of the items directly in a location, in the order of the location, and the total of accessible items. */
export const selectItems = (
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  { shelf, folderId }: FolderLocation,
  window: ListWindow,
): Promise<{ rows: FolderItemRow[]; meta: ListMeta }> =>
  selectListPage(db, window, {
    columns,
    from: sql`library_items i`,
    where: sql`
      i.organization_id = ${org} and i.library_id = ${shelf ?? org}
      and ${folderId === null ? sql`i.folder_id is null` : sql`i.folder_id = ${folderId}`}
      and ${isSeen(org, visibility)}`,
    order,
    updated: 'i.updated_at',
  })

/** @param lock whether to lock the item until the transaction ends */
export async function selectItem(
  db: Reader | Writer,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
  lock = false,
): Promise<FolderItemRow | undefined> {
  const { rows } = await sql<FolderItemRow>`
    select ${columns} from library_items i
    where i.organization_id = ${org} and i.id = ${id} and ${isSeen(org, visibility)}
    ${lock ? sql`for update of i` : sql``}`.execute(db)
  return rows[0]
}

/** The caller must lock the folder. @returns false if the folder already contains the snippet */
export async function moveItem(
  tx: Writer,
  org: OrganizationId,
  item: FolderItemRow,
  place: FolderLocation,
  at: Date,
): Promise<boolean> {
  const others = sql`
    select id from library_items
    where organization_id = ${org} and library_id = ${place.shelf ?? org} and snippet_id = ${item.snippet_id}
      and folder_id is not distinct from ${place.folderId} and id <> ${item.id}`
  const { rows } = await sql`
    update library_items set user_id = ${place.shelf}, folder_id = ${place.folderId},
      position = case
        when user_id is not distinct from ${place.shelf} and folder_id is not distinct from ${place.folderId}
        then position else ${lastPosition(org, place)} end,
      updated_at = case
        when user_id is not distinct from ${place.shelf} and folder_id is not distinct from ${place.folderId}
        then updated_at else ${at} end
    where organization_id = ${org} and id = ${item.id} and not exists (${others})
    returning id`.execute(tx)
  return rows.length > 0
}

/**
 * Moves an item in the order of its location, and stores the positions of all its items. The caller must lock the tree.
 * @param place new place of the item among those that the caller sees, from 1. Items that the caller can't see stay
 *   behind the same item
 */
export async function updatePositions(
  tx: Writer,
  org: OrganizationId,
  visibility: Visibility,
  item: FolderItemRow,
  place: number,
  at: Date,
): Promise<void> {
  const { shelf, folder_id: folderId } = item
  await sql`
    with others as (
      select i.id, row_number() over (${orderBy(order)}) as number, ${isSeen(org, visibility)} as seen
      from library_items i
      where i.organization_id = ${org} and i.library_id = ${shelf ?? org} and i.id <> ${item.id}
        and ${folderId === null ? sql`i.folder_id is null` : sql`i.folder_id = ${folderId}`}
    ), numbered as (
      select id, row_number() over (order by number) as position from (
        select id, number from others
        union all
        select ${item.id}::uuid, coalesce(
          (select number - 0.5 from others where seen order by number offset ${place - 1} limit 1), 'Infinity'::numeric)
      ) placed
    )
    update library_items i set
      position = n.position, updated_at = case when i.id = ${item.id} then ${at}::timestamptz else i.updated_at end
    from numbered n
    where i.organization_id = ${org} and i.id = n.id and i.position is distinct from n.position`.execute(tx)
}

export async function deleteItem(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await tx.deleteFrom('library_items').where('organization_id', '=', org).where('id', '=', id).execute()
}
