/** Tools of library folders. */
import { z } from 'zod'
import { defineTool, defineToolOperation, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { lines, table } from '../../../core/tool-text.ts'
import { userOrCaller } from '../../../core/tool-user.ts'
import { createLibraryFolder } from './create-library-folder.ts'
import { listLibraryFolders } from './list-library-folders.ts'
import { folderName, type LibraryFolder } from './schema.ts'

const { userUUID } = listLibraryFolders.input.shape

/** List of folders whose user defaults to the caller. */
const listFolders = defineToolOperation({
  ...listLibraryFolders,
  input: listLibraryFolders.input.extend({ userUUID: userUUID.optional() }),
  handle: (asked, ctx) =>
    listLibraryFolders.handle({ ...asked, userUUID: userOrCaller(ctx, asked.userUUID, '/userUUID') }, ctx),
})

const told = { id: z.string().nullable(), path: z.string() }
/** Converts a folder for tools, where the ID of the root is null. */
const toToolFolder = ({ uuid, path }: LibraryFolder) => ({ id: uuid || null, path })
const folderId = idArgument('folder', 'list_library_folders')

export const tools: readonly Tool[] = [
  defineTool(listFolders, {
    name: 'list_library_folders',
    title: 'List library folders',
    description:
      'Returns a folder of the snippet library with its direct child folders. Call it again with the ID of a child folder to go deeper. Use list_snippets for the snippets in a folder.',
    args: {
      folder_id: folderId.optional().describe('ID of a folder, from an earlier response. Defaults to the root.'),
      my_library: z
        .boolean()
        .default(false)
        .describe('Reads the personal library instead of the one of the organization.'),
      user_id: idArgument('user', 'list_reps')
        .optional()
        .describe('ID of a user, from list_reps. Defaults to the caller. Required for organization-level keys.'),
      include_hidden: z.boolean().default(false).describe('Includes hidden child folders. Defaults to false.'),
    },
    names: { folder_id: 'folderUUID', my_library: 'myLibrary', user_id: 'userUUID', include_hidden: 'includeHidden' },
    input: ({ folder_id, my_library, user_id, include_hidden }) => ({
      ...(folder_id === undefined ? {} : { folderUUID: folder_id }),
      ...(user_id === undefined ? {} : { userUUID: user_id }),
      myLibrary: String(my_library),
      includeHidden: String(include_hidden),
    }),
    data: {
      ...told,
      folders: z.array(z.looseObject({ id: z.string(), name: z.string(), snippets: z.int() })),
    },
    present: ({ data }) => {
      const folders = data.subFolders.map(({ uuid, name, totalFolders, totalElements }) => ({
        ...{ id: uuid, name, folders: totalFolders, snippets: totalElements },
      }))
      const rows = folders.map((one) => [one.name, one.id, one.folders, one.snippets])
      return {
        text: `${lines({ Folder: data.path, Id: data.uuid })}\n\n${table(['Child folder', 'Id', 'Folders', 'Snippets'], rows, 'No child folders.')}`,
        data: { ...toToolFolder(data), folders },
      }
    },
  }),
  defineTool(createLibraryFolder, {
    name: 'create_library_folder',
    title: 'Create a library folder',
    hints: { effect: 'adds', idempotent: false, openWorld: false },
    description:
      'Creates a folder in the snippet library. Call list_library_folders first to avoid duplicates. Names are unique in a folder, ignoring case.',
    args: {
      name: folderName.describe(
        'Name of the folder, maximum 128 characters, without a slash. Example: `Discovery calls`.',
      ),
      parent_folder_id: folderId
        .optional()
        .describe('ID of the parent folder, from list_library_folders. Defaults to the root.'),
      my_library: z
        .boolean()
        .default(false)
        .describe('Uses the root of the personal library. Ignored with parent_folder_id.'),
      user_id: idArgument('user', 'list_reps')
        .optional()
        .describe('ID of the owner of the personal library, from list_reps. Defaults to the caller.'),
      hidden: z.boolean().default(false).describe('Omits the folder from lists by default. Access stays the same.'),
    },
    names: { parent_folder_id: 'parentUUID', my_library: 'myLibrary', user_id: 'userUUID' },
    data: told,
    present: ({ data }) => ({
      text: `Created the folder.\n${lines({ Folder: data.path, Id: data.uuid })}`,
      data: toToolFolder(data),
    }),
  }),
]
