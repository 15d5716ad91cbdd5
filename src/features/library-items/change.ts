/** The one way an item is changed: it is seen, the caller may, it is locked, or the caller is told why not. */
import type { Writer } from '../../core/db.ts'
import { forbidden } from '../../core/errors.ts'
import { type Context, contextWithin } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { lockSnippet } from '../snippets/index.ts'
import type { ItemRow } from './queries.ts'
import { itemSeen, mayChange } from './told.ts'

/**
 * @param prepare what else must be locked. Everyone locks in the order folder, snippet, item, so that nobody waits for
 *   somebody who waits for them; the snippet's lock keeps two of its items from coming to lie in one place
 */
export async function changeItem<P, T>(
  ctx: Context,
  id: string,
  prepare: (tx: Writer) => Promise<P>,
  change: (tx: Writer, item: ItemRow, prepared: P) => Promise<T>,
): Promise<T> {
  return ctx.transact(async (tx) => {
    const within = contextWithin(ctx, tx)
    const { snippet_id: snippetId } = allowed(ctx, await itemSeen(within, id))
    const prepared = await prepare(tx)
    await lockSnippet(tx, ctx.org, visibilityOf(ctx.principal), snippetId)
    // Read again: it may have been moved or removed while this one waited.
    const item = allowed(ctx, await itemSeen(within, id, true))
    return change(tx, item, prepared)
  })
}

function allowed(ctx: Context, item: ItemRow): ItemRow {
  if (mayChange(ctx.principal, item)) return item
  throw forbidden('owner_required', 'Only who put it into the library and admins may do this.')
}
