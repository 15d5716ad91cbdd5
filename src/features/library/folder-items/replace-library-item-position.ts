import { z } from 'zod'
import { forbidden } from '../../../core/errors.ts'
import { type Context, contextWithin, defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { canEditLibrary, lockTree, selectFolder } from '../folders/index.ts'
import { type FolderItemRow, updatePositions } from './queries.ts'
import { itemOutput } from './schema.ts'
import { findVisibleItem, serializeItem } from './serialize.ts'

export const replaceLibraryItemPosition = defineOperation({
  id: 'replaceLibraryItemPosition',
  summary: 'Replace the position of a library item',
  description:
    'Moves the item in the order of its folder, or of the root. Items that are added later are last. You can repeat the ' +
    'request safely. Requires the admin role, or that you created the folder or own the library.',
  tag: 'Library',
  input: z.object({
    id: pathId('item'),
    position: z
      .int()
      .min(1)
      .max(1_000_000)
      .describe(
        'New place among the items that you can access, from 1. A number after the last item means the last place. Example: `2`.',
      ),
  }),
  output: itemOutput,
  requires: { scope: 'write' },
  rest: { method: 'PUT', path: '/library/items/{id}/position' },
  async handle({ id, position }, ctx) {
    return ctx.transact(async (tx) => {
      const within = contextWithin(ctx, tx)
      const { shelf } = await findVisibleItem(within, id)
      await lockTree(tx, ctx.org, shelf)
      // Read again, because the item can be moved or deleted while the transaction waits for the lock.
      const item = await findVisibleItem(within, id, true)
      await requireOrderable(within, item)
      await updatePositions(tx, ctx.org, toVisibility(ctx.principal), item, position, ctx.clock.now())
      return { data: await serializeItem(within, id) }
    })
  },
})

async function requireOrderable(ctx: Context, { shelf, folder_id: folderId }: FolderItemRow): Promise<void> {
  if (canEditLibrary(ctx.principal, shelf)) return
  const { user } = ctx.principal
  const folder = folderId === null ? undefined : await selectFolder(ctx.db, ctx.org, folderId)
  if (folder !== undefined && user !== undefined && folder.created_by === user.id) return
  throw forbidden(
    'owner_required',
    'Changing the order requires the admin role, or that you created the folder or own the library.',
  )
}
