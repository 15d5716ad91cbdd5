/** SQL of the change between two periods: one read-only statement, which aggregates the calls of both. */
import { sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { type CallScope, matchesScope } from './queries.ts'
import type { Sample } from './significance.ts'

export interface PeriodSamples {
  readonly period: string
  readonly talkShare: Sample
  readonly questionsAsked: Sample
  readonly longestMonologue: Sample
  /** Mean of the results of each call, because results of one call aren't independent. */
  readonly averageScore: Sample
}

/** Size, mean and variance of the values of a column. */
export const sample = (column: string) =>
  sql.raw(
    `json_build_object('count', count(${column}), 'mean', avg(${column}), 'variance', var_samp(${column}::double precision))`,
  )

/** @param scope conversations of two periods */
export async function selectPeriodSamples(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  scope: CallScope & { readonly period: 'week' | 'month' },
): Promise<PeriodSamples[]> {
  const { rows } = await sql<PeriodSamples>`
    with measured as (
      select c.period, d.internal_talk_share as share, d.internal_questions as questions,
             d.internal_monologue as monologue,
             (select avg(r.average) from scorecard_results r
              where r.organization_id = ${org} and r.conversation_id = c.id) as score
      from (select id, date_trunc(${scope.period}::text, started_at at time zone 'UTC')::date as period
            from conversations where ${matchesScope(org, visibility, scope)}) as c
      join conversation_details d on d.organization_id = ${org} and d.conversation_id = c.id
    )
    select period::text as period, ${sample('share')} as "talkShare", ${sample('questions')} as "questionsAsked",
           ${sample('monologue')} as "longestMonologue", ${sample('score')} as "averageScore"
    from measured group by period`.execute(db)
  return rows
}
