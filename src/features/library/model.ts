/** Pure rules of the library. */
import type { Principal } from '../../core/principal.ts'

/** Folders one above the other, without the root. */
export const DEPTH_MAX = 20

/** Folders right in one folder: an answer lists them all. */
export const SIBLINGS_MAX = 1_000

/** Whose a folder is: a user's own, or with null the organization's. */
export type Shelf = string | null

/** Everyone sees the organization's folders; a user's own are seen by that user and by admins. */
export const seesShelf = ({ role, user }: Principal, shelf: Shelf): boolean =>
  shelf === null || role === 'ADMIN' || shelf === user?.id

/**
 * Who changes, moves and deletes folders that others go by: admins, and users among their own. Making a folder asks for
 * less (`seesShelf`), since it takes nothing from anybody.
 */
export const keepsShelf = ({ role, user }: Principal, shelf: Shelf): boolean => role === 'ADMIN' || shelf === user?.id

/** `/Sales// Calls ` → `Sales`, `Calls`. */
export const namesIn = (path: string): string[] =>
  path
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** As people order names: letter by letter whatever their case and accents, numbers by what they count. */
const collator = new Intl.Collator('en', { numeric: true })

export const byName = <T extends { name: string; id: string }>(a: T, b: T): number =>
  collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
