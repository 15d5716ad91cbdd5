/**
 * Library: folders of snippets.
 *
 * The organization has one library, which all users can read. Each user has a personal library, which that user and
 * admins can read. A library is a tree of **folders**. The root isn't stored; its ID is empty and its path is `/`.
 * Names are unique in a folder, ignoring case. Lists omit a **hidden** folder unless the request includes hidden
 * folders. Hiding doesn't restrict access.
 *
 * An **item** is a snippet in a folder or in a root. A snippet can be in several folders. Users without access to the
 * conversation of the snippet don't see the item, and counts exclude it. Deleting a folder removes its items, but not
 * the snippets.
 *
 * All users can create folders in the library of the organization and add snippets to them. Renaming, moving, hiding
 * and deleting folders requires the admin role, or a personal library. An advisory lock serializes the changes of one
 * tree, so that concurrent changes can't create a cycle or duplicate names.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { createLibraryFolder } from './create-library-folder.ts'
import { deleteLibraryFolder } from './delete-library-folder.ts'
import { getLibraryFolder } from './get-library-folder.ts'
import { listLibraryFolders } from './list-library-folders.ts'
import { updateLibraryFolder } from './update-library-folder.ts'

export { canEditLibrary, canViewLibrary, type FolderLocation, type LibraryOwner } from './model.ts'
export { insertItem, lastPosition, lockTree, selectFolder } from './queries.ts'
export { folderPath, folderPathText, folderReference } from './schema.ts'
export { tools } from './tools.ts'
export { ensurePath, findVisibleLocation, lockRequestedLocation } from './tree.ts'
export { createLibraryFolder, deleteLibraryFolder, getLibraryFolder, listLibraryFolders, updateLibraryFolder }

export const operations: readonly AnyOperation[] = [
  listLibraryFolders,
  createLibraryFolder,
  getLibraryFolder,
  updateLibraryFolder,
  deleteLibraryFolder,
]
