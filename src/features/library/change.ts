/** The one way a folder is changed: it is seen, the caller may, its tree is locked, or the caller is told why not. */
import type { Writer } from '../../core/db.ts'
import { forbidden, notFound } from '../../core/errors.ts'
import type { Context } from '../../core/operation.ts'
import { keepsShelf, seesShelf } from './model.ts'
import { type FolderRow, lockTree, selectFolder } from './queries.ts'

export async function changeFolder<T>(
  ctx: Context,
  id: string,
  change: (tx: Writer, folder: FolderRow) => Promise<T>,
): Promise<T> {
  return ctx.transact(async (tx) => {
    const known = await selectFolder(tx, ctx.org, id)
    if (known === undefined || !seesShelf(ctx.principal, known.shelf)) throw notFound('folder')
    if (!keepsShelf(ctx.principal, known.shelf)) {
      throw forbidden('admin_required', 'Only admins change and delete folders of the organization.')
    }
    await lockTree(tx, ctx.org, known.shelf)
    // Read again: it may have been changed or deleted while this one waited.
    const folder = await selectFolder(tx, ctx.org, id)
    if (folder === undefined) throw notFound('folder')
    return change(tx, folder)
  })
}
