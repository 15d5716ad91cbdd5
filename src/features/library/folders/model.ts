/** Pure rules of the library. */
import type { Principal } from '../../../core/principal.ts'

/** Maximum depth of folders, without the root. */
export const DEPTH_MAX = 20

/** Maximum number of direct child folders, because a response lists all of them. */
export const SIBLINGS_MAX = 1_000

/** Owner of a library: ID of a user, or null for the organization. */
export type LibraryOwner = string | null

/** Location in a library: a folder, or the root if `folderId` is null. */
export interface FolderLocation {
  readonly shelf: LibraryOwner
  readonly folderId: string | null
}

/** Whether the caller can read a library. A personal library is readable for its user and for admins. */
export const canViewLibrary = ({ role, user }: Principal, shelf: LibraryOwner): boolean =>
  shelf === null || role === 'ADMIN' || shelf === user?.id

/**
 * Whether the caller can change, move and delete folders of a library: admins, and users in their personal library.
 * Creating a folder requires only read access (`canViewLibrary`).
 */
export const canEditLibrary = ({ role, user }: Principal, shelf: LibraryOwner): boolean =>
  role === 'ADMIN' || shelf === user?.id

/** `/Sales// Calls ` → `Sales`, `Calls`. */
export const namesIn = (path: string): string[] =>
  path
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Natural sort order: letters before accents and case, and numbers by value. */
const collator = new Intl.Collator('en', { numeric: true })

export const byName = <T extends { name: string; id: string }>(a: T, b: T): number =>
  collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
