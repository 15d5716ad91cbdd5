import { z } from 'zod'
import { forbidden, notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { queryBoolean, uuid } from '../../core/wire.ts'
import { userExists } from '../identity/index.ts'
import { selectFolder } from './queries.ts'
import { folderOutput, folderReference } from './schema.ts'
import { tellFolder } from './told.ts'

/** Contract, operation 15. */
export const listLibraryFolders = defineOperation({
  id: 'listLibraryFolders',
  summary: 'Read the folders of the library, one level at a time.',
  description:
    'The folder asked for with the folders right in it, by name; without folderUUID the root. Who is no admin asks for themselves.',
  tag: 'Library',
  input: z.object({
    userUUID: uuid().describe('The user whose library it is.'),
    folderUUID: folderReference().optional().describe('Absent or empty for the root.'),
    myLibrary: queryBoolean().describe("True: the user's own folders. False: those of the organization."),
    includeHidden: queryBoolean().describe('Hidden folders too.'),
  }),
  output: folderOutput,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/library/folders', refusals: [404] },
  async handle({ userUUID, folderUUID, myLibrary, includeHidden }, ctx) {
    if (!(await userExists(ctx.db, ctx.org, userUUID))) throw notFound('user', '/query/userUUID')
    const { role, user } = ctx.principal
    if (role !== 'ADMIN' && userUUID !== user?.id) {
      throw forbidden('admin_required', 'Only admins read the library of another user.')
    }
    const shelf = myLibrary ? userUUID : null
    if (folderUUID == null) return { data: await tellFolder(ctx, { rootOf: shelf, userUUID }, includeHidden) }
    const folder = await selectFolder(ctx.db, ctx.org, folderUUID)
    if (folder === undefined || folder.shelf !== shelf) throw notFound('folder', '/query/folderUUID')
    return { data: await tellFolder(ctx, folder, includeHidden) }
  },
})
