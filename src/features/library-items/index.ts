/**
 * Items of the library: which snippet lies in which folder.
 *
 * An **item** is seen by whoever sees both the library it lies in and the snippet's conversation. Whoever sees a folder
 * may put a snippet into it; who put it there moves and removes it, and so do admins, and users in their own library.
 * The folders themselves are told in the library.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { createLibraryItem } from './create-library-item.ts'
import { deleteLibraryItem } from './delete-library-item.ts'
import { getLibraryItem } from './get-library-item.ts'
import { listLibraryItems } from './list-library-items.ts'
import { updateLibraryItem } from './update-library-item.ts'

export { createLibraryItem, deleteLibraryItem, listLibraryItems, updateLibraryItem }

export const operations: readonly AnyOperation[] = [
  listLibraryItems,
  createLibraryItem,
  getLibraryItem,
  updateLibraryItem,
  deleteLibraryItem,
]
