/** SQL that finds a call and whether everybody who reads a channel can see it. */
import { sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { usersByAccess } from '../../conversations/records/index.ts'

export interface PostedCall {
  readonly title: string
  readonly startedAt: Date
  /** Whether the call isn't private, and the audience isn't empty and can all see it. */
  readonly isVisibleToAll: boolean
}

/** @param teamId team that reads the channel; null for all active users. @returns undefined if the call no longer exists */
export async function selectAudience(
  db: Reader,
  org: OrganizationId,
  id: string,
  teamId: string | null,
): Promise<PostedCall | undefined> {
  const isReader =
    teamId === null
      ? sql`true`
      : sql`exists (
          select from team_members m
          where m.organization_id = ${org} and m.team_id = ${teamId} and m.user_id = p.id)`
  const { rows } = await sql<{ title: string; started_at: string; is_visible: boolean }>`
    select c.title, c.started_at, not c.private and coalesce(
             (select bool_and(p.can_see) from (${usersByAccess(org, id)}) p where ${isReader}), false) as is_visible
    from conversations c where c.organization_id = ${org} and c.id = ${id}`.execute(db)
  const [row] = rows
  return row && { title: row.title, startedAt: new Date(row.started_at), isVisibleToAll: row.is_visible }
}
