import { z } from 'zod'
import { conflict } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { pathId, queryBoolean } from '../../core/wire.ts'
import { changeFolder } from './change.ts'
import { deleteFolders, holdsItems, lockFolders, selectWithin } from './queries.ts'

export const deleteLibraryFolder = defineOperation({
  id: 'deleteLibraryFolder',
  summary: 'Delete a folder of the library; the snippets in it stay.',
  description:
    'A folder that is not empty is refused, unless recursive says that all below it goes too. What lay in it is out of the folder and nothing else: a snippet keeps its address and its other places.',
  tag: 'Library',
  input: z.object({ id: pathId('folder'), recursive: queryBoolean().describe('With all that is in it.') }),
  output: z.undefined(),
  requires: { scope: 'write' },
  rest: { method: 'DELETE', path: '/library/folders/{id}', status: 204 },
  async handle({ id, recursive }, ctx) {
    return changeFolder(ctx, id, async (tx, { shelf }) => {
      const within = (await selectWithin(tx, ctx.org, shelf, id)).map((folder) => folder.id)
      await lockFolders(tx, ctx.org, within)
      // Items that the caller may not see count as little here as in every answer; they lose their place all the same.
      const isFull = within.length > 1 || (await holdsItems(tx, ctx.org, visibilityOf(ctx.principal), shelf, id))
      if (isFull && !recursive) {
        throw conflict('folder_not_empty', 'The folder is not empty. recursive=true deletes it with all in it.')
      }
      await deleteFolders(tx, ctx.org, shelf, within)
      return undefined
    })
  },
})
