/** SQL of a team's week: one statement over the calls of two weeks, and the deals whose stage changed. */
import { sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { type Sample, sample } from '../../coaching/team-reports/index.ts'
import { DEAL_CODES } from '../../conversations/crm-records/index.ts'
import { visibleTo } from '../../conversations/records/index.ts'
import type { WeekSpan } from './queries.ts'

/** Maximum number of calls that are compared: the newest ones of both weeks. */
const CALLS_MAX = 4_000

/** Figures of one week. */
export interface WeekSamples {
  readonly isLatest: boolean
  readonly calls: number
  readonly talkShare: Sample
  readonly questionsAsked: Sample
  /** Mean of the results of each call. */
  readonly averageScore: Sample
}

export interface TrackerWeeks {
  readonly name: string
  readonly id: string
  /** Numbers of calls with hits. */
  readonly latest: number
  readonly previous: number
  /** Newest call of the latest week with hits. Null without one. */
  readonly call: string | null
  /** JSON text with the hits in this call. */
  readonly hits: string | null
}

/**
 * Compares calls of others that the user can see and that aren't private. The list of calls of colleagues has the same.
 * @param given `from`: start of the week before; `trackers`: maximum number of trackers, those with the largest changes
 */
export async function selectTeamWeeks(
  db: Reader,
  org: OrganizationId,
  given: { readonly visibility: Visibility; readonly userId: string; readonly from: Date; readonly trackers: number },
  { from, until }: WeekSpan,
): Promise<{ readonly weeks: readonly WeekSamples[]; readonly trackers: readonly TrackerWeeks[] }> {
  const { rows } = await sql<{ weeks: WeekSamples[]; trackers: TrackerWeeks[] }>`
    with seen as materialized (
      select c.id, c.started_at, c.transcript_version, c.started_at >= ${from}::timestamptz as is_latest,
             d.internal_talk_share as share, d.internal_questions as questions,
             (select avg(r.average) from scorecard_results r
              where r.organization_id = ${org} and r.conversation_id = c.id) as score
      from (select id, started_at, transcript_version from conversations
            where organization_id = ${org} and not archived and not private and owner_id <> ${given.userId}
              and ${visibleTo(given.visibility)}
              and started_at >= ${given.from}::timestamptz and started_at < ${until}::timestamptz
            order by started_at desc limit ${CALLS_MAX}) as c
      -- An offset of 0 keeps the planner from reading the statistics of all calls of the organization for a hash join.
      cross join lateral (
        select internal_talk_share, internal_questions from conversation_details
        where organization_id = ${org} and conversation_id = c.id offset 0) as d
    ), weekly as (
      select is_latest, count(*) as n, ${sample('share')} as share, ${sample('questions')} as questions,
             ${sample('score')} as score
      from seen group by is_latest
    ), tracked as (
      select t.id, t.name, count(*) filter (where is_latest) as latest, count(*) filter (where not is_latest) as previous,
             (array_agg(s.id order by started_at desc, s.id) filter (where is_latest))[1] as call
      from seen s
      join tracker_hits h on h.organization_id = ${org} and h.conversation_id = s.id
        and h.transcript_version = s.transcript_version
      join trackers t on t.organization_id = ${org} and t.id = h.tracker_id
      group by t.id, t.name
    )
    select
      (select coalesce(json_agg(json_build_object(
         'isLatest', is_latest, 'calls', n, 'talkShare', share, 'questionsAsked', questions, 'averageScore', score)), '[]')
       from weekly) as weeks,
      (select coalesce(json_agg(json_build_object(
         'id', l.id, 'name', l.name, 'latest', latest, 'previous', previous, 'call', call, 'hits', h.hits)
         order by abs(latest - previous) desc, l.id), '[]')
       from (select * from tracked where latest <> previous
             order by abs(latest - previous) desc, id limit ${given.trackers}) as l
       left join tracker_hits h on h.organization_id = ${org} and h.tracker_id = l.id and h.conversation_id = l.call
      ) as trackers`.execute(db)
  return rows[0] ?? { weeks: [], trackers: [] }
}

export interface StageChange {
  readonly id: string
  readonly from: string | null
  readonly to: string | null
}

/** First and last stage in a week of deals whose stage changed. The caller has checked that the deals are visible. */
export async function selectStageChanges(
  db: Reader,
  org: OrganizationId,
  dealIds: readonly string[],
  { from, until }: WeekSpan,
): Promise<StageChange[]> {
  const { rows } = await sql<StageChange>`
    select o.id, (array_agg(h.old_value order by h.changed_at, h.id))[1] as "from",
           (array_agg(h.new_value order by h.changed_at desc, h.id desc))[1] as "to"
    from opportunities o
    join crm_record_changes h
      on h.organization_id = ${org} and h.code = any(${[...DEAL_CODES]}::text[]) and h.record_id = o.external_id
    where o.organization_id = ${org} and o.id = any(${[...dealIds]}::uuid[])
      and h.field = 'stage' and h.changed_at >= ${from} and h.changed_at < ${until}
    group by o.id order by max(h.changed_at) desc, o.id`.execute(db)
  return rows.filter((row) => row.from !== row.to)
}
