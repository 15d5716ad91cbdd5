/** Converts folders to API records. */
import type { Context } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { byName, type LibraryOwner } from './model.ts'
import { type FolderRow, selectSubFolders } from './queries.ts'
import type { LibraryFolder } from './schema.ts'

/** @param shown folder with its path, or the owner of a root with the requested user */
export async function serializeFolder(
  ctx: Context,
  shown: (FolderRow & { path: string }) | { rootOf: LibraryOwner; userUUID: string },
  includeHidden: boolean,
): Promise<LibraryFolder> {
  const isRoot = 'rootOf' in shown
  const place = isRoot ? { shelf: shown.rootOf, parent: null } : { shelf: shown.shelf, parent: shown.id }
  const rows = await selectSubFolders(ctx.db, ctx.org, toVisibility(ctx.principal), place, includeHidden)
  const uuid = place.parent ?? ''
  return {
    uuid,
    name: isRoot ? '' : shown.name,
    organizationUUID: ctx.org,
    parentUUID: isRoot ? '' : (shown.parent_id ?? ''),
    path: isRoot ? '/' : shown.path,
    hidden: isRoot ? false : shown.hidden,
    userUUID: isRoot ? shown.userUUID : (shown.shelf ?? shown.created_by ?? ''),
    ...(isRoot ? {} : { updatedAt: shown.updated_at }),
    subFolders: rows.toSorted(byName).map((row) => ({
      uuid: row.id,
      name: row.name,
      parentUUID: uuid,
      hidden: row.hidden,
      totalElements: row.total_elements,
      totalFolders: row.total_folders,
    })),
    subFoldersTotal: rows.length,
  }
}
