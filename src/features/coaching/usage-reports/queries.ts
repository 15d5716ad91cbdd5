/**
 * SQL queries for reports. They read tables of other features directly, because aggregating row by row through their
 * APIs would be too slow. They write nothing.
 */
import { sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { ReportPeriod } from './span.ts'

/** Minutes, rounded to two decimal places. */
const MINUTES = sql`round(coalesce(sum(media_duration), 0)::numeric / 60, 2)::double precision`

const conversationsInPeriod = (org: OrganizationId, { from, to }: ReportPeriod) => sql`
  from conversations
  where organization_id = ${org} and started_at >= ${from}::timestamptz and started_at <= ${to}::timestamptz`

const auditEntriesInPeriod = (org: OrganizationId, { from, to }: ReportPeriod) => sql`
  from audit_log
  where organization_id = ${org} and at >= ${from}::timestamptz and at <= ${to}::timestamptz`

export interface Totals {
  readonly conversations: number
  readonly minutesRecorded: number
  readonly writes: number
  readonly activeUsers: number
  readonly users: number
}

export async function selectTotals(db: Reader, org: OrganizationId, span: ReportPeriod): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select
      (select count(*) ${conversationsInPeriod(org, span)}) as conversations,
      (select ${MINUTES} ${conversationsInPeriod(org, span)}) as "minutesRecorded",
      (select count(*) ${auditEntriesInPeriod(org, span)}) as writes,
      (select count(*) from (
        select owner_id ${conversationsInPeriod(org, span)} union select user_id ${auditEntriesInPeriod(org, span)} and user_id is not null
      ) as active) as "activeUsers",
      (select count(*) from users where organization_id = ${org}) as users`.execute(db)
  return rows[0] ?? { conversations: 0, minutesRecorded: 0, writes: 0, activeUsers: 0, users: 0 }
}

/** Calendar months in UTC with at least one conversation, oldest first. */
export async function selectMonths(db: Reader, org: OrganizationId, span: ReportPeriod) {
  const { rows } = await sql<{ month: string; conversations: number; minutesRecorded: number }>`
    select to_char(started_at at time zone 'UTC', 'YYYY-MM') as month, count(*) as conversations,
           ${MINUTES} as "minutesRecorded"
    ${conversationsInPeriod(org, span)} group by 1 order by 1`.execute(db)
  return rows
}

export interface UserUsage {
  readonly uuid: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly active: boolean
  readonly conversations: number
  readonly minutesRecorded: number
  readonly writes: number
}

/** All users, including deactivated ones, ordered by conversations, then writes (both descending), then ID. */
export async function selectUsage(
  db: Reader,
  org: OrganizationId,
  span: ReportPeriod,
  page: { limit: number; offset: number },
): Promise<UserUsage[]> {
  const { rows } = await sql<UserUsage>`
    with held as (
      select owner_id, count(*) as conversations, ${MINUTES} as minutes ${conversationsInPeriod(org, span)} group by owner_id
    ), written as (
      select user_id, count(*) as writes ${auditEntriesInPeriod(org, span)} and user_id is not null group by user_id
    )
    select u.id as uuid, u.email, u.first_name as "firstName", u.last_name as "lastName", u.active,
           coalesce(h.conversations, 0) as conversations, coalesce(h.minutes, 0) as "minutesRecorded",
           coalesce(w.writes, 0) as writes
    from users u left join held h on h.owner_id = u.id left join written w on w.user_id = u.id
    where u.organization_id = ${org}
    order by conversations desc, writes desc, u.id limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}
