import { z } from 'zod'
import { invalid } from '../../core/errors.ts'
import { fold } from '../../core/fold.ts'
import { contextWithin, defineOperation } from '../../core/operation.ts'
import { pathId, SOMETHING_GIVEN, somethingGiven } from '../../core/wire.ts'
import { changeFolder } from './change.ts'
import { holdFolder, selectFolder, selectWithin, updateFolder } from './queries.ts'
import { folderName, folderOutput, folderReference } from './schema.ts'
import { tellFolder } from './told.ts'
import { checkDepth, checkName } from './tree.ts'

export const updateLibraryFolder = defineOperation({
  id: 'updateLibraryFolder',
  summary: 'Rename, move, hide or show a folder of the library.',
  description:
    "What is omitted stays. A folder moves with all that is in it, within its library. Admins change the organization's folders, users and admins those of a user.",
  tag: 'Library',
  input: z
    .object({
      id: pathId('folder'),
      name: folderName.optional(),
      parentUUID: folderReference().optional().describe('The folder it moves into; empty for the root.'),
      hidden: z.boolean().optional(),
    })
    .refine(somethingGiven('id'), SOMETHING_GIVEN),
  output: folderOutput,
  requires: { scope: 'write' },
  rest: { method: 'PATCH', path: '/library/folders/{id}' },
  async handle({ id, name, parentUUID, hidden }, ctx) {
    return changeFolder(ctx, id, async (tx, folder) => {
      const { shelf } = folder
      const parent = parentUUID === undefined ? folder.parent_id : parentUUID
      if (parent !== folder.parent_id) {
        if (parent !== null && (await holdFolder(tx, ctx.org, parent))?.shelf !== shelf) {
          throw invalid({ pointer: '/parentUUID', detail: 'There is no such folder in the same library.' })
        }
        const height = Math.max(...(await selectWithin(tx, ctx.org, shelf, id)).map(({ depth }) => depth))
        if ((await checkDepth(tx, ctx.org, parent, height)).includes(id)) {
          throw invalid({ pointer: '/parentUUID', detail: 'A folder cannot move into itself or a folder below it.' })
        }
      }
      const called = name ?? folder.name
      await checkName(tx, ctx.org, { shelf, folderId: parent }, called, folder)
      await updateFolder(tx, ctx.org, id, {
        name: called,
        nameFolded: fold(called),
        parent,
        hidden: hidden ?? folder.hidden,
        at: ctx.clock.now(),
      })
      const changed = await selectFolder(tx, ctx.org, id)
      if (changed === undefined) throw new Error('A folder that was just changed is gone.')
      return { data: await tellFolder(contextWithin(ctx, tx), changed, true) }
    })
  },
})
