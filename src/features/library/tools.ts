/** Folders of the library, for assistants. */
import { z } from 'zod'
import { defineTool, defineToolOperation, type Tool } from '../../core/tool.ts'
import { idOf } from '../../core/tool-arguments.ts'
import { lines, table } from '../../core/tool-text.ts'
import { userOrCaller } from '../../core/tool-user.ts'
import { createLibraryFolder } from './create-library-folder.ts'
import { listLibraryFolders } from './list-library-folders.ts'
import { folderName, type LibraryFolder } from './schema.ts'

const { userUUID } = listLibraryFolders.input.shape

/** The same, of the caller when it names nobody. */
const listFolders = defineToolOperation({
  ...listLibraryFolders,
  input: listLibraryFolders.input.extend({ userUUID: userUUID.optional() }),
  handle: (asked, ctx) =>
    listLibraryFolders.handle({ ...asked, userUUID: userOrCaller(ctx, asked.userUUID, '/userUUID') }, ctx),
})

const told = { id: z.string().nullable(), path: z.string() }
/** The root has no id. */
const tell = ({ uuid, path }: LibraryFolder) => ({ id: uuid || null, path })
const folderId = idOf('folder', 'list_library_folders')

export const tools: readonly Tool[] = [
  defineTool(listFolders, {
    name: 'list_library_folders',
    title: 'List library folders',
    description:
      'One folder of the snippet library with the folders right in it. Ask again with the id of one to go deeper; list_snippets tells what is in it.',
    args: {
      folder_id: folderId.optional().describe('Default: the root.'),
      my_library: z.boolean().default(false).describe("The user's own, not the organization's."),
      user_id: idOf('user', 'list_reps').optional().describe('Default: you. Org-level keys must name one.'),
      include_hidden: z.boolean().default(false).describe('Hidden folders too.'),
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
        text: `${lines({ Folder: data.path, Id: data.uuid })}\n\n${table(['Folder in it', 'Id', 'Folders', 'Snippets'], rows, 'No folders in it.')}`,
        data: { ...tell(data), folders },
      }
    },
  }),
  defineTool(createLibraryFolder, {
    name: 'create_library_folder',
    title: 'Make a library folder',
    description: 'Makes a folder in the snippet library. Look with list_library_folders first whether it exists.',
    args: {
      name: folderName.describe('One line without a slash.'),
      parent_folder_id: folderId.optional().describe('Folder it goes into; default: the root.'),
      my_library: z.boolean().default(false).describe("In the root of the user's own library."),
      user_id: idOf('user', 'list_reps').optional().describe('Whose own; default: yours.'),
      hidden: z.boolean().default(false).describe('Left out of lists.'),
    },
    names: { parent_folder_id: 'parentUUID', my_library: 'myLibrary', user_id: 'userUUID' },
    data: told,
    present: ({ data }) => ({
      text: `Made the folder.\n${lines({ Folder: data.path, Id: data.uuid })}`,
      data: tell(data),
    }),
  }),
]
