/** Converts items to API records, and checks permissions. */
import { notFound } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { type Principal, toVisibility } from '../../../core/principal.ts'
import { canViewLibrary } from '../folders/index.ts'
import { loadVisibleSnippets } from '../snippets/index.ts'
import { type FolderItemRow, selectItem } from './queries.ts'
import type { LibraryItem } from './schema.ts'

/** Converts items. Omits items whose snippet was deleted after the row was read. */
export async function serializeItems(ctx: Context, rows: readonly FolderItemRow[]): Promise<LibraryItem[]> {
  const ids = rows.map((row) => row.snippet_id)
  const snippets = await loadVisibleSnippets(ctx, ids)
  return rows.flatMap((row) => {
    const snippet = snippets.get(row.snippet_id)
    if (snippet === undefined) return []
    return {
      uuid: row.id,
      folderUUID: row.folder_id ?? '',
      userUUID: row.shelf ?? '',
      addedByUUID: row.added_by ?? '',
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      snippet,
    }
  })
}

/**
 * @param lock whether to lock the item until the transaction ends
 * @throws AppError `item_not_found`, also if the caller can't access the library or the conversation
 */
export async function findVisibleItem(ctx: Context, id: string, lock = false): Promise<FolderItemRow> {
  const item = await selectItem(ctx.db, ctx.org, toVisibility(ctx.principal), id, lock)
  if (item === undefined || !canViewLibrary(ctx.principal, item.shelf)) throw notFound('item')
  return item
}

export async function serializeItem(ctx: Context, id: string): Promise<LibraryItem> {
  const [item] = await serializeItems(ctx, [await findVisibleItem(ctx, id)])
  if (item === undefined) throw notFound('item')
  return item
}

/** Whether the caller can move or remove an item: its creator, the owner of the library, and admins. */
export const canChangeItem = ({ role, user }: Principal, item: FolderItemRow): boolean =>
  role === 'ADMIN' || (user !== undefined && (item.added_by === user.id || item.shelf === user.id))
