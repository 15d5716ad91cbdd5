/** What requests and answers say of an item. */
import { z } from 'zod'
import { uuid } from '../../core/wire.ts'
import { folderReference } from '../library/index.ts'
import { snippetSchema } from '../snippets/index.ts'

export const libraryItem = z
  .object({
    uuid: z.string(),
    folderUUID: z.string().describe('Empty for the root.'),
    userUUID: z.string().describe("Whose own library it lies in; empty for the organization's."),
    addedByUUID: z.string().describe('Empty for an org-level key.'),
    createdAt: z.string(),
    snippet: snippetSchema,
  })
  .meta({ id: 'LibraryItem' })
export type LibraryItem = z.output<typeof libraryItem>

export const itemOutput = z.object({ data: libraryItem })

/** A place as bodies name it. */
export const placeFields = {
  folderUUID: folderReference()
    .default(null)
    .describe('Absent or empty for the root. A folder says itself in whose library it lies.'),
  myLibrary: z.boolean().default(false).describe("For the root: that of the user's own library."),
  userUUID: uuid().optional().describe('For the root: the user, by default the caller. Admins name others.'),
}

export const BODY_POINTERS = { folder: '/folderUUID', user: '/userUUID' }
export const QUERY_POINTERS = { folder: '/query/folderUUID', user: '/query/userUUID' }
