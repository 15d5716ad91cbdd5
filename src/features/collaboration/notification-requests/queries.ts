/** SQL that stores notifications. */
import { sql } from 'kysely'
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { parseTimeZone } from '../../../core/zone-times.ts'
import {
  type Channel,
  DEFAULT_CHANNELS,
  DEFAULT_ZONE,
  type NotificationKind,
  type NotificationRequest,
} from './model.ts'

/** Whether a notification of the user already waits for the digest. */
export async function isDigestDue(tx: Writer, org: OrganizationId, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from notifications where organization_id = ${org} and user_id = ${userId} and email = 'digest' limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Channel of an active user. Deactivated users get no notifications. */
export async function selectChannel(
  tx: Writer,
  org: OrganizationId,
  userId: string,
  kind: NotificationKind,
): Promise<Channel> {
  const { rows } = await sql<{ channel: Channel | null }>`
    select s.channel from users u
    left join notification_settings s on s.organization_id = ${org} and s.user_id = u.id and s.kind = ${kind}
    where u.organization_id = ${org} and u.id = ${userId} and u.active`.execute(tx)
  const [row] = rows
  return row === undefined ? 'off' : (row.channel ?? DEFAULT_CHANNELS[kind])
}

/** @returns false if the user is already notified of the comment, or reminded of the due day */
export async function insertNotification(
  tx: Writer,
  org: OrganizationId,
  row: NotificationRequest & { readonly id: string; readonly email: 'none' | 'now' | 'digest'; readonly at: Date },
): Promise<boolean> {
  const { subject } = row
  const { rows } = await sql`
    insert into notifications
      (organization_id, id, user_id, kind, conversation_id, comment_id, action_id, scorecard_id, coaching_assignment_id,
       task_id, due_on, actor_id, created_at, updated_at, email)
    values (
      ${org}, ${row.id}, ${row.userId}, ${row.kind}, ${row.conversationId},
      ${'commentId' in subject ? subject.commentId : null}, ${'actionId' in subject ? subject.actionId : null},
      ${'scorecardId' in subject ? subject.scorecardId : null},
      ${'coachingAssignmentId' in subject ? subject.coachingAssignmentId : null},
      ${'taskId' in subject ? subject.taskId : null}, ${row.dueOn ?? null}::date, ${row.actorId}, ${row.at}, ${row.at}, ${row.email})
    on conflict do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** Creates the row of a week, and deletes those of earlier weeks. @returns false if the week has its row */
export async function insertWeek(tx: Writer, org: OrganizationId, week: string, timeZone: string): Promise<boolean> {
  const { rows } = await sql`
    insert into weekly_digests (organization_id, week, time_zone) values (${org}, ${week}, ${timeZone})
    on conflict do nothing returning week`.execute(tx)
  if (rows.length === 0) return false
  await sql`
    delete from weekly_digests where organization_id = ${org} and week < ${week}::date - 28`.execute(tx)
  return true
}

/** Weeks that have no row yet. One query, because each analysis asks for all time zones. */
export async function omitQueuedWeeks<T extends { readonly week: string; readonly timeZone: string }>(
  tx: Writer,
  org: OrganizationId,
  weeks: readonly T[],
): Promise<readonly T[]> {
  const { rows } = await sql<{ position: number }>`
    select given.position::int as position
    from unnest(${weeks.map(({ week }) => week)}::date[], ${weeks.map(({ timeZone }) => timeZone)}::text[])
      with ordinality as given (week, time_zone, position)
    where not exists (
      select from weekly_digests w
      where w.organization_id = ${org} and w.week = given.week and w.time_zone = given.time_zone)`.execute(tx)
  return rows.flatMap(({ position }) => weeks[position - 1] ?? [])
}

/** Time zone of a user, UTC if none is set. */
export async function selectTimeZone(tx: Writer, org: OrganizationId, userId: string): Promise<string> {
  const { rows } = await sql<{ time_zone: string | null }>`
    select time_zone from users where organization_id = ${org} and id = ${userId}`.execute(tx)
  return parseTimeZone(rows[0]?.time_zone) ?? DEFAULT_ZONE
}

/** Time zones of the active users, each once. */
export async function selectTimeZones(tx: Writer, org: OrganizationId): Promise<readonly string[]> {
  const { rows } = await sql<{ zone: string }>`
    select distinct coalesce(time_zone, ${DEFAULT_ZONE}) as zone from users
    where organization_id = ${org} and active order by zone`.execute(tx)
  return rows.map(({ zone }) => zone).filter((zone) => parseTimeZone(zone) !== undefined)
}
