/**
 * Library: where people find what others thought worth keeping.
 *
 * There is one library of the organization, which everyone sees, and one of each user's own, which that user and admins
 * see. Each is a tree of **folders** below a root that is no row: its id is empty, its path is `/`. Names are unique in a
 * folder whatever their case. A **hidden** folder is left out of lists unless they ask for it; it is tidied away, not
 * secret.
 *
 * An **item** is a snippet in a folder or in a root; a snippet may lie in several. Who does not see the snippet's
 * conversation does not see the item, and no count tells of it. Deleting a folder takes items out of it and leaves the
 * snippets.
 *
 * Everyone makes folders in the organization's library and puts things into them, for that takes nothing from anybody.
 * Renaming, moving, hiding and deleting is for admins, and for users among their own folders. Changes of one tree happen
 * one after the other, so that no two of them make a loop or two folders of one name.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { createLibraryFolder } from './create-library-folder.ts'
import { deleteLibraryFolder } from './delete-library-folder.ts'
import { getLibraryFolder } from './get-library-folder.ts'
import { listLibraryFolders } from './list-library-folders.ts'
import { updateLibraryFolder } from './update-library-folder.ts'

export { type Shelf, seesShelf } from './model.ts'
export { insertItem } from './queries.ts'
export { folderPath, folderPathText, folderReference } from './schema.ts'
export { tools } from './tools.ts'
export { ensurePath, type Place, placeAsked, placeShown } from './tree.ts'
export { createLibraryFolder, deleteLibraryFolder, listLibraryFolders, updateLibraryFolder }

export const operations: readonly AnyOperation[] = [
  listLibraryFolders,
  createLibraryFolder,
  getLibraryFolder,
  updateLibraryFolder,
  deleteLibraryFolder,
]
