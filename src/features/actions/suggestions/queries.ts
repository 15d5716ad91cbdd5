/** SQL queries for suggested actions. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { SubjectParticipant } from '../../analysis/pipeline/index.ts'
import type { SummaryContent } from '../../text/extractive-summary/index.ts'
import type { OrganizationMember } from './sides.ts'

/** Active users who took part, found by email address, and the owner of the conversation. */
export async function selectMembers(
  db: Reader,
  org: OrganizationId,
  ownerId: string,
  emailsFolded: readonly string[],
): Promise<OrganizationMember[]> {
  const { rows } = await sql<OrganizationMember>`
    select id, email, first_name as "firstName", last_name as "lastName" from users
    where organization_id = ${org} and active
      and (id = ${ownerId} or email_folded = any(${[...emailsFolded]}::text[]))
    order by id`.execute(db)
  return rows
}

/**
 * Whether the people have met again: a later external conversation about the same opportunity or with one of the same
 * external people.
 */
export async function selectMetSince(
  db: Reader,
  org: OrganizationId,
  conversation: { id: string; emails: readonly string[]; opportunityId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select c.id from conversations c
    join conversations own on own.organization_id = ${org} and own.id = ${conversation.id}
    where c.organization_id = ${org} and c.id <> own.id and c.started_at > own.started_at and not c.is_internal
      and (c.opportunity_id = ${conversation.opportunityId}
           or c.id in (select conversation_id from conversation_participants
                       where organization_id = ${org} and email = any(${[...conversation.emails]}::text[])))
    limit 1`.execute(db)
  return rows.length > 0
}

/** Action items and open questions of the model-generated summary, with verified quotes; undefined if there is none. */
export async function selectModelSummary(
  db: Reader,
  org: OrganizationId,
  id: string,
  version: number,
): Promise<Pick<SummaryContent, 'actionItems' | 'openQuestions'> | undefined> {
  const { rows } = await sql<{ content: Pick<SummaryContent, 'actionItems' | 'openQuestions'> }>`
    select content from conversation_summaries
    where organization_id = ${org} and conversation_id = ${id} and transcript_version = ${version}
      and method = 'model'`.execute(db)
  return rows[0]?.content
}

/** Version of the model-generated summary, to detect changes. */
export async function selectSummaryMark(db: Reader, org: OrganizationId, id: string): Promise<string> {
  const { rows } = await sql<{ made_at: string }>`
    select made_at from conversation_summaries
    where organization_id = ${org} and conversation_id = ${id} and method = 'model'`.execute(db)
  return rows[0]?.made_at ?? ''
}

/**
 * Schedules the daily runs of an organization, or reschedules them after they stopped. @returns the version of the
 * schedule, or undefined if it is up to date
 */
export async function scheduleDailyScan(
  tx: Writer,
  org: OrganizationId,
  { due, overdue }: { due: Date; overdue: Date },
): Promise<number | undefined> {
  // Usually nothing needs to be done, and then no lock is taken. An upsert would lock the row even without a change,
  // and concurrent analyses would wait for each other and for the daily run.
  const { rows: planned } = await sql`
    select 1 from action_rounds where organization_id = ${org} and due_at >= ${overdue}`.execute(tx)
  if (planned.length > 0) return undefined
  const { rows } = await sql<{ ticket: number }>`
    insert into action_rounds (organization_id, ticket, due_at) values (${org}, 1, ${due})
    on conflict (organization_id) do update
    set ticket = action_rounds.ticket + 1, due_at = excluded.due_at
    where action_rounds.due_at < ${overdue}
    returning ticket`.execute(tx)
  return rows[0]?.ticket
}

/** Locks the schedule until the transaction ends. @returns whether the run with this version is due */
export async function lockScanSchedule(tx: Writer, org: OrganizationId, ticket: number): Promise<boolean> {
  const { rows } = await sql`
    select ticket from action_rounds where organization_id = ${org} and ticket = ${ticket} for update`.execute(tx)
  return rows.length > 0
}

export async function updateRound(tx: Writer, org: OrganizationId, ticket: number, due: Date): Promise<void> {
  await sql`update action_rounds set ticket = ${ticket}, due_at = ${due} where organization_id = ${org}`.execute(tx)
}

export interface SilentRow {
  opportunity_id: string
  opportunity: string
  conversation_id: string
  title: string
  started_at: string
  owner_id: string
  email: string
  first_name: string
  last_name: string
  participants: SubjectParticipant[]
}

/**
 * Opportunities whose last external conversation was in this period, newest first, with a maximum per owner. Excludes
 * opportunities that already have an action for that conversation, and those that are closed in the CRM.
 */
export async function selectSilent(
  db: Reader | Writer,
  org: OrganizationId,
  { after, before, perOwner, limit }: { after: Date; before: Date; perOwner: number; limit: number },
): Promise<SilentRow[]> {
  const { rows } = await sql<SilentRow>`
    with last as materialized (
      select distinct on (opportunity_id) opportunity_id, id, title, started_at, owner_id, archived
      from conversations
      where organization_id = ${org} and opportunity_id is not null and not is_internal and started_at > ${after}
      order by opportunity_id, started_at desc, id desc
    ),
    silent as (
      select last.*, o.title as opportunity, o.external_id,
             row_number() over (partition by last.owner_id order by last.started_at desc, last.id) as place
      from last
      join opportunities o on o.organization_id = ${org} and o.id = last.opportunity_id
      where last.started_at < ${before} and not last.archived
        and not exists (
          select from actions a
          where a.organization_id = ${org} and a.entity_type = 'opportunity' and a.entity_id = o.id::text
            and a.signal_type = 'silent_opportunity' and a.ground @> jsonb_build_array(last.id::text))
        and not exists (
          select from crm_records r
          where r.organization_id = ${org} and r.code = any('{opportunity,deals}') and r.id = o.external_id
            and (lower(coalesce(r.fields ->> 'isClosed', r.fields ->> 'IsClosed', r.fields ->> 'hs_is_closed', '')) = 'true'
                 or lower(coalesce(r.fields ->> 'stage', r.fields ->> 'StageName', r.fields ->> 'dealstage', ''))
                    ~ '(closed|won|lost)'))
    )
    select s.opportunity_id, s.opportunity, s.id as conversation_id, s.title, s.started_at, s.owner_id, u.email,
           u.first_name, u.last_name, d.participants
    from silent s
    join users u on u.organization_id = ${org} and u.id = s.owner_id and u.active
    join conversation_details d on d.organization_id = ${org} and d.conversation_id = s.id
    where s.place <= ${perOwner}
    order by s.started_at desc, s.id limit ${limit}`.execute(db)
  return rows
}

/** Pending, unchanged actions that suggest a meeting, where people have met in the meantime. */
export async function selectMetMeanwhile(
  db: Reader | Writer,
  org: OrganizationId,
  at: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with untouched as materialized (
      select id, signal_type, entity_id as entity, generated_at from actions
      where organization_id = ${org} and status = 'pending' and ground is not null and updated_at = generated_at
        and (expires_at is null or expires_at > ${at})
        and signal_type = any('{silent_opportunity,no_next_meeting}')
    )
    select a.id from untouched a
    where true
      and (
        (a.signal_type = 'silent_opportunity' and exists (
          select from conversations c
          where c.organization_id = ${org} and c.opportunity_id = a.entity::uuid and not c.is_internal
            and c.started_at > a.generated_at - interval '1 day'))
        or (a.signal_type = 'no_next_meeting' and exists (
          select from conversations own
          join conversations c on c.organization_id = ${org} and c.id <> own.id and c.started_at > own.started_at
            and not c.is_internal
          where own.organization_id = ${org} and own.id = a.entity::uuid
            and (c.opportunity_id = own.opportunity_id or exists (
              select from conversation_participants p
              join conversation_participants q on q.organization_id = ${org} and q.email = p.email
                and q.conversation_id = c.id
              where p.organization_id = ${org} and p.conversation_id = own.id
                and split_part(p.email, '@', 2) <> all(array(
                  select domain from organization_domains where organization_id = ${org}))))))
      )
    order by a.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
