/** Changes of the folder tree. Every change holds the tree lock (`lockTree`) until the transaction ends. */
import { newId } from '../../../core/clock.ts'
import type { Reader, Writer } from '../../../core/db.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import { fold } from '../../../core/fold.ts'
import type { Context } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { userExists } from '../../accounts/identity/index.ts'
import { canViewLibrary, DEPTH_MAX, type FolderLocation, type LibraryOwner, SIBLINGS_MAX } from './model.ts'
import {
  type FolderRow,
  insertFolder,
  lockFolderShared,
  lockTree,
  selectFolder,
  selectSiblings,
  selectWayUp,
} from './queries.ts'

/** Location in a request. A folder determines its library; for the root, the request contains the library. */
export interface RequestedLocation {
  /** ID of the folder. Null for the root. */
  readonly folder: string | null
  readonly myLibrary: boolean
  readonly userUUID: string | undefined
}

/** JSON pointers of the folder and the user in the request, for error messages. */
export interface Pointers {
  readonly folder: string
  readonly user: string
}

/** @throws AppError `validation_failed` if the caller can't access the folder or the library of the user */
export async function findVisibleLocation(
  db: Reader,
  ctx: Context,
  asked: RequestedLocation,
  pointers: Pointers,
): Promise<FolderLocation> {
  const { folder: folderId } = asked
  if (folderId === null)
    return { shelf: asked.myLibrary ? await findPersonalLibrary(db, ctx, asked, pointers) : null, folderId }
  const folder = await selectFolder(db, ctx.org, folderId)
  if (folder === undefined || !canViewLibrary(ctx.principal, folder.shelf)) throw noFolder(pointers)
  return { shelf: folder.shelf, folderId }
}

/**
 * Finds the location and prevents deletion of the folder until the transaction ends.
 * @param options.tree whether to lock the tree, because it will be changed
 */
export async function lockRequestedLocation(
  tx: Writer,
  ctx: Context,
  asked: RequestedLocation,
  pointers: Pointers,
  options: { tree: boolean } = { tree: false },
): Promise<FolderLocation> {
  const place = await findVisibleLocation(tx, ctx, asked, pointers)
  if (options.tree) await lockTree(tx, ctx.org, place.shelf)
  if (place.folderId !== null && (await lockFolderShared(tx, ctx.org, place.folderId)) === undefined)
    throw noFolder(pointers)
  return place
}

const noFolder = ({ folder: pointer }: Pointers) =>
  invalid({
    pointer,
    detail: "No folder with this ID exists, or you can't access it. Use an ID from `GET /library/folders`.",
  })

/** Personal library of the requested user, or of the caller. */
async function findPersonalLibrary(
  db: Reader,
  ctx: Context,
  asked: RequestedLocation,
  { user: pointer }: Pointers,
): Promise<string> {
  const userId = asked.userUUID ?? ctx.principal.user?.id
  if (userId === undefined) {
    throw invalid({
      pointer,
      detail: '`userUUID` is required with an organization-level API key. Set it to the owner of the library.',
    })
  }
  if (!canViewLibrary(ctx.principal, userId) || !(await userExists(db, ctx.org, userId))) {
    throw invalid({ pointer, detail: "No user with this ID exists, or you can't access their library." })
  }
  return userId
}

/**
 * @param height depth of the folder to place, including its descendants
 * @throws AppError `validation_failed` if the tree would exceed the maximum depth
 */
export async function checkDepth(
  tx: Writer,
  org: OrganizationId,
  parent: string | null,
  height: number,
): Promise<readonly string[]> {
  const wayUp = parent === null ? [] : await selectWayUp(tx, org, parent)
  if (wayUp.length + height > DEPTH_MAX) {
    throw invalid({
      pointer: '/parentUUID',
      detail: `Folders can be at most ${DEPTH_MAX} levels deep. Choose another parent folder.`,
    })
  }
  return wayUp
}

/**
 * @param self folder that gets the name. Undefined for a new folder
 * @throws AppError `folder_name_taken`, `too_many_folders`
 */
export async function checkName(
  tx: Writer,
  org: OrganizationId,
  { shelf, folderId: parent }: FolderLocation,
  name: string,
  self?: FolderRow,
): Promise<void> {
  const siblings = await selectSiblings(tx, org, { shelf, parent, nameFolded: fold(name) })
  if (siblings.named !== null && siblings.named !== self?.id) {
    throw conflict(
      'folder_name_taken',
      'The parent folder contains a folder with this name. Names ignore case. Choose another `name`.',
      '/name',
    )
  }
  const comesNew = self === undefined || self.parent_id !== parent
  if (comesNew && siblings.count >= SIBLINGS_MAX) throw tooMany()
}

const tooMany = () =>
  conflict(
    'too_many_folders',
    `The parent folder has the maximum of ${SIBLINGS_MAX} child folders. Choose another parent folder.`,
    '/parentUUID',
  )

/**
 * Finds the folder of a path and creates missing folders. Requires only the permission to add items, because existing
 * folders don't change.
 * @returns ID of the folder (null for the root) and the IDs of created folders
 */
export async function ensurePath(
  tx: Writer,
  org: OrganizationId,
  shelf: LibraryOwner,
  names: readonly string[],
  written: { by: string | null; at: Date },
): Promise<{ folderId: string | null; created: readonly string[] }> {
  if (names.length === 0) return { folderId: null, created: [] }
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
  return { folderId: parent, created: made }
}
