/** All SQL of the report of a scorecard: one read-only statement over the results of the visible conversations. */
import { sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { visibleTo } from '../../conversations/records/index.ts'
import { type CallScope, matchesScope } from './queries.ts'
import type { Sample } from './significance.ts'

export interface ScoredFigures {
  readonly results: number
  readonly averageScore: number
}

export interface ScoredRep extends ScoredFigures {
  readonly uuid: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly primaryTeamId: string | null
  readonly items: (ScoredFigures & { readonly uuid: string })[]
  /** Results of the last two periods. Null without results. */
  readonly latest: Sample | null
  readonly previous: Sample | null
}

export interface ScorecardReportRow {
  /** Title in one of the results of any time. Null without results. */
  readonly title: string | null
  readonly results: number
  readonly averageScore: number | null
  readonly periods: (ScoredFigures & { readonly from: string; readonly sample: Sample })[]
  /** Items with scores. `title`: in one of the results. */
  readonly items: (ScoredFigures & { readonly uuid: string; readonly title: string })[]
  readonly reps: ScoredRep[]
  readonly repCount: number
}

export interface ScorecardScope extends CallScope {
  readonly scorecardId: string
  readonly period: 'week' | 'month'
  readonly limit: number
  readonly offset: number
}

const sampleFrom = (group: string) =>
  sql.raw(`(select json_build_object('count', n, 'mean', mean, 'variance', variance) from ${group})`)

export async function selectScorecardReport(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  scope: ScorecardScope,
): Promise<ScorecardReportRow> {
  const { scorecardId, period, limit, offset } = scope
  const unit = period === 'week' ? sql`interval '7 days'` : sql`interval '1 month'`
  const { rows } = await sql<ScorecardReportRow>`
    with scored as materialized (
      select c.id, c.owner_id, c.period, r.average
      from (select id, owner_id, date_trunc(${period}::text, started_at at time zone 'UTC')::date as period
            from conversations where ${matchesScope(org, visibility, scope)}) as c
      join scorecard_results r on r.organization_id = ${org} and r.conversation_id = c.id
        and r.scorecard_id = ${scorecardId}
    ), groups as materialized (
      select grouping(owner_id, period) as kind, owner_id, period, count(*) as n, avg(average) as mean,
             var_samp(average) as variance, round(avg(average)::numeric, 2)::double precision as score
      from scored group by grouping sets ((), (owner_id), (period), (owner_id, period))
    ), latest as (
      select max(period) as day, (max(period) - ${unit})::date as before from scored
    ), page as (
      select owner_id, n, score from groups where kind = 1 order by n desc, owner_id limit ${limit} offset ${offset}
    ), answers as materialized (
      -- The position of a score on its scale, as in the average of a result.
      select grouping(s.owner_id) as kind, i ->> 'uuid' as item_id, s.owner_id, max(i ->> 'title') as title,
             count(*) as n, round(avg(
               ((i #>> '{numericResult,score}')::double precision - (i #>> '{numericResult,min}')::double precision) * 100
               / nullif((i #>> '{numericResult,max}')::double precision - (i #>> '{numericResult,min}')::double precision, 0)
             )::numeric, 2)::double precision as score
      from scored s
      join scorecard_results r on r.organization_id = ${org} and r.conversation_id = s.id
        and r.scorecard_id = ${scorecardId}
      cross join lateral jsonb_array_elements(r.items) as i
      group by grouping sets ((i ->> 'uuid'), (i ->> 'uuid', s.owner_id))
    )
    select
      -- Of any time, because a deleted scorecard has no other title.
      (select r.title from scorecard_results r
       join (select id from conversations where organization_id = ${org} and ${visibleTo(visibility)}) as c
         on c.id = r.conversation_id
       where r.organization_id = ${org} and r.scorecard_id = ${scorecardId} limit 1) as title,
      (select n::int from groups where kind = 3) as results,
      (select score from groups where kind = 3) as "averageScore",
      (select coalesce(json_agg(json_build_object('from', period, 'results', n, 'averageScore', score, 'sample',
                json_build_object('count', n, 'mean', mean, 'variance', variance)) order by period), '[]')
       from groups where kind = 2) as periods,
      (select coalesce(json_agg(json_build_object('uuid', item_id, 'title', title, 'results', n, 'averageScore', score)
                                order by item_id), '[]')
       from answers where kind = 1 and score is not null) as items,
      (select coalesce(json_agg(json_build_object(
                'uuid', u.id, 'email', u.email, 'firstName', u.first_name, 'lastName', u.last_name,
                'primaryTeamId', u.primary_team_id, 'results', p.n, 'averageScore', p.score,
                'latest', ${sampleFrom('groups g, latest l where g.kind = 0 and g.owner_id = p.owner_id and g.period = l.day')},
                'previous', ${sampleFrom('groups g, latest l where g.kind = 0 and g.owner_id = p.owner_id and g.period = l.before')},
                'items', (select coalesce(json_agg(json_build_object('uuid', a.item_id, 'results', a.n, 'averageScore', a.score)
                                                   order by a.item_id), '[]')
                          from answers a where a.kind = 0 and a.owner_id = p.owner_id and a.score is not null))
              order by p.n desc, p.owner_id), '[]')
       from page p join users u on u.organization_id = ${org} and u.id = p.owner_id) as reps,
      (select count(*)::int from groups where kind = 1) as "repCount"`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('A report has one row.')
  return row
}
