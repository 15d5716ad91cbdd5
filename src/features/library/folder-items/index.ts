/**
 * Library items: snippets in library folders.
 *
 * Reading an **item** requires access to its library and to the conversation of the snippet. All users who can read a
 * folder can add snippets to it. The user who added an item, the owner of the library and admins can move and remove
 * it. The user who created a folder, the owner of the library and admins choose its order. Without one, the newest items
 * are first. Folders are in `folders`.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { createLibraryItem } from './create-library-item.ts'
import { deleteLibraryItem } from './delete-library-item.ts'
import { getLibraryItem } from './get-library-item.ts'
import { listLibraryItems } from './list-library-items.ts'
import { replaceLibraryItemPosition } from './replace-library-item-position.ts'
import { updateLibraryItem } from './update-library-item.ts'

export { createLibraryItem, deleteLibraryItem, listLibraryItems, replaceLibraryItemPosition, updateLibraryItem }

export const operations: readonly AnyOperation[] = [
  listLibraryItems,
  createLibraryItem,
  getLibraryItem,
  updateLibraryItem,
  replaceLibraryItemPosition,
  deleteLibraryItem,
]
