import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { fold } from '../../../core/fold.ts'
import { contextWithin, defineOperation } from '../../../core/operation.ts'
import { uuid } from '../../../core/wire.ts'
import { insertFolder, selectFolder } from './queries.ts'
import { folderName, folderOutput, folderReference } from './schema.ts'
import { serializeFolder } from './serialize.ts'
import { checkDepth, checkName, lockRequestedLocation } from './tree.ts'

const POINTERS = { folder: '/parentUUID', user: '/userUUID' }

export const createLibraryFolder = defineOperation({
  id: 'createLibraryFolder',
  summary: 'Create a library folder',
  description:
    'Creates a folder in the library of the organization or of a user. All users can create folders in the library of the ' +
    'organization; only admins can change them later. Returns 409 `folder_name_taken` if the parent folder contains a ' +
    'folder with this name, ignoring case.',
  tag: 'Library',
  input: z.object({
    name: folderName.describe(
      'Name of the folder, 1 to 128 characters, without a slash or line break. Example: `Discovery calls`.',
    ),
    parentUUID: folderReference()
      .default(null)
      .describe(
        'ID of the parent folder, from `GET /library/folders`. The new folder is in the same library. Defaults to the root, ' +
          'as does an empty string.',
      ),
    myLibrary: z
      .boolean()
      .default(false)
      .describe(
        'Set to true to use the personal library of the user. Ignored if `parentUUID` is a folder. Defaults to false, the ' +
          'library of the organization.',
      ),
    userUUID: uuid()
      .optional()
      .describe(
        'ID of the user whose personal library is used with `myLibrary`. Defaults to the caller. Only admins can set another ' +
          'user.',
      ),
    hidden: z
      .boolean()
      .default(false)
      .describe("Whether lists omit the folder unless `includeHidden` is true. Hiding doesn't restrict access."),
  }),
  output: folderOutput,
  requires: { scope: 'write' },
  rest: { method: 'POST', derived: false, path: '/library/folders', status: 201 },
  async handle({ name, parentUUID, myLibrary, userUUID, hidden }, ctx) {
    return ctx.transact(async (tx) => {
      const asked = { folder: parentUUID, myLibrary, userUUID }
      const place = await lockRequestedLocation(tx, ctx, asked, POINTERS, { tree: true })
      await checkDepth(tx, ctx.org, place.folderId, 1)
      await checkName(tx, ctx.org, place, name)
      const id = newId()
      await insertFolder(tx, ctx.org, {
        id,
        shelf: place.shelf,
        parent: place.folderId,
        name,
        nameFolded: fold(name),
        hidden,
        by: ctx.principal.user?.id ?? null,
        at: ctx.clock.now(),
      })
      ctx.addAuditTarget('folder', id)
      const made = await selectFolder(tx, ctx.org, id)
      if (made === undefined) throw new Error('The folder is missing after it was created.')
      return { data: await serializeFolder(contextWithin(ctx, tx), made, true) }
    })
  },
})
