import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { queryBoolean, uuid } from '../../../core/wire.ts'
import { findVisibleLocation, folderReference } from '../folders/index.ts'
import { selectItems } from './queries.ts'
import { libraryItem, QUERY_POINTERS } from './schema.ts'
import { serializeItems } from './serialize.ts'

export const listLibraryItems = defineOperation({
  id: 'listLibraryItems',
  summary: 'List library items',
  description:
    'Returns the snippets directly in a folder or in the root, in the order set with `PUT /library/items/{id}/position`, or ' +
    "newest first without one. Items and totals exclude conversations that you can't access.",
  tag: 'Library',
  input: z.object({
    ...changedListFields({ default: 25, max: 100 }),
    folderUUID: folderReference()
      .default(null)
      .describe(
        'ID of a folder, from `GET /library/folders`. Defaults to the root, as does an empty string. Example: ' +
          '`7c9e6679-7425-40de-944b-e07fc1f90ae7`.',
      ),
    myLibrary: queryBoolean().describe(
      'Set to true to list the root of the personal library. Ignored if `folderUUID` is a folder. Defaults to false, the ' +
        'library of the organization. Example: `true`.',
    ),
    userUUID: uuid()
      .optional()
      .describe(
        'ID of the user whose personal library is used with `myLibrary`. Defaults to the caller. Only admins can set another ' +
          'user. Example: `7c9e6679-7425-40de-944b-e07fc1f90ae7`.',
      ),
  }),
  output: pageSchema(libraryItem),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/library/items',
    ...paged(libraryItem),
  },
  async handle({ folderUUID: folder, myLibrary, userUUID, ...input }, ctx) {
    const place = await findVisibleLocation(ctx.db, ctx, { folder, myLibrary, userUUID }, QUERY_POINTERS)
    const { rows, meta } = await selectItems(ctx.db, ctx.org, toVisibility(ctx.principal), place, toWindow(input))
    return { data: await serializeItems(ctx, rows), meta }
  },
})
