/** SQL of the assignment of library folders. */
import { sql } from 'kysely'
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { CLIP_ORDER, usersByAccess, visibleTo } from '../../conversations/records/index.ts'
import type { AssignedClip, CoachingViewer } from './queries.ts'

export interface FolderClipFilters {
  readonly folderId: string
  /** User of a personal library. Null for the organization. */
  readonly ownerId: string | null
  /** User who must see the clip too. */
  readonly assigneeId?: string
}

/** Locks a folder against deletion until the transaction ends. Undefined if the reader can't see its library. */
export async function lockFolder(
  tx: Writer,
  org: OrganizationId,
  { userId, seesAllFolders }: CoachingViewer,
  id: string,
): Promise<{ user_id: string | null } | undefined> {
  const { rows } = await sql<{ user_id: string | null }>`
    select f.user_id from library_folders f
    where f.organization_id = ${org} and f.id = ${id}
      and (${seesAllFolders}::boolean or f.user_id is null or f.user_id = ${userId ?? null})
    for key share`.execute(tx)
  return rows[0]
}

/** Locks the first clip of a folder that the reader and the assignee see, in the order of the folder. */
export async function lockFolderClip(
  tx: Writer,
  org: OrganizationId,
  visibility: Visibility,
  { folderId, ownerId, assigneeId }: FolderClipFilters,
): Promise<(AssignedClip & { id: string }) | undefined> {
  const seen =
    assigneeId === undefined
      ? sql`true`
      : sql`exists (
          select from (${usersByAccess(org, sql.ref('i.conversation_id'))}) p where p.id = ${assigneeId} and p.can_see)`
  const { rows } = await sql<AssignedClip & { id: string }>`
    select s.id, s.conversation_id, s.start_time, s.end_time
    from library_items i join snippets s on s.organization_id = ${org} and s.id = i.snippet_id
    where i.organization_id = ${org} and i.library_id = ${ownerId ?? org} and i.folder_id = ${folderId} and exists (
      select from conversations
      where organization_id = ${org} and id = i.conversation_id and ${visibleTo(visibility)})
      and ${seen}
    ${CLIP_ORDER} limit 1
    for key share of s`.execute(tx)
  return rows[0]
}

/** Whether an active user sees a folder. Only its user and admins see a personal one. */
export async function mayReadFolder(
  tx: Writer,
  org: OrganizationId,
  folderId: string,
  userId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from library_folders f
    join users u on u.organization_id = ${org} and u.id = ${userId} and u.active
    join roles r on r.organization_id = ${org} and r.id = u.role_id
    where f.organization_id = ${org} and f.id = ${folderId}
      and (f.user_id is null or f.user_id = u.id or r.type = 'ADMIN')`.execute(tx)
  return rows.length > 0
}
