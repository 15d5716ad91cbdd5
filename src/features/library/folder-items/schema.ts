/** Request and response schemas of library items. */
import { z } from 'zod'
import { uuid } from '../../../core/wire.ts'
import { folderReference } from '../folders/index.ts'
import { snippetSchema } from '../snippets/index.ts'

export const libraryItem = z
  .object({
    uuid: z.string().describe('ID of the item.'),
    folderUUID: z.string().describe('ID of the folder. Empty for the root.'),
    userUUID: z
      .string()
      .describe('ID of the owner of the personal library. Empty for the library of the organization.'),
    addedByUUID: z.string().describe('ID of the user who added the item. Empty for organization-level keys.'),
    createdAt: z.string().describe('Time at which the snippet was added.'),
    updatedAt: z
      .string()
      .describe(
        'Time at which the item was last moved to a folder or a position, or added. ISO 8601 date-time in UTC. Example: `2026-11-21T09:30:00.000Z`.',
      ),
    snippet: snippetSchema,
  })
  .meta({ id: 'LibraryItem' })
export type LibraryItem = z.output<typeof libraryItem>

export const itemOutput = z.object({ data: libraryItem })

/** Location in a request body. */
export const placeFields = {
  folderUUID: folderReference()
    .default(null)
    .describe('ID of a folder, from `GET /library/folders`. Defaults to the root, as does an empty string.'),
  myLibrary: z
    .boolean()
    .default(false)
    .describe(
      'Set to true to use the root of the personal library. Ignored if `folderUUID` is a folder. Defaults to false, the ' +
        'library of the organization.',
    ),
  userUUID: uuid()
    .optional()
    .describe(
      'ID of the user whose personal library is used with `myLibrary`. Defaults to the caller. Only admins can set another ' +
        'user.',
    ),
}

export const BODY_POINTERS = { folder: '/folderUUID', user: '/userUUID' }
export const QUERY_POINTERS = { folder: '/query/folderUUID', user: '/query/userUUID' }
