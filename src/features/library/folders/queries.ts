/** All SQL of folders, and the insertion of items. */
import { type RawBuilder, sql } from 'kysely'
import { newId } from '../../../core/clock.ts'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { visibleTo } from '../../conversations/records/index.ts'
import type { FolderLocation, LibraryOwner } from './model.ts'
import type {} from './schema.ts'

export interface FolderRow {
  id: string
  shelf: LibraryOwner
  parent_id: string | null
  name: string
  hidden: boolean
  created_by: string | null
  updated_at: string
}

const folderColumns = sql.raw('f.id, f.user_id as shelf, f.parent_id, f.name, f.hidden, f.created_by, f.updated_at')

const toLibraryId = (org: OrganizationId, shelf: LibraryOwner) => shelf ?? org

/** Condition for direct children of a folder or of the root. */
const isIn = (column: string, parent: string | null): RawBuilder<unknown> =>
  parent === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${parent}`

/** Condition: the caller can access the conversation of item `i`. Counts exclude other items. */
const isSeen = (org: OrganizationId, visibility: Visibility): RawBuilder<unknown> =>
  visibility === 'everything'
    ? sql`true`
    : sql`exists (
        select from conversations where organization_id = ${org} and id = i.conversation_id and ${visibleTo(visibility)})`

export async function selectFolder(
  db: Reader,
  org: OrganizationId,
  id: string,
): Promise<(FolderRow & { path: string }) | undefined> {
  const { rows } = await sql<FolderRow & { path: string }>`
    with recursive up as (
      select id, parent_id, name, 1 as steps from library_folders where organization_id = ${org} and id = ${id}
      union all
      select f.id, f.parent_id, f.name, up.steps + 1
      from up join library_folders f on f.organization_id = ${org} and f.id = up.parent_id
    )
    select ${folderColumns}, (select '/' || string_agg(name, '/' order by steps desc) from up) as path
    from library_folders f where f.organization_id = ${org} and f.id = ${id}`.execute(db)
  return rows[0]
}

export interface SubFolderRow {
  id: string
  name: string
  hidden: boolean
  total_elements: number
  total_folders: number
}

/** @param parent ID of the parent folder. Null for the root of the library */
export async function selectSubFolders(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  { shelf, parent }: { shelf: LibraryOwner; parent: string | null },
  includeHidden: boolean,
): Promise<SubFolderRow[]> {
  const library = toLibraryId(org, shelf)
  const isShown = (column: string) => (includeHidden ? sql`true` : sql`not ${sql.ref(column)}`)
  const { rows } = await sql<SubFolderRow>`
    select f.id, f.name, f.hidden,
           (select count(*) from library_items i
            where i.organization_id = ${org} and i.library_id = ${library} and i.folder_id = f.id
              and ${isSeen(org, visibility)}) as total_elements,
           (select count(*) from library_folders g
            where g.organization_id = ${org} and g.library_id = ${library} and g.parent_id = f.id
              and ${isShown('g.hidden')}) as total_folders
    from library_folders f
    where f.organization_id = ${org} and f.library_id = ${library} and ${isIn('f.parent_id', parent)}
      and ${isShown('f.hidden')}`.execute(db)
  return rows
}

/** Takes an advisory lock that serializes changes of the folder tree of a library. */
export async function lockTree(tx: Writer, org: OrganizationId, shelf: LibraryOwner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`library ${toLibraryId(org, shelf)}`}, 0))`.execute(tx)
}

/** Returns the folder and prevents its deletion until the transaction ends. */
export async function lockFolderShared(tx: Writer, org: OrganizationId, id: string): Promise<FolderRow | undefined> {
  const { rows } = await sql<FolderRow>`
    select ${folderColumns} from library_folders f
    where f.organization_id = ${org} and f.id = ${id}
    for key share`.execute(tx)
  return rows[0]
}

/** Returns the IDs of the folder and all its ancestors, bottom up. */
export async function selectWayUp(tx: Writer, org: OrganizationId, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive up as (
      select id, parent_id from library_folders where organization_id = ${org} and id = ${id}
      union all
      select f.id, f.parent_id from up join library_folders f on f.organization_id = ${org} and f.id = up.parent_id
    )
    select id from up`.execute(tx)
  return rows.map((row) => row.id)
}

/** Returns the folder and all its descendants with their depth. The folder itself has depth 1. */
export async function selectWithin(
  tx: Writer,
  org: OrganizationId,
  shelf: LibraryOwner,
  id: string,
): Promise<{ id: string; depth: number }[]> {
  const { rows } = await sql<{ id: string; depth: number }>`
    with recursive within as (
      select id, 1 as depth from library_folders where organization_id = ${org} and id = ${id}
      union all
      select f.id, w.depth + 1 from within w
      join library_folders f
        on f.organization_id = ${org} and f.library_id = ${toLibraryId(org, shelf)} and f.parent_id = w.id
    )
    select id, depth from within`.execute(tx)
  return rows
}

/** Counts the direct children of a folder or the root, and finds the child with the name. */
export async function selectSiblings(
  tx: Writer,
  org: OrganizationId,
  { shelf, parent, nameFolded }: { shelf: LibraryOwner; parent: string | null; nameFolded: string },
): Promise<{ count: number; named: string | null }> {
  const { rows } = await sql<{ count: number; named: string | null }>`
    select count(*) as count, (array_agg(id) filter (where name_folded = ${nameFolded}))[1] as named
    from library_folders
    where organization_id = ${org} and library_id = ${toLibraryId(org, shelf)} and ${isIn('parent_id', parent)}`.execute(
    tx,
  )
  return rows[0] ?? { count: 0, named: null }
}

export async function insertFolder(
  tx: Writer,
  org: OrganizationId,
  folder: {
    id: string
    shelf: LibraryOwner
    parent: string | null
    name: string
    nameFolded: string
    hidden: boolean
    by: string | null
    at: Date
  },
): Promise<void> {
  await tx
    .insertInto('library_folders')
    .values({
      organization_id: org,
      id: folder.id,
      user_id: folder.shelf,
      parent_id: folder.parent,
      name: folder.name,
      name_folded: folder.nameFolded,
      hidden: folder.hidden,
      created_by: folder.by,
      created_at: folder.at,
      updated_at: folder.at,
    })
    .execute()
}

export async function updateFolder(
  tx: Writer,
  org: OrganizationId,
  id: string,
  change: { name: string; nameFolded: string; parent: string | null; hidden: boolean; at: Date },
): Promise<void> {
  await tx
    .updateTable('library_folders')
    .set({
      name: change.name,
      name_folded: change.nameFolded,
      parent_id: change.parent,
      hidden: change.hidden,
      updated_at: change.at,
    })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

/** Locks the folders, so that no other transaction adds an item until this one ends. */
export async function lockFolders(tx: Writer, org: OrganizationId, ids: readonly string[]): Promise<void> {
  await sql`
    select id from library_folders where organization_id = ${org} and id = any(${[...ids]}::uuid[])
    order by id for update`.execute(tx)
}

/** Whether the folder contains an item that the caller can access. */
export async function hasVisibleItems(
  tx: Writer,
  org: OrganizationId,
  visibility: Visibility,
  shelf: LibraryOwner,
  id: string,
): Promise<boolean> {
  const { rows } = await sql`
    select i.id from library_items i
    where i.organization_id = ${org} and i.library_id = ${toLibraryId(org, shelf)} and i.folder_id = ${id}
      and ${isSeen(org, visibility)}
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Deletes the folders and their items, but not the snippets. */
export async function deleteFolders(
  tx: Writer,
  org: OrganizationId,
  shelf: LibraryOwner,
  ids: readonly string[],
): Promise<void> {
  await sql`
    delete from library_items
    where organization_id = ${org} and library_id = ${toLibraryId(org, shelf)}
      and folder_id = any(${[...ids]}::uuid[])`.execute(tx)
  await sql`
    delete from library_folders where organization_id = ${org} and id = any(${[...ids]}::uuid[])`.execute(tx)
}

/** Position of an item that is added to a location: the end of its chosen order. Null if the location has no order. */
export const lastPosition = (
  org: OrganizationId,
  { shelf, folderId }: FolderLocation,
): RawBuilder<number | null> => sql`
  (select max(position) + 1 from library_items
   where organization_id = ${org} and library_id = ${toLibraryId(org, shelf)} and ${isIn('folder_id', folderId)})`

/** The caller must lock the folder. @returns ID of the item, or undefined if the folder already contains the snippet */
export async function insertItem(
  tx: Writer,
  org: OrganizationId,
  item: {
    shelf: LibraryOwner
    folderId: string | null
    snippet: { id: string; conversationId: string }
    by: string | null
    at: Date
  },
): Promise<string | undefined> {
  // Citus supports no subquery in the values of an insert. The lock holds the position.
  const { rows } = await sql<{ position: number | null }>`select ${lastPosition(org, item)} as position`.execute(tx)
  const inserted = await tx
    .insertInto('library_items')
    .values({
      organization_id: org,
      id: newId(),
      user_id: item.shelf,
      folder_id: item.folderId,
      snippet_id: item.snippet.id,
      conversation_id: item.snippet.conversationId,
      added_by: item.by,
      position: rows[0]?.position ?? null,
      created_at: item.at,
      updated_at: item.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}
