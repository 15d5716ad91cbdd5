import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId, queryBoolean } from '../../../core/wire.ts'
import { canViewLibrary } from './model.ts'
import { selectFolder } from './queries.ts'
import { folderOutput } from './schema.ts'
import { serializeFolder } from './serialize.ts'

export const getLibraryFolder = defineOperation({
  id: 'getLibraryFolder',
  summary: 'Get a library folder',
  description: 'Returns the folder with its direct child folders, sorted by name.',
  tag: 'Library',
  input: z.object({
    id: pathId('folder'),
    includeHidden: queryBoolean().describe(
      'Set to true to include hidden child folders. Defaults to false. Example: `true`.',
    ),
  }),
  output: folderOutput,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/library/folders/{id}' },
  async handle({ id, includeHidden }, ctx) {
    const folder = await selectFolder(ctx.db, ctx.org, id)
    if (folder === undefined || !canViewLibrary(ctx.principal, folder.shelf)) throw notFound('folder')
    return { data: await serializeFolder(ctx, folder, includeHidden) }
  },
})
