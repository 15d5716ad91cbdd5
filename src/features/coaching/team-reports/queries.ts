/**
 * All SQL of team reports: one read-only statement that reads each conversation once. It joins tables of other
 * features, because passing rows through their interfaces would be too slow. Every figure covers visible conversations
 * only.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { isManaged, type ManagedUsers } from '../../accounts/identity/index.ts'
import { visibleTo } from '../../conversations/records/index.ts'
import type { MeasuredCounts } from '../targets/index.ts'

/** Conversations of a report. */
export interface CallScope {
  /** Includes child teams; undefined for all teams. */
  readonly teamId: string | undefined
  /** Owner of the conversations; undefined for all owners. */
  readonly ownerId: string | undefined
  readonly from: Date
  readonly to: Date
}

export interface ReportScope extends CallScope {
  readonly period: 'week' | 'month'
  readonly limit: number
  readonly offset: number
  /** Maximum number of teams, scorecards, labels and trackers; the most frequent ones are returned. */
  readonly most: number
  readonly now: Date
  /** Owners of the actions that are counted: those whose actions the caller can list. */
  readonly actionOwners: ManagedUsers
}

export interface TeamFigures {
  readonly conversations: number
  readonly minutesRecorded: number
  readonly talkShare: number | null
  readonly questionsAsked: number | null
  readonly longestMonologue: number | null
  readonly results: number
  readonly averageScore: number | null
  readonly counts: MeasuredCounts
}

export interface ReportRow {
  readonly totals: TeamFigures
  readonly periods: (TeamFigures & { readonly from: string })[]
  readonly teams: (TeamFigures & {
    readonly uuid: string | null
    readonly name: string | null
    /** Number of owners of the calls of the team. */
    readonly repCount: number
  })[]
  readonly reps: (TeamFigures & {
    readonly uuid: string
    readonly email: string
    readonly firstName: string
    readonly lastName: string
    readonly primaryTeamId: string | null
  })[]
  readonly repCount: number
  readonly scorecards: {
    readonly scorecardId: string
    readonly title: string
    readonly results: number
    readonly averageScore: number
    readonly periods: { readonly from: string; readonly results: number; readonly averageScore: number }[]
  }[]
  readonly labels: { readonly category: string; readonly option: string; readonly conversations: number }[]
  readonly trackers: {
    readonly uuid: string
    readonly name: string
    readonly conversations: number
    readonly hits: number
  }[]
  readonly actions: Readonly<Partial<Record<'pending' | 'drafted' | 'sent' | 'dismissed' | 'expired', number>>>
}

/** Figures of a group of conversations, with the names of the response. */
const told = sql`
  'conversations', n, 'minutesRecorded', minutes, 'talkShare', talk_share, 'questionsAsked', questions,
  'longestMonologue', monologue, 'results', results, 'averageScore', score,
  'counts', json_build_object('talkShare', shares, 'questionsAsked', questioned, 'longestMonologue', monologues,
                              'averageScore', results)`

/** Condition on rows of `conversations`: visible, not archived, and in the scope of the report. */
export function matchesScope(
  org: OrganizationId,
  visibility: Visibility,
  { teamId, ownerId, from, to }: CallScope,
): RawBuilder<unknown> {
  const ofTeam =
    teamId === undefined
      ? sql`true`
      : sql`team_id in (
          with recursive within as (
            select id from teams where organization_id = ${org} and id = ${teamId}
            union
            select t.id from teams t join within w on t.parent_id = w.id where t.organization_id = ${org}
          ) select id from within)`
  const ofOwner = ownerId === undefined ? sql`true` : sql`owner_id = ${ownerId}`
  return sql`organization_id = ${org} and started_at >= ${from}::timestamptz and started_at <= ${to}::timestamptz
        and not archived and ${visibleTo(visibility)} and ${ofTeam} and ${ofOwner}`
}

export async function selectReport(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  asked: ReportScope,
): Promise<ReportRow> {
  const { period, limit, offset, most, now } = asked
  const { rows } = await sql<ReportRow>`
    with seen as materialized (
      select id, owner_id, team_id, media_duration, transcript_version,
             date_trunc(${period}::text, started_at at time zone 'UTC')::date as period
      from conversations
      where ${matchesScope(org, visibility, asked)}
    ), held as materialized (
      select grouping(s.owner_id, s.team_id, s.period) as kind, s.owner_id, s.team_id, s.period, count(*) as n,
             round(coalesce(sum(s.media_duration), 0)::numeric / 60, 2)::double precision as minutes,
             round(avg(d.internal_talk_share)::numeric, 4)::double precision as talk_share,
             round(avg(d.internal_questions), 2)::double precision as questions,
             round(avg(d.internal_monologue)::numeric, 1)::double precision as monologue,
             count(d.internal_talk_share) as shares, count(d.internal_questions) as questioned,
             count(d.internal_monologue) as monologues
      from seen s join conversation_details d on d.organization_id = ${org} and d.conversation_id = s.id
      group by grouping sets ((), (s.owner_id), (s.team_id), (s.owner_id, s.team_id), (s.period))
    ), rated as materialized (
      select grouping(s.owner_id, s.team_id, s.period, r.scorecard_id) as kind, s.owner_id, s.team_id, s.period,
             r.scorecard_id, count(*) as n, round(avg(r.average)::numeric, 2)::double precision as score
      from seen s join scorecard_results r on r.organization_id = ${org} and r.conversation_id = s.id
      group by grouping sets ((), (s.owner_id), (s.team_id), (s.period), (r.scorecard_id), (r.scorecard_id, s.period))
    ), figures as materialized (
      -- The grouping value of the same group has one more bit in rated, for the scorecard.
      select h.*, coalesce(r.n, 0) as results, r.score
      from held h left join rated r on r.kind = 2 * h.kind + 1 and r.owner_id is not distinct from h.owner_id
        and r.team_id is not distinct from h.team_id and r.period is not distinct from h.period
    )
    select
      (select json_build_object(${told}) from figures where kind = 7) as totals,
      (select coalesce(json_agg(json_build_object('from', period, ${told}) order by period), '[]')
       from figures where kind = 6) as periods,
      (select coalesce(json_agg(row order by n desc, team_id), '[]') from (
         select f.n, f.team_id, json_build_object('uuid', f.team_id, 'name', t.name, 'repCount', (
           select count(*) from held o where o.kind = 1 and o.owner_id is not null
             and o.team_id is not distinct from f.team_id), ${told}) as row
         from figures f left join teams t on t.organization_id = ${org} and t.id = f.team_id
         where kind = 5 order by f.n desc, f.team_id limit ${most}) as listed) as teams,
      (select coalesce(json_agg(row order by n desc, owner_id), '[]') from (
         select f.n, f.owner_id, json_build_object('uuid', u.id, 'email', u.email, 'firstName', u.first_name,
                                                   'lastName', u.last_name, 'primaryTeamId', u.primary_team_id,
                                                   ${told}) as row
         from figures f join users u on u.organization_id = ${org} and u.id = f.owner_id
         where kind = 3 order by f.n desc, f.owner_id limit ${limit} offset ${offset}) as listed) as reps,
      (select count(*)::int from figures where kind = 3) as "repCount",
      (select coalesce(json_agg(row order by n desc, scorecard_id), '[]') from (
         select w.n, w.scorecard_id,
                json_build_object(
                  'scorecardId', w.scorecard_id, 'results', w.n, 'averageScore', w.score,
                  'title', coalesce(
                    (select c.title from scorecards c where c.organization_id = ${org} and c.id = w.scorecard_id),
                    (select r.title from scorecard_results r
                     where r.organization_id = ${org} and r.scorecard_id = w.scorecard_id limit 1)),
                  'periods', (select json_agg(json_build_object('from', p.period, 'results', p.n, 'averageScore', p.score)
                                              order by p.period)
                              from rated p where p.kind = 12 and p.scorecard_id = w.scorecard_id)) as row
         from rated w where w.kind = 14 order by w.n desc, w.scorecard_id limit ${most}) as listed) as scorecards,
      (select coalesce(json_agg(json_build_object('category', category, 'option', option, 'conversations', n)
                                order by n desc, category, option), '[]') from (
         select l.key as category, l.value as option, sum(alike.n)::int as n
         from (select d.labels, count(*) as n
               from seen s join conversation_details d on d.organization_id = ${org} and d.conversation_id = s.id
               where d.labels <> '{}' group by d.labels) as alike
         cross join lateral jsonb_each_text(alike.labels) as l
         group by l.key, l.value order by n desc, l.key, l.value limit ${most}) as listed) as labels,
      (select coalesce(json_agg(json_build_object('uuid', id, 'name', name, 'conversations', n, 'hits', hits)
                                order by n desc, id), '[]') from (
         select t.id, t.name, count(*) as n, sum(h.hit_count)::int as hits
         from seen s
         join tracker_hits h on h.organization_id = ${org} and h.conversation_id = s.id
           and h.transcript_version = s.transcript_version
         join trackers t on t.organization_id = ${org} and t.id = h.tracker_id
         group by t.id, t.name order by n desc, t.id limit ${most}) as listed) as trackers,
      (select coalesce(json_object_agg(status, n), '{}') from (
         select case when a.status in ('pending', 'drafted') and a.expires_at <= ${now}::timestamptz then 'expired'
                     else a.status end as status, count(*) as n
         from actions a
         where a.organization_id = ${org} and ${isManaged(org, 'a.owner_id', asked.actionOwners)}
           and exists (select from action_conversations m join seen s on s.id = m.conversation_id
                       where m.organization_id = ${org} and m.action_id = a.id)
           -- An action is visible only if all of its conversations are.
           and not exists (
             select from action_conversations m
             where m.organization_id = ${org} and m.action_id = a.id
               and m.conversation_id not in (
                 select id from conversations
                 where organization_id = ${org} and id = m.conversation_id and ${visibleTo(visibility)}))
         group by 1) as counted) as actions`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('A report has one row.')
  return row
}

/** Name of a team, archived or not; undefined if it doesn't exist. */
export async function selectTeamName(db: Reader, org: OrganizationId, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from teams where organization_id = ${org} and id = ${id}`.execute(db)
  return rows[0]?.name
}
