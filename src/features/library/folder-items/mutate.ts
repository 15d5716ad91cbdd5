/** Runs every change of an item: checks access and permission, locks it, then calls `change`. */
import type { Writer } from '../../../core/db.ts'
import { forbidden } from '../../../core/errors.ts'
import { type Context, contextWithin } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { lockSnippet } from '../snippets/index.ts'
import type { FolderItemRow } from './queries.ts'
import { canChangeItem, findVisibleItem } from './serialize.ts'

/**
 * @param prepare takes other locks. Lock order, to prevent deadlocks: folder, snippet, item. The lock on the snippet
 *   prevents two of its items in one folder
 */
export async function changeItem<P, T>(
  ctx: Context,
  id: string,
  prepare: (tx: Writer) => Promise<P>,
  change: (tx: Writer, item: FolderItemRow, prepared: P) => Promise<T>,
): Promise<T> {
  return ctx.transact(async (tx) => {
    const within = contextWithin(ctx, tx)
    const { snippet_id: snippetId } = requireChangeable(ctx, await findVisibleItem(within, id))
    const prepared = await prepare(tx)
    await lockSnippet(tx, ctx.org, toVisibility(ctx.principal), snippetId)
    // Read again, because the item can be moved or deleted while the transaction waits for the lock.
    const item = requireChangeable(ctx, await findVisibleItem(within, id, true))
    return change(tx, item, prepared)
  })
}

function requireChangeable(ctx: Context, item: FolderItemRow): FolderItemRow {
  if (canChangeItem(ctx.principal, item)) return item
  throw forbidden(
    'owner_required',
    'Changing the item requires the admin role, or that you added it or own the library.',
  )
}
