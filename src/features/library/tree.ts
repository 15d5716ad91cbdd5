/** Changes of the tree of folders. Whoever makes one holds the tree (`lockTree`) until the transaction ends. */
import { newId } from '../../core/clock.ts'
import type { Reader, Writer } from '../../core/db.ts'
import { conflict, invalid } from '../../core/errors.ts'
import { fold } from '../../core/fold.ts'
import type { Context } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { userExists } from '../identity/index.ts'
import { DEPTH_MAX, type Shelf, SIBLINGS_MAX, seesShelf } from './model.ts'
import {
  type FolderRow,
  holdFolder,
  insertFolder,
  lockTree,
  selectFolder,
  selectSiblings,
  selectWayUp,
} from './queries.ts'

/** A folder that something is to be put into, or with null the root of its shelf. */
export interface Place {
  readonly shelf: Shelf
  readonly folderId: string | null
}

/** As requests name a place. A folder says itself in whose library it lies; for the root the request says it. */
export interface AskedPlace {
  /** Null: the root. */
  readonly folder: string | null
  readonly myLibrary: boolean
  readonly userUUID: string | undefined
}

/** Where the request names folder and user, for refusals. */
export interface Pointers {
  readonly folder: string
  readonly user: string
}

/** @throws AppError `validation_failed`: no such folder or user for this caller */
export async function placeShown(db: Reader, ctx: Context, asked: AskedPlace, pointers: Pointers): Promise<Place> {
  const { folder: folderId } = asked
  if (folderId === null) return { shelf: asked.myLibrary ? await ownShelf(db, ctx, asked, pointers) : null, folderId }
  const folder = await selectFolder(db, ctx.org, folderId)
  if (folder === undefined || !seesShelf(ctx.principal, folder.shelf)) throw noFolder(pointers)
  return { shelf: folder.shelf, folderId }
}

/**
 * The same, to put something there: the folder stays until the transaction ends.
 * @param options.tree the tree is to be changed, and is locked
 */
export async function placeAsked(
  tx: Writer,
  ctx: Context,
  asked: AskedPlace,
  pointers: Pointers,
  options: { tree: boolean } = { tree: false },
): Promise<Place> {
  const place = await placeShown(tx, ctx, asked, pointers)
  if (options.tree) await lockTree(tx, ctx.org, place.shelf)
  if (place.folderId !== null && (await holdFolder(tx, ctx.org, place.folderId)) === undefined) throw noFolder(pointers)
  return place
}

const noFolder = ({ folder: pointer }: Pointers) =>
  invalid({ pointer, detail: 'There is no such folder for this caller.' })

/** The library of the named user, else of the caller. */
async function ownShelf(db: Reader, ctx: Context, asked: AskedPlace, { user: pointer }: Pointers): Promise<string> {
  const userId = asked.userUUID ?? ctx.principal.user?.id
  if (userId === undefined) {
    throw invalid({ pointer, detail: 'An org-level key names the user whose library it is.' })
  }
  if (!seesShelf(ctx.principal, userId) || !(await userExists(db, ctx.org, userId))) {
    throw invalid({ pointer, detail: 'There is no such user whose library this caller sees.' })
  }
  return userId
}

/**
 * @param height folders one above the other in what is put there, itself included
 * @throws AppError `validation_failed` where the tree would grow too deep
 */
export async function checkDepth(
  tx: Writer,
  org: OrganizationId,
  parent: string | null,
  height: number,
): Promise<readonly string[]> {
  const wayUp = parent === null ? [] : await selectWayUp(tx, org, parent)
  if (wayUp.length + height > DEPTH_MAX) {
    throw invalid({ pointer: '/parentUUID', detail: `Folders may lie ${DEPTH_MAX} deep at most.` })
  }
  return wayUp
}

/**
 * @param self the folder that is to have the name, when it exists already
 * @throws AppError `folder_name_taken`, `too_many_folders`
 */
export async function checkName(
  tx: Writer,
  org: OrganizationId,
  { shelf, folderId: parent }: Place,
  name: string,
  self?: FolderRow,
): Promise<void> {
  const siblings = await selectSiblings(tx, org, { shelf, parent, nameFolded: fold(name) })
  if (siblings.named !== null && siblings.named !== self?.id) {
    throw conflict('folder_name_taken', 'There is a folder of this name already.', '/name')
  }
  const comesNew = self === undefined || self.parent_id !== parent
  if (comesNew && siblings.count >= SIBLINGS_MAX) throw tooMany()
}

const tooMany = () => conflict('too_many_folders', `A folder holds ${SIBLINGS_MAX} folders at most.`, '/parentUUID')

/**
 * The folder that a path names; what is missing of it is made. Open to whoever may put something there: the tree grows,
 * and nothing of it changes for anybody else.
 * @returns the id of the folder, null for the root, and the ids of the folders made
 */
export async function ensurePath(
  tx: Writer,
  org: OrganizationId,
  shelf: Shelf,
  names: readonly string[],
  written: { by: string | null; at: Date },
): Promise<{ folderId: string | null; made: readonly string[] }> {
  if (names.length === 0) return { folderId: null, made: [] }
  await lockTree(tx, org, shelf)
  let parent: string | null = null
  const made: string[] = []
  for (const name of names) {
    const nameFolded = fold(name)
    const { named, count } = await selectSiblings(tx, org, { shelf, parent, nameFolded })
    if (named === null) {
      if (count >= SIBLINGS_MAX) throw tooMany()
      const id = newId()
      await insertFolder(tx, org, { id, shelf, parent, name, nameFolded, hidden: false, ...written })
      made.push(id)
      parent = id
    } else {
      parent = named
    }
  }
  return { folderId: parent, made }
}
