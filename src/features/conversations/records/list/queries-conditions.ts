/** SQL conditions of the conversation filters. */
import { type RawBuilder, sql } from 'kysely'
import type { OrganizationId, Visibility } from '../../../../core/principal.ts'
import { DEAL_CODES, STAGE_FIELDS } from '../../crm-records/index.ts'
import { visibleTo } from '../queries-visibility.ts'
import { type ConversationFilters, NO_TEAM, type NumberRange } from './filters.ts'

export type Condition = RawBuilder<unknown>

export const joinConditions = (conditions: readonly Condition[]) =>
  sql`${sql.join([sql`true`, ...conditions], sql` and `)}`
export const uuids = (ids: readonly string[]) => sql`any(${[...ids]}::uuid[])`
const texts = (values: readonly string[]) => sql`any(${[...values]}::text[])`

/** Conditions on columns that conversations and their counts share. Totals of these conditions need no counting. */
export function facets(org: OrganizationId, filters: ConversationFilters, visibility: Visibility): Condition[] {
  const conditions = [visibleTo(visibility)]
  if (!filters.includeArchived) conditions.push(sql`not archived`)
  if (filters.hideEmpty) conditions.push(sql`not is_empty`)
  if (filters.hideInternal) conditions.push(sql`not is_internal`)
  if (filters.hideNonAnalyzed) conditions.push(sql`processing_status = 'analyzed'`)
  if (filters.hidePending) conditions.push(sql`processing_status <> 'pending'`)
  if (filters.hideFailed) conditions.push(sql`processing_status <> 'failed'`)
  if (filters.hideWithoutTranscript) conditions.push(sql`has_transcript`)
  if (filters.ownerIds !== undefined) conditions.push(sql`owner_id = ${uuids(filters.ownerIds)}`)
  if (filters.ownerEmails !== undefined) {
    conditions.push(sql`owner_id = any(array(
      select id from users where organization_id = ${org} and email_folded = ${texts(filters.ownerEmails)}))`)
  }
  if (filters.teamIds !== undefined) {
    conditions.push(sql`team_id = any(array(
      with recursive within as (
        select id from teams where organization_id = ${org} and id = ${uuids(filters.teamIds)}
        union
        select t.id from teams t join within w on t.parent_id = w.id where t.organization_id = ${org}
      ) select id from within))`)
  }
  return conditions
}

/** Conditions on conversations only. */
export function particulars(org: OrganizationId, filters: ConversationFilters): Condition[] {
  const conditions: Condition[] = []
  if (filters.from !== undefined) conditions.push(sql`c.started_at >= ${filters.from}`)
  if (filters.to !== undefined) conditions.push(sql`c.started_at <= ${filters.to}`)
  if (filters.updatedSince !== undefined) conditions.push(sql`c.updated_at >= ${filters.updatedSince}`)
  if (filters.title !== '') conditions.push(sql`strpos(c.title_folded, ${filters.title}) > 0`)
  if (filters.participantEmails !== undefined) {
    conditions.push(sql`c.id in (
      select conversation_id from conversation_participants
      where organization_id = ${org} and email = ${texts(filters.participantEmails)})`)
  }
  if (filters.opportunityIds !== undefined) {
    conditions.push(sql`c.opportunity_id = any(array(
      select id from opportunities
      where organization_id = ${org}
        and (external_id = ${texts(filters.opportunityIds)} or id::text = ${texts(filters.opportunityIds)})))`)
  }
  conditions.push(...opportunityConditions(org, filters))
  conditions.push(...rangeConditions(sql`c.media_duration`, filters.duration))
  if (filters.applications !== undefined) {
    conditions.push(sql`lower(c.application) = ${texts(filters.applications)}`)
  }
  const { ownTeam, trackerId, scorecardItemId } = filters
  if (ownTeam !== undefined) {
    conditions.push(ownTeam === NO_TEAM ? sql`c.team_id is null` : sql`c.team_id = ${ownTeam}`)
  }
  if (trackerId !== undefined) {
    conditions.push(sql`exists (
      select from tracker_hits h
      where h.organization_id = ${org} and h.conversation_id = c.id and h.tracker_id = ${trackerId}
        and h.transcript_version = c.transcript_version)`)
  }
  conditions.push(...scoreConditions(org, filters))
  if (scorecardItemId !== undefined) {
    conditions.push(sql`exists (
      select from scorecard_results r
      where r.organization_id = ${org} and r.conversation_id = c.id
        and r.items @> ${JSON.stringify([{ uuid: scorecardItemId }])}::jsonb)`)
  }
  for (const [category, option] of Object.entries(filters.labels ?? {})) {
    conditions.push(sql`c.id in (
      select conversation_id from conversation_labels
      where organization_id = ${org} and category = ${category} and option = ${option})`)
  }
  if (filters.crm !== undefined) {
    const { entity, field } = filters.crm
    const matchesEntity = (table: 'l' | 'v') =>
      entity === undefined ? [] : [sql`${sql.ref(`${table}.code`)} = ${entity}`]
    const links =
      field === undefined
        ? sql`conversation_crm_links l where ${joinConditions([sql`l.organization_id = ${org}`, ...matchesEntity('l')])}`
        : sql`crm_record_values v
              join conversation_crm_links l
                on l.organization_id = v.organization_id and l.code = v.code and l.record_id = v.record_id
              where ${joinConditions([
                sql`v.organization_id = ${org}`,
                ...matchesEntity('v'),
                sql`v.field = ${field.name}`,
                sql`v.value = ${texts(field.values)}`,
              ])}`
    conditions.push(sql`c.id in (select l.conversation_id from ${links})`)
  }
  return conditions
}

function rangeConditions(value: Condition, { min, max }: NumberRange): Condition[] {
  return [
    ...(min === undefined ? [] : [sql`${value} >= ${min}`]),
    ...(max === undefined ? [] : [sql`${value} <= ${max}`]),
  ]
}

function scoreConditions(org: OrganizationId, filters: ConversationFilters): Condition[] {
  const ofResult = resultConditions(filters)
  if (ofResult.length === 0) return []
  return [
    sql`exists (
      select from scorecard_results r
      where r.organization_id = ${org} and r.conversation_id = c.id and ${joinConditions(ofResult)})`,
  ]
}

/** Conditions for scorecard results `r`. */
const resultConditions = ({ scorecardId, score }: ConversationFilters): Condition[] => [
  ...(scorecardId === undefined ? [] : [sql`r.scorecard_id = ${scorecardId}`]),
  ...rangeConditions(sql`r.average`, score),
]

/**
 * Returns the relation `(scored_id, score)`: one score of each conversation with a scorecard result that matches the
 * filters. The index `scorecard_averages` contains all columns.
 */
export const selectScores = (
  org: OrganizationId,
  filters: ConversationFilters,
  aggregate: 'max' | 'min',
): RawBuilder<unknown> => sql`
  select r.conversation_id as scored_id, ${sql.raw(aggregate)}(r.average) as score
  from scorecard_results r
  where ${joinConditions([sql`r.organization_id = ${org}`, ...resultConditions(filters)])}
  group by r.conversation_id`

function opportunityConditions(
  org: OrganizationId,
  { opportunityTitle, opportunityStages }: ConversationFilters,
): Condition[] {
  const conditions: Condition[] = []
  if (opportunityTitle !== '') {
    conditions.push(sql`c.opportunity_id = any(array(
      select id from opportunities
      where organization_id = ${org} and strpos(title_folded, ${opportunityTitle}) > 0))`)
  }
  if (opportunityStages !== undefined) {
    // The CRM can write “closedwon”, “Closed Won” or “closed_won”.
    const plain = (column: Condition) => sql`translate(lower(${column}), ' _-', '')`
    conditions.push(sql`c.opportunity_id = any(array(
      select o.id from opportunities o
      join crm_record_values v
        on v.organization_id = o.organization_id and v.code = ${texts(DEAL_CODES)} and v.record_id = o.external_id
      where o.organization_id = ${org} and ${plain(sql`v.field`)} = ${texts(STAGE_FIELDS)}
        and (v.value = ${texts(opportunityStages)}
          or ${plain(sql`v.value`)} = ${texts(opportunityStages.map((stage) => stage.toLowerCase().replace(/[ _-]/g, '')))})))`)
  }
  return conditions
}

/** Conditions on `conversations c`: visible, and matching the filters. */
export const toConditions = (
  org: OrganizationId,
  visibility: Visibility,
  filters: ConversationFilters,
): Condition[] => [...facets(org, filters, visibility), ...particulars(org, filters)]
