/** SQL queries for scorecards, except for their items. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { newestFirst } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { Criteria } from '../../conversations/labels/index.ts'
import type { InteractionType } from './schema.ts'

export interface ScorecardRow {
  id: string
  title: string
  team_id: string | null
  all_teams: boolean
  enabled: boolean
  interaction_type: InteractionType
  detailed_instructions: string
  scorecard_prompt: string
  expert_mode: boolean
  is_default_template: boolean
  criteria: Criteria
  version: number
  created_at: string
  updated_at: string
}

const columns = sql`
  id, title, team_id, all_teams, enabled, interaction_type, detailed_instructions, scorecard_prompt, expert_mode,
  is_default_template, criteria, version, created_at, updated_at`

export async function selectScorecard(db: Reader, org: OrganizationId, id: string): Promise<ScorecardRow | undefined> {
  const { rows } = await sql<ScorecardRow>`
    select ${columns} from scorecards where organization_id = ${org} and id = ${id}`.execute(db)
  return rows[0]
}

/** Locks the scorecard and its items for an update, until the transaction ends. */
export async function lockScorecard(tx: Writer, org: OrganizationId, id: string): Promise<ScorecardRow | undefined> {
  const { rows } = await sql<ScorecardRow>`
    select ${columns} from scorecards where organization_id = ${org} and id = ${id} for update`.execute(tx)
  return rows[0]
}

/** Locks the scorecard and its items against changes, until the transaction ends. Readers can share the lock. */
export async function lockScorecardShared(
  tx: Writer,
  org: OrganizationId,
  id: string,
): Promise<ScorecardRow | undefined> {
  const { rows } = await sql<ScorecardRow>`
    select ${columns} from scorecards where organization_id = ${org} and id = ${id} for share`.execute(tx)
  return rows[0]
}

const order = newestFirst('scorecards', 'scorecards')

export function selectScorecards(
  db: Reader,
  org: OrganizationId,
  filter: { readonly teamId: string | undefined; readonly interactionType: InteractionType | undefined },
  window: ListWindow,
) {
  const conditions = [sql`organization_id = ${org}`]
  if (filter.teamId !== undefined) conditions.push(sql`(all_teams or team_id = ${filter.teamId})`)
  if (filter.interactionType !== undefined) conditions.push(sql`interaction_type = ${filter.interactionType}`)
  return selectListPage<ScorecardRow>(db, window, {
    columns,
    from: sql`scorecards`,
    where: sql.join(conditions, sql` and `),
    order,
    updated: 'updated_at',
  })
}

/** Enabled conversation scorecards of a team, oldest first. */
export async function selectForConversations(
  db: Reader,
  org: OrganizationId,
  teamId: string | null,
  limit: number,
): Promise<ScorecardRow[]> {
  const { rows } = await sql<ScorecardRow>`
    select ${columns} from scorecards
    where organization_id = ${org} and enabled and interaction_type = 'conversation'
      and (all_teams or team_id = ${teamId})
    order by created_at, id limit ${limit}`.execute(db)
  return rows
}

export interface ScorecardPatch {
  title: string
  team_id: string | null
  all_teams: boolean
  enabled: boolean
  interaction_type: InteractionType
  detailed_instructions: string
  scorecard_prompt: string
  expert_mode: boolean
  criteria: Criteria
}

export async function insertScorecard(
  tx: Writer,
  org: OrganizationId,
  id: string,
  row: ScorecardPatch,
  at: Date,
): Promise<void> {
  await sql`
    insert into scorecards (
      organization_id, id, title, team_id, all_teams, enabled, interaction_type, detailed_instructions,
      scorecard_prompt, expert_mode, criteria, created_at, updated_at)
    values (
      ${org}, ${id}, ${row.title}, ${row.team_id}, ${row.all_teams}, ${row.enabled}, ${row.interaction_type},
      ${row.detailed_instructions}, ${row.scorecard_prompt}, ${row.expert_mode}, ${JSON.stringify(row.criteria)},
      ${at}, ${at})`.execute(tx)
}

/** Updates a scorecard and increments its version, also for changes of items only. */
export async function updateScorecardRow(
  tx: Writer,
  org: OrganizationId,
  id: string,
  { criteria, ...change }: Partial<ScorecardPatch>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('scorecards')
    .set(({ eb }) => ({
      ...change,
      ...(criteria === undefined ? {} : { criteria: JSON.stringify(criteria) }),
      version: eb('version', '+', 1),
      updated_at: at,
    }))
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

export async function deleteScorecardRow(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await sql`delete from scorecards where organization_id = ${org} and id = ${id}`.execute(tx)
}
