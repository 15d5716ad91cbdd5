import { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import { fold } from '../../../core/fold.ts'
import { contextWithin, defineOperation } from '../../../core/operation.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN } from '../../../core/wire.ts'
import { changeFolder } from './mutate.ts'
import { lockFolderShared, selectFolder, selectWithin, updateFolder } from './queries.ts'
import { folderName, folderOutput, folderReference } from './schema.ts'
import { serializeFolder } from './serialize.ts'
import { checkDepth, checkName } from './tree.ts'

export const updateLibraryFolder = defineOperation({
  id: 'updateLibraryFolder',
  summary: 'Update a library folder',
  description:
    'Renames, moves, hides or shows a folder. Omitted fields keep their values. A folder moves with its content, within its ' +
    'library. Requires the admin role; users can update folders in their personal library.',
  tag: 'Library',
  input: z
    .object({
      id: pathId('folder'),
      name: folderName
        .optional()
        .describe(
          'New name of the folder, 1 to 128 characters, without a slash or line break. Example: `Discovery calls`.',
        ),
      parentUUID: folderReference()
        .optional()
        .describe('ID of the new parent folder in the same library. An empty string means the root.'),
      hidden: z
        .boolean()
        .optional()
        .describe("Whether lists omit the folder unless `includeHidden` is true. Hiding doesn't restrict access."),
    })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: folderOutput,
  requires: { scope: 'write' },
  rest: { method: 'PATCH', path: '/library/folders/{id}' },
  async handle({ id, name, parentUUID, hidden }, ctx) {
    return changeFolder(ctx, id, async (tx, folder) => {
      const { shelf } = folder
      const parent = parentUUID === undefined ? folder.parent_id : parentUUID
      if (parent !== folder.parent_id) {
        if (parent !== null && (await lockFolderShared(tx, ctx.org, parent))?.shelf !== shelf) {
          throw invalid({
            pointer: '/parentUUID',
            detail: 'The library of the folder has no folder with this ID. Use a folder of the same library.',
          })
        }
        const height = Math.max(...(await selectWithin(tx, ctx.org, shelf, id)).map(({ depth }) => depth))
        if ((await checkDepth(tx, ctx.org, parent, height)).includes(id)) {
          throw invalid({
            pointer: '/parentUUID',
            detail: "A folder can't be moved into itself or its descendants. Choose another `parentUUID`.",
          })
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
      if (changed === undefined) throw new Error('The folder is missing after it was updated.')
      return { data: await serializeFolder(contextWithin(ctx, tx), changed, true) }
    })
  },
})
