import { z } from 'zod'
import { newId } from '../../core/clock.ts'
import { fold } from '../../core/fold.ts'
import { contextWithin, defineOperation } from '../../core/operation.ts'
import { uuid } from '../../core/wire.ts'
import { insertFolder, selectFolder } from './queries.ts'
import { folderName, folderOutput, folderReference } from './schema.ts'
import { tellFolder } from './told.ts'
import { checkDepth, checkName, placeAsked } from './tree.ts'

const POINTERS = { folder: '/parentUUID', user: '/userUUID' }

export const createLibraryFolder = defineOperation({
  id: 'createLibraryFolder',
  summary: 'Make a folder in the library of the organization or of a user.',
  description:
    "Names are unique in a folder, in any case. Everyone may make folders in the organization's library, since a new one takes nothing from anybody; only admins change them afterwards.",
  tag: 'Library',
  input: z.object({
    name: folderName,
    parentUUID: folderReference()
      .default(null)
      .describe('The folder it goes into; absent or empty for the root. Its library is that of this folder.'),
    myLibrary: z.boolean().default(false).describe("For the root: that of the user's own library."),
    userUUID: uuid().optional().describe('For the root: the user, by default the caller. Admins name others.'),
    hidden: z.boolean().default(false),
  }),
  output: folderOutput,
  requires: { scope: 'write' },
  rest: { method: 'POST', derived: false, path: '/library/folders', status: 201 },
  async handle({ name, parentUUID, myLibrary, userUUID, hidden }, ctx) {
    return ctx.transact(async (tx) => {
      const asked = { folder: parentUUID, myLibrary, userUUID }
      const place = await placeAsked(tx, ctx, asked, POINTERS, { tree: true })
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
      ctx.names('folder', id)
      const made = await selectFolder(tx, ctx.org, id)
      if (made === undefined) throw new Error('A folder that was just made is gone.')
      return { data: await tellFolder(contextWithin(ctx, tx), made, true) }
    })
  },
})
