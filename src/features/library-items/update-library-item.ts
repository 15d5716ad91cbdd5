import { z } from 'zod'
import { conflict } from '../../core/errors.ts'
import { contextWithin, defineOperation } from '../../core/operation.ts'
import { pathId, uuid } from '../../core/wire.ts'
import { folderReference, placeAsked } from '../library/index.ts'
import { changeItem } from './change.ts'
import { moveItem } from './queries.ts'
import { BODY_POINTERS, itemOutput } from './schema.ts'
import { tellItem } from './told.ts'

export const updateLibraryItem = defineOperation({
  id: 'updateLibraryItem',
  summary: 'Move an item of the library to another folder.',
  description: 'Also into another library. For who put it there, admins, and users in their own library.',
  tag: 'Library',
  input: z.object({
    id: pathId('item'),
    folderUUID: folderReference().describe('Empty for the root. A folder says itself in whose library it lies.'),
    myLibrary: z.boolean().default(false).describe("For the root: that of the user's own library."),
    userUUID: uuid().optional().describe('For the root: the user, by default the caller. Admins name others.'),
  }),
  output: itemOutput,
  requires: { scope: 'write' },
  rest: { method: 'PATCH', path: '/library/items/{id}' },
  async handle({ id, folderUUID: folder, myLibrary, userUUID }, ctx) {
    return changeItem(
      ctx,
      id,
      (tx) => placeAsked(tx, ctx, { folder, myLibrary, userUUID }, BODY_POINTERS),
      async (tx, item, place) => {
        if (!(await moveItem(tx, ctx.org, item, place))) {
          throw conflict('already_in_folder', 'The snippet lies there already.', '/folderUUID')
        }
        return { data: await tellItem(contextWithin(ctx, tx), id) }
      },
    )
  },
})
