import { z } from 'zod'
import { forbidden, notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { queryBoolean, uuid } from '../../../core/wire.ts'
import { userExists } from '../../accounts/identity/index.ts'
import { selectFolder } from './queries.ts'
import { folderOutput, folderReference } from './schema.ts'
import { serializeFolder } from './serialize.ts'

/** Operation 15 of the contract. */
export const listLibraryFolders = defineOperation({
  id: 'listLibraryFolders',
  summary: 'List library folders',
  description:
    'Returns a folder with its direct child folders, sorted by name. Without `folderUUID`, returns the root. Only admins can ' +
    'set another user.',
  tag: 'Library',
  input: z.object({
    userUUID: uuid().describe(
      'ID of the user whose library is read, from `GET /organizations/users`. Example: ' +
        '`7c9e6679-7425-40de-944b-e07fc1f90ae7`.',
    ),
    folderUUID: folderReference()
      .optional()
      .describe(
        'ID of a folder, from an earlier response. Defaults to the root, as does an empty string. Example: ' +
          '`7c9e6679-7425-40de-944b-e07fc1f90ae7`.',
      ),
    myLibrary: queryBoolean().describe(
      'Set to true to read the personal library of the user. Defaults to false, the library of the organization. Example: ' +
        '`true`.',
    ),
    includeHidden: queryBoolean().describe(
      'Set to true to include hidden child folders. Defaults to false. Example: `true`.',
    ),
  }),
  output: folderOutput,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/library/folders', refusals: [404] },
  async handle({ userUUID, folderUUID, myLibrary, includeHidden }, ctx) {
    if (!(await userExists(ctx.db, ctx.org, userUUID))) throw notFound('user', '/query/userUUID')
    const { role, user } = ctx.principal
    if (role !== 'ADMIN' && userUUID !== user?.id) {
      throw forbidden(
        'admin_required',
        'Reading the library of another user requires the admin role. Set `userUUID` to your own ID.',
      )
    }
    const shelf = myLibrary ? userUUID : null
    if (folderUUID == null) return { data: await serializeFolder(ctx, { rootOf: shelf, userUUID }, includeHidden) }
    const folder = await selectFolder(ctx.db, ctx.org, folderUUID)
    if (folder === undefined || folder.shelf !== shelf) throw notFound('folder', '/query/folderUUID')
    return { data: await serializeFolder(ctx, folder, includeHidden) }
  },
})
