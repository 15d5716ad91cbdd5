/** SQL of targets. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { ascending, defineOrder, orderBy } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { visibleTo } from '../../conversations/records/index.ts'
import { FIGURES, type TargetFigure } from './schema.ts'

export interface TargetRow {
  readonly id: string
  readonly team_id: string | null
  readonly team_name: string | null
  readonly figure: TargetFigure
  readonly scorecard_id: string | null
  readonly scorecard_title: string | null
  readonly minimum: number | null
  readonly maximum: number | null
  readonly created_at: string
  readonly updated_at: string
}

const columns = sql`
  g.id, g.team_id, t.name as team_name, g.figure, g.scorecard_id, c.title as scorecard_title, g.minimum, g.maximum,
  g.created_at, g.updated_at`

/** Joins the names of teams and scorecards, so that lists need one statement. */
const joined = (org: OrganizationId) => sql`
  targets g
  left join teams t on t.organization_id = ${org} and t.id = g.team_id
  left join scorecards c on c.organization_id = ${org} and c.id = g.scorecard_id`

export async function selectTarget(db: Reader, org: OrganizationId, id: string): Promise<TargetRow | undefined> {
  const { rows } = await sql<TargetRow>`
    select ${columns} from ${joined(org)} where g.organization_id = ${org} and g.id = ${id}`.execute(db)
  return rows[0]
}

const order = defineOrder(
  'targets',
  ascending(sql`array_position(${[...FIGURES]}::text[], g.figure)`, 'integer'),
  ascending('c.title', 'text', 'first'),
  ascending('g.scorecard_id', 'uuid', 'first'),
  ascending('t.name', 'text', 'first'),
  ascending('g.id', 'uuid'),
)

/** Page of the targets by figure, those of the organization first. */
export const selectTargets = (db: Reader, org: OrganizationId, window: ListWindow) =>
  selectListPage<TargetRow>(db, window, {
    columns,
    from: joined(org),
    where: sql`g.organization_id = ${org}`,
    order,
    updated: 'g.updated_at',
  })

/** All targets by figure, those of the organization first. */
export async function selectAllTargets(db: Reader, org: OrganizationId): Promise<TargetRow[]> {
  const { rows } = await sql<TargetRow>`
    select ${columns} from ${joined(org)} where g.organization_id = ${org} ${orderBy(order)}`.execute(db)
  return rows
}

export async function countTargets(db: Reader | Writer, org: OrganizationId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from targets where organization_id = ${org}`.execute(db)
  return rows[0]?.n ?? 0
}

export interface TargetScope {
  readonly figure: TargetFigure
  readonly teamId: string | null
  readonly scorecardId: string | null
}

/** Serializes the creation of targets of the organization. @returns whether a target has this scope */
export async function lockScope(tx: Writer, org: OrganizationId, scope: TargetScope): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`targets of ${org}`}, 0))`.execute(tx)
  const { rows } = await sql`
    select from targets
    where organization_id = ${org} and figure = ${scope.figure} and team_id is not distinct from ${scope.teamId}
      and scorecard_id is not distinct from ${scope.scorecardId}`.execute(tx)
  return rows.length > 0
}

export async function insertTarget(
  tx: Writer,
  org: OrganizationId,
  one: TargetScope & {
    readonly id: string
    readonly minimum: number | null
    readonly maximum: number | null
    readonly at: Date
  },
): Promise<void> {
  await sql`
    insert into targets (organization_id, id, team_id, figure, scorecard_id, minimum, maximum, created_at, updated_at)
    values (${org}, ${one.id}, ${one.teamId}, ${one.figure}, ${one.scorecardId}, ${one.minimum}, ${one.maximum},
      ${one.at}, ${one.at})`.execute(tx)
}

/** Locks a target until the transaction ends, and returns its current state. */
export async function lockTarget(tx: Writer, org: OrganizationId, id: string): Promise<TargetRow | undefined> {
  const { rows } = await sql`
    select from targets where organization_id = ${org} and id = ${id} for update`.execute(tx)
  // A second statement, because the first one has a snapshot from before it waited for the lock.
  return rows.length === 0 ? undefined : selectTarget(tx, org, id)
}

export async function updateBounds(
  tx: Writer,
  org: OrganizationId,
  one: { readonly id: string; readonly minimum: number | null; readonly maximum: number | null; readonly at: Date },
): Promise<void> {
  await sql`
    update targets set minimum = ${one.minimum}, maximum = ${one.maximum}, updated_at = ${one.at}
    where organization_id = ${org} and id = ${one.id}`.execute(tx)
}

export async function deleteTargetRow(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await sql`delete from targets where organization_id = ${org} and id = ${id}`.execute(tx)
}

/** Teams with those above them, nearest first. */
export async function selectTeamChains(
  db: Reader,
  org: OrganizationId,
  teamIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ team_id: string; chain: string[] }>`
    with recursive above as (
      select id as team_id, id, parent_id, 0 as depth from teams
      where organization_id = ${org} and id = any(${[...teamIds]}::uuid[])
      union
      select a.team_id, t.id, t.parent_id, a.depth + 1
      from teams t join above a on t.id = a.parent_id where t.organization_id = ${org} and a.depth < 100
    )
    select team_id, json_agg(id order by depth) as chain from above group by team_id`.execute(db)
  return new Map(rows.map(({ team_id: id, chain }) => [id, chain]))
}

export interface MeasuredConversation {
  readonly team_id: string | null
  readonly talk_share: number | null
  readonly questions: number | null
  readonly monologue: number | null
  /** Scores of scorecards, 0 to 100. */
  readonly scores: readonly { readonly scorecardId: string; readonly average: number }[]
}

/** Figures of a conversation that the caller can access. */
export async function selectMeasured(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
): Promise<MeasuredConversation | undefined> {
  const { rows } = await sql<MeasuredConversation>`
    select conversations.team_id, d.internal_talk_share as talk_share, d.internal_questions as questions,
           d.internal_monologue as monologue,
           (select coalesce(json_agg(json_build_object('scorecardId', r.scorecard_id, 'average', r.average)), '[]')
            from scorecard_results r where r.organization_id = ${org} and r.conversation_id = conversations.id) as scores
    from conversations
    join conversation_details d on d.organization_id = ${org} and d.conversation_id = conversations.id
    where conversations.organization_id = ${org} and conversations.id = ${id} and ${visibleTo(visibility)}`.execute(db)
  return rows[0]
}
