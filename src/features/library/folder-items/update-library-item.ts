import { z } from 'zod'
import { conflict } from '../../../core/errors.ts'
import { contextWithin, defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { folderReference, lockRequestedLocation } from '../folders/index.ts'
import { changeItem } from './mutate.ts'
import { moveItem } from './queries.ts'
import { BODY_POINTERS, itemOutput, placeFields } from './schema.ts'
import { serializeItem } from './serialize.ts'

export const updateLibraryItem = defineOperation({
  id: 'updateLibraryItem',
  summary: 'Move a library item',
  description:
    'Moves the item to another folder, also in another library. Requires the admin role, or that you added the item or own ' +
    'the library. Returns 409 `already_in_folder` if the folder contains the snippet.',
  tag: 'Library',
  input: z.object({
    id: pathId('item'),
    folderUUID: folderReference().describe(
      'ID of the new folder, from `GET /library/folders`. An empty string means the root.',
    ),
    myLibrary: placeFields.myLibrary,
    userUUID: placeFields.userUUID,
  }),
  output: itemOutput,
  requires: { scope: 'write' },
  rest: { method: 'PATCH', path: '/library/items/{id}' },
  async handle({ id, folderUUID: folder, myLibrary, userUUID }, ctx) {
    return changeItem(
      ctx,
      id,
      (tx) => lockRequestedLocation(tx, ctx, { folder, myLibrary, userUUID }, BODY_POINTERS),
      async (tx, item, place) => {
        if (!(await moveItem(tx, ctx.org, item, place, ctx.clock.now()))) {
          throw conflict('already_in_folder', 'The folder already contains the snippet.', '/folderUUID')
        }
        return { data: await serializeItem(contextWithin(ctx, tx), id) }
      },
    )
  },
})
