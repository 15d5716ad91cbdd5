/** What answers say of items, and who sees and changes them. */
import { notFound } from '../../core/errors.ts'
import type { Context } from '../../core/operation.ts'
import { type Principal, visibilityOf } from '../../core/principal.ts'
import { seesShelf } from '../library/index.ts'
import { snippetsSeen } from '../snippets/index.ts'
import { type ItemRow, selectItem } from './queries.ts'
import type { LibraryItem } from './schema.ts'

/** An item whose snippet was deleted since the row was read is left out. */
export async function tellItems(ctx: Context, rows: readonly ItemRow[]): Promise<LibraryItem[]> {
  const ids = rows.map((row) => row.snippet_id)
  const snippets = await snippetsSeen(ctx, ids)
  return rows.flatMap((row) => {
    const snippet = snippets.get(row.snippet_id)
    if (snippet === undefined) return []
    return {
      uuid: row.id,
      folderUUID: row.folder_id ?? '',
      userUUID: row.shelf ?? '',
      addedByUUID: row.added_by ?? '',
      createdAt: row.created_at,
      snippet,
    }
  })
}

/**
 * @param lock keeps others from changing it until the transaction ends
 * @throws AppError `item_not_found`, also where the library or the conversation is hidden from the caller
 */
export async function itemSeen(ctx: Context, id: string, lock = false): Promise<ItemRow> {
  const item = await selectItem(ctx.db, ctx.org, visibilityOf(ctx.principal), id, lock)
  if (item === undefined || !seesShelf(ctx.principal, item.shelf)) throw notFound('item')
  return item
}

export async function tellItem(ctx: Context, id: string): Promise<LibraryItem> {
  const [item] = await tellItems(ctx, [await itemSeen(ctx, id)])
  if (item === undefined) throw notFound('item')
  return item
}

/** Who moves and removes an item: who put it there, admins, and users in their own library. */
export const mayChange = ({ role, user }: Principal, item: ItemRow): boolean =>
  role === 'ADMIN' || (user !== undefined && (item.added_by === user.id || item.shelf === user.id))
