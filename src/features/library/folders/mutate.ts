/** Runs every change of a folder: checks access and permission, locks the folder tree, then calls `change`. */
import type { Writer } from '../../../core/db.ts'
import { forbidden, notFound } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { canEditLibrary, canViewLibrary } from './model.ts'
import { type FolderRow, lockTree, selectFolder } from './queries.ts'

export async function changeFolder<T>(
  ctx: Context,
  id: string,
  change: (tx: Writer, folder: FolderRow) => Promise<T>,
): Promise<T> {
  return ctx.transact(async (tx) => {
    const known = await selectFolder(tx, ctx.org, id)
    if (known === undefined || !canViewLibrary(ctx.principal, known.shelf)) throw notFound('folder')
    if (!canEditLibrary(ctx.principal, known.shelf)) {
      throw forbidden('admin_required', 'Changing or deleting a folder of the organization requires the admin role.')
    }
    await lockTree(tx, ctx.org, known.shelf)
    // Read again, because the folder can change or be deleted while the transaction waits for the lock.
    const folder = await selectFolder(tx, ctx.org, id)
    if (folder === undefined) throw notFound('folder')
    return change(tx, folder)
  })
}
