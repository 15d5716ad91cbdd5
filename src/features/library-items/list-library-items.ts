import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { paged, pageFields, pageMeta, pageOf } from '../../core/page.ts'
import { visibilityOf } from '../../core/principal.ts'
import { queryBoolean, uuid } from '../../core/wire.ts'
import { folderReference, placeShown } from '../library/index.ts'
import { selectItems } from './queries.ts'
import { libraryItem, QUERY_POINTERS } from './schema.ts'
import { tellItems } from './told.ts'

export const listLibraryItems = defineOperation({
  id: 'listLibraryItems',
  summary: 'List what lies right in a folder of the library, or in the root, newest first.',
  description: 'Items of conversations that the caller does not see are neither shown nor counted.',
  tag: 'Library',
  input: z.object({
    ...pageFields({ default: 25, max: 100 }),
    folderUUID: folderReference().default(null).describe('Absent or empty for the root.'),
    myLibrary: queryBoolean().describe("For the root: that of the user's own library."),
    userUUID: uuid().optional().describe('For the root: the user, by default the caller. Admins name others.'),
  }),
  output: pageOf(libraryItem),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/library/items',
    ...paged(libraryItem),
  },
  async handle({ page, size, folderUUID: folder, myLibrary, userUUID }, ctx) {
    const place = await placeShown(ctx.db, ctx, { folder, myLibrary, userUUID }, QUERY_POINTERS)
    const window = { limit: size, offset: (page - 1) * size }
    const { total, rows } = await selectItems(ctx.db, ctx.org, visibilityOf(ctx.principal), place, window)
    return { data: await tellItems(ctx, rows), meta: pageMeta(page, size, total) }
  },
})
