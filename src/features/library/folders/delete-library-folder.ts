import { z } from 'zod'
import { conflict } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId, queryBoolean } from '../../../core/wire.ts'
import { changeFolder } from './mutate.ts'
import { deleteFolders, hasVisibleItems, lockFolders, selectWithin } from './queries.ts'

export const deleteLibraryFolder = defineOperation({
  id: 'deleteLibraryFolder',
  summary: 'Delete a library folder',
  description:
    "Deletes the folder permanently. Snippets in it aren't deleted and stay in their other folders. Requires the admin role; " +
    'users can delete folders in their personal library. Returns 409 `folder_not_empty` unless `recursive` is true.',
  tag: 'Library',
  input: z.object({
    id: pathId('folder'),
    recursive: queryBoolean().describe(
      'Set to true to delete the folder with all child folders and library items in it. Defaults to false. Example: `true`.',
    ),
  }),
  output: z.undefined(),
  requires: { scope: 'write' },
  rest: { method: 'DELETE', path: '/library/folders/{id}', status: 204 },
  async handle({ id, recursive }, ctx) {
    return changeFolder(ctx, id, async (tx, { shelf }) => {
      const within = (await selectWithin(tx, ctx.org, shelf, id)).map((folder) => folder.id)
      await lockFolders(tx, ctx.org, within)
      // Items that the caller can't access don't count as content, but they are removed from the folder too.
      const isFull = within.length > 1 || (await hasVisibleItems(tx, ctx.org, toVisibility(ctx.principal), shelf, id))
      if (isFull && !recursive) {
        throw conflict(
          'folder_not_empty',
          'The folder is not empty. Set `recursive=true` to delete it with all child folders and items in it.',
        )
      }
      await deleteFolders(tx, ctx.org, shelf, within)
      return undefined
    })
  },
})
