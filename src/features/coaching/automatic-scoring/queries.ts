/**
 * SQL that compares automatic scores with scores by people. A pair consists of two scores of the same item and
 * conversation on the same scale. Each score counts as the nearest level; the higher one if two are equally near.
 */
import { sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { visibleTo } from '../../conversations/records/index.ts'

export interface PairRow {
  item_id: string
  /** Title of the item in one of the results. */
  title: string
  /** Level: 0 is min, 1 is middle, 2 is max. Null if the item has no automatic score. */
  person: number
  program: number | null
  n: number
}

const nearestLevel = (score: string) =>
  sql.raw(`
  case when abs(${score} - h_max) <= abs(${score} - middle) and abs(${score} - h_max) <= abs(${score} - h_min) then 2
       when abs(${score} - middle) <= abs(${score} - h_min) then 1 else 0 end`)

/** Number of pairs by item and levels, over the visible conversations. */
export async function selectPairs(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  scorecardId: string,
): Promise<{ conversations: number; pairs: PairRow[] }> {
  const { rows } = await sql<PairRow & { conversations: number }>`
    with twice as (
      select r.conversation_id, r.items as by_person, s.items as by_program, s.unscored
      from scorecard_results r
      join (select id from conversations where organization_id = ${org} and ${visibleTo(visibility)} and not archived) c
        on c.id = r.conversation_id
      join scorecard_scorings s on s.organization_id = ${org} and s.conversation_id = r.conversation_id
        and s.scorecard_id = r.scorecard_id
      where r.organization_id = ${org} and r.scorecard_id = ${scorecardId} and r.source = 'human'
    ), scored as (
      select b.conversation_id, h ->> 'uuid' as item_id, h ->> 'title' as title,
             (h #>> '{numericResult,score}')::double precision as h_score,
             (h #>> '{numericResult,min}')::double precision as h_min,
             (h #>> '{numericResult,max}')::double precision as h_max, b.by_program, b.unscored
      from twice b cross join lateral jsonb_array_elements(b.by_person) as h
    ), paired as (
      select s.*, p.score as p_score, p.middle,
             exists (select from jsonb_array_elements(s.unscored) as u where u ->> 'uuid' = s.item_id) as left_open
      from scored s left join lateral (
        select (p #>> '{numericResult,score}')::double precision as score, (p ->> 'middle')::double precision as middle
        from jsonb_array_elements(s.by_program) as p
        where p ->> 'uuid' = s.item_id and (p #>> '{numericResult,min}')::double precision = s.h_min
          and (p #>> '{numericResult,max}')::double precision = s.h_max) p on true
    )
    select item_id, max(title) as title, person, program, count(*)::int as n,
           (select count(*)::int from twice) as conversations
    from (
      select item_id, title, case when p_score is null then 0 else ${nearestLevel('h_score')} end as person,
             case when p_score is null then null else ${nearestLevel('p_score')} end as program
      from paired where p_score is not null or left_open
    ) as leveled
    group by item_id, person, program order by item_id, person, program`.execute(db)
  return { conversations: rows[0]?.conversations ?? 0, pairs: rows }
}
