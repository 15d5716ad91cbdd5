/** SQL of weekly digests: progress, recipients and what changed. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId, Role, Visibility } from '../../../core/principal.ts'
import { nameIn } from '../../collaboration/comments/index.ts'
import { DEFAULT_CHANNELS, DEFAULT_ZONE } from '../../collaboration/notification-requests/index.ts'
import { visibleTo } from '../../conversations/records/index.ts'

export interface WeekSpan {
  readonly from: Date
  /** First time after the week. */
  readonly until: Date
  /** Time zone whose days these are. */
  readonly timeZone: string
}

/** Digests of a week for the users of a time zone. */
export interface DigestKey {
  readonly week: string
  readonly timeZone: string
}

export interface DigestRun {
  readonly sentThrough: string | null
}

export async function selectRun(
  db: Reader,
  org: OrganizationId,
  { week, timeZone }: DigestKey,
): Promise<DigestRun | undefined> {
  const { rows } = await sql<{ sent_through: string | null }>`
    select sent_through from weekly_digests
    where organization_id = ${org} and week = ${week} and time_zone = ${timeZone}`.execute(db)
  return rows[0] && { sentThrough: rows[0].sent_through }
}

/** Moves the progress to the next user. @returns false if another run has moved it */
export async function advance(
  tx: Writer,
  org: OrganizationId,
  { week, timeZone }: DigestKey,
  { from, to }: { readonly from: string | null; readonly to: string },
): Promise<boolean> {
  const { rows } = await sql`
    update weekly_digests set sent_through = ${to}
    where organization_id = ${org} and week = ${week} and time_zone = ${timeZone} and sent_through is not distinct from ${from}::uuid
    returning week`.execute(tx)
  return rows.length > 0
}

export interface Recipient {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  /** Language of emails to the user. Null if it is unknown. */
  readonly language: string | null
}

/** Next active user of a time zone who wants the digest. @param after ID of the previous user; null for the first */
export async function selectNextRecipient(
  db: Reader,
  org: OrganizationId,
  timeZone: string,
  after: string | null,
): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select u.id, u.email, ${nameIn('u')} as name, r.type as role,
           coalesce(u.language, u.browser_language) as language
    from users u
    join roles r on r.organization_id = ${org} and r.id = u.role_id
    left join notification_settings s on s.organization_id = ${org} and s.user_id = u.id and s.kind = 'weekly_digest'
    where u.organization_id = ${org} and u.active and coalesce(u.time_zone, ${DEFAULT_ZONE}) = ${timeZone}
      and coalesce(s.channel, ${DEFAULT_CHANNELS.weekly_digest}) <> 'off'
      and (${after}::uuid is null or u.id > ${after}::uuid)
    order by u.id limit 1`.execute(db)
  return rows[0]
}

/** Calls of a week, newest first: those of the user, or those of others that the user can see and that aren't private. */
export async function selectWeekCalls(
  db: Reader,
  org: OrganizationId,
  given: { readonly visibility: Visibility; readonly userId: string; readonly isOwn: boolean; readonly limit: number },
  { from, until }: WeekSpan,
): Promise<{ total: number; ids: string[] }> {
  const { visibility, userId, isOwn, limit } = given
  const { rows } = await sql<{ total: number; id: string }>`
    select count(*) over ()::int as total, id from conversations
    where organization_id = ${org} and not archived and ${visibleTo(visibility)}
      and ${isOwn ? sql`owner_id = ${userId}` : sql`owner_id <> ${userId} and not private`}
      and started_at >= ${from} and started_at < ${until}
    order by started_at desc, id desc limit ${limit}`.execute(db)
  return { total: rows[0]?.total ?? 0, ids: rows.map(({ id }) => id) }
}

export interface WeekScore {
  readonly id: string
  readonly call: string
  readonly scorecard: string
  readonly average: number
}

/** Scores of calls of the user that changed in the week. */
export async function selectWeekScores(
  db: Reader,
  org: OrganizationId,
  userId: string,
  { from, until }: WeekSpan,
  limit: number,
): Promise<WeekScore[]> {
  const { rows } = await sql<WeekScore>`
    select c.id, c.title as call, s.title as scorecard, s.average
    from scorecard_results s
    join conversations c on c.organization_id = ${org} and c.id = s.conversation_id
    where s.organization_id = ${org} and c.owner_id = ${userId} and not c.archived
      and s.updated_at >= ${from} and s.updated_at < ${until} and s.average is not null
    order by s.updated_at desc, s.id desc limit ${limit}`.execute(db)
  return rows
}

export interface WeekComment {
  readonly id: string
  readonly call: string
  readonly thread_id: string
  readonly author: string
  readonly body: string
  readonly mentioned: readonly { readonly id: string; readonly name: string }[]
}

/** Comments of others on calls of the user in the week, without private notes. */
export async function selectWeekComments(
  db: Reader,
  org: OrganizationId,
  userId: string,
  { from, until }: WeekSpan,
  limit: number,
): Promise<WeekComment[]> {
  const { rows } = await sql<WeekComment>`
    select c.id, c.title as call, m.thread_id, ${nameIn('u')} as author, m.body,
           coalesce((
             select jsonb_agg(jsonb_build_object('id', n.id, 'name', ${nameIn('n')}))
             from comment_mentions p join users n on n.organization_id = ${org} and n.id = p.user_id
             where p.organization_id = ${org} and p.comment_id = m.id), '[]') as mentioned
    from comments m
    join conversations c on c.organization_id = ${org} and c.id = m.conversation_id
    join users u on u.organization_id = ${org} and u.id = m.author_id
    where m.organization_id = ${org} and c.owner_id = ${userId} and m.author_id <> ${userId}
      and not m.private and m.body is not null and m.created_at >= ${from} and m.created_at < ${until}
    order by m.created_at desc, m.id desc limit ${limit}`.execute(db)
  return rows
}
