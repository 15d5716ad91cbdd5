/**
 * SQL of the figures on the start page: one read-only statement over the visible conversations of 13 weeks. It reads narrow
 * columns only, and never more than `CALLS_MAX` conversations, the newest ones, so that its cost has a limit.
 */
import { sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { colorIn, type TrackerColor } from '../../analysis/trackers/index.ts'
import { visibleTo } from '../../conversations/records/index.ts'
import type { MeasuredCounts } from '../targets/index.ts'
import { type PeriodSamples, sample } from './queries-change.ts'

/** Maximum number of conversations that the figures cover. Reading them takes about 20 ms. */
export const CALLS_MAX = 4_000
/** Minimum number of calls for a typical value, below which a call isn't compared. */
const TYPICAL_MIN = 5

export interface HomeScope {
  /** Start of the weeks: a Monday, 00:00 UTC. */
  readonly from: Date
  /** Start of the last 30 days. */
  readonly recent: Date
  /** Start of the 30 days before. */
  readonly earlier: Date
  readonly now: Date
  readonly people: number
  readonly outliers: number
  readonly trackers: number
}

export interface HomeFigures {
  readonly conversations: number
  readonly talkShare: number | null
  readonly questionsAsked: number | null
  readonly longestMonologue: number | null
  readonly averageScore: number | null
  readonly counts: MeasuredCounts
}

export interface HomeRow {
  readonly weeks: (HomeFigures & { readonly from: string; readonly samples: Omit<PeriodSamples, 'period'> })[]
  /** Figures of the last 30 days. `reps`: number of owners of the calls. */
  readonly recent: HomeFigures & { readonly reps: number }
  readonly people: (HomeFigures & {
    readonly uuid: string
    readonly email: string
    readonly firstName: string
    readonly lastName: string
    readonly primaryTeamId: string | null
  })[]
  readonly outliers: {
    readonly uuid: string
    readonly title: string
    readonly startedAt: string
    readonly ownerUUID: string
    readonly measure: 'talkShare' | 'longestMonologue' | 'questionsAsked'
    readonly value: number
    readonly typical: number
  }[]
  readonly trackers: {
    readonly uuid: string
    readonly name: string
    readonly color: TrackerColor
    readonly conversations: number
    readonly earlier: number
  }[]
  /** Number of conversations that were read. */
  readonly covered: number
}

export async function selectHomeFigures(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  scope: HomeScope,
): Promise<HomeRow> {
  const { from, recent, earlier, now, people, outliers, trackers } = scope
  const figures = sql`
    'conversations', n, 'talkShare', talk_share, 'questionsAsked', questions, 'longestMonologue', monologue,
    'averageScore', score, 'counts', json_build_object('talkShare', shares, 'questionsAsked', questioned,
                                                      'longestMonologue', monologues, 'averageScore', scored)`
  const counted = sql`count(share) as shares, count(questions) as questioned, count(monologue) as monologues,
             count(score) as scored`
  const { rows } = await sql<HomeRow>`
    with seen as materialized (
      select c.id, c.owner_id, c.title, c.started_at, c.transcript_version, d.internal_talk_share as share,
             d.internal_questions as questions, d.internal_monologue as monologue,
             (select avg(r.average) from scorecard_results r
              where r.organization_id = ${org} and r.conversation_id = c.id) as score
      from (select id, owner_id, title, started_at, transcript_version from conversations
            where organization_id = ${org} and started_at >= ${from}::timestamptz and started_at <= ${now}::timestamptz
              and not archived and ${visibleTo(visibility)}
            order by started_at desc limit ${CALLS_MAX}) as c
      -- An offset of 0 keeps the planner from reading the statistics of all calls of the organization for a hash join.
      cross join lateral (
        select internal_talk_share, internal_questions, internal_monologue from conversation_details
        where organization_id = ${org} and conversation_id = c.id offset 0) as d
    ), weekly as (
      select date_trunc('week', started_at at time zone 'UTC')::date as week, count(*) as n,
             ${counted}, json_build_object(
               'talkShare', ${sample('share')}, 'questionsAsked', ${sample('questions')},
               'longestMonologue', ${sample('monologue')}, 'averageScore', ${sample('score')}) as samples,
             round(avg(share)::numeric, 4)::double precision as talk_share,
             round(avg(questions), 2)::double precision as questions,
             round(avg(monologue)::numeric, 1)::double precision as monologue,
             round(avg(score)::numeric, 2)::double precision as score
      from seen group by 1
    ), total as (
      select count(*) as n, count(distinct owner_id) as reps, ${counted},
             round(avg(share)::numeric, 4)::double precision as talk_share,
             round(avg(questions), 2)::double precision as questions,
             round(avg(monologue)::numeric, 1)::double precision as monologue,
             round(avg(score)::numeric, 2)::double precision as score
      from seen where started_at >= ${recent}::timestamptz
    ), personal as (
      select owner_id, count(*) as n, ${counted},
             round(avg(share)::numeric, 4)::double precision as talk_share,
             round(avg(questions), 2)::double precision as questions,
             round(avg(monologue)::numeric, 1)::double precision as monologue,
             round(avg(score)::numeric, 2)::double precision as score
      from seen where started_at >= ${recent}::timestamptz group by owner_id order by n desc, owner_id limit ${people}
    ), measured as (
      select s.id, s.title, s.started_at, s.owner_id, m.measure, m.value
      from seen s cross join lateral (values ('talkShare', s.share::double precision),
        ('longestMonologue', s.monologue::double precision), ('questionsAsked', s.questions::double precision)) as m (measure, value)
      where m.value is not null and s.started_at >= ${recent}::timestamptz
    ), typical as (
      select measure, percentile_cont(0.5) within group (order by value) as middle, stddev_pop(value) as spread
      from measured group by measure having count(*) >= ${TYPICAL_MIN} and stddev_pop(value) > 0
    ), far as (
      select distinct on (m.id) m.id, m.title, m.started_at, m.owner_id, m.measure, m.value, t.middle,
             abs(m.value - t.middle) / t.spread as distance
      from measured m join typical t on t.measure = m.measure
      order by m.id, distance desc
    )
    select
      (select count(*)::int from seen) as covered,
      (select coalesce(json_agg(json_build_object('from', week, 'samples', samples, ${figures}) order by week), '[]') from weekly) as weeks,
      (select json_build_object('reps', reps, ${figures}) from total) as recent,
      (select coalesce(json_agg(json_build_object('uuid', u.id, 'email', u.email, 'firstName', u.first_name,
                                                  'lastName', u.last_name, 'primaryTeamId', u.primary_team_id,
                                                  ${figures}) order by n desc, owner_id), '[]')
       from personal p join users u on u.organization_id = ${org} and u.id = p.owner_id) as people,
      (select coalesce(json_agg(json_build_object('uuid', id, 'title', title, 'startedAt', started_at, 'ownerUUID', owner_id,
                                                  'measure', measure, 'value', value, 'typical', middle)
                                order by distance desc, id), '[]')
       from (select * from far where distance >= 1.5 order by distance desc, id limit ${outliers}) as listed) as outliers,
      (select coalesce(json_agg(json_build_object('uuid', id, 'name', name, 'color', color, 'conversations', n, 'earlier', before)
                                order by n desc, id), '[]') from (
         select t.id, t.name, ${colorIn('t')} as color, count(*) filter (where s.started_at >= ${recent}::timestamptz) as n,
                count(*) filter (where s.started_at < ${recent}::timestamptz) as before
         from seen s
         join tracker_hits h on h.organization_id = ${org} and h.conversation_id = s.id
           and h.transcript_version = s.transcript_version
         join trackers t on t.organization_id = ${org} and t.id = h.tracker_id
         where s.started_at >= ${earlier}::timestamptz
         group by t.id, t.name, t.color order by n desc, t.id limit ${trackers}) as listed where n > 0) as trackers`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The figures have one row.')
  return row
}
