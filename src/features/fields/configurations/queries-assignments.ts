/** SQL of assignments of items to teams. */
import { sql } from 'kysely'
import { newId } from '../../../core/clock.ts'
import type { Reader, Writer } from '../../../core/db.ts'
import { ascending, defineOrder } from '../../../core/list-order.ts'
import { type ListMeta, type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { ConfigurationCategory } from './schema.ts'

/** Teams of configuration `c` as assignments store them: one row per team, or one null row for all teams. */
const teamsOf = sql`(
  select f.team_id from field_configuration_teams f
  where f.organization_id = c.organization_id and f.configuration_id = c.id
  union all
  select null from field_configurations w
  where w.organization_id = c.organization_id and w.id = c.id and w.all_teams)`

/**
 * Creates missing assignments of a configuration and deletes those without a matching team or item. Existing
 * assignments keep their ID and display order. The caller must hold the lock on the configuration.
 */
export async function reconcileAssignments(tx: Writer, org: OrganizationId, configurationId: string): Promise<void> {
  await sql`
    delete from field_item_assignments a
    using field_items i, field_configurations c
    where a.organization_id = ${org} and i.organization_id = ${org} and c.organization_id = ${org}
      and c.id = ${configurationId} and i.configuration_id = c.id and a.item_id = i.id
      and not exists (select from ${teamsOf} t where t.team_id is not distinct from a.team_id)`.execute(tx)
  const { rows } = await sql<{ item_id: string; team_id: string | null }>`
    select i.id as item_id, t.team_id
    from field_configurations c
    join field_items i on i.organization_id = ${org} and i.configuration_id = c.id
    cross join lateral ${teamsOf} t
    where c.organization_id = ${org} and c.id = ${configurationId}
      and not exists (
        select from field_item_assignments a
        where a.organization_id = ${org} and a.item_id = i.id and a.team_id is not distinct from t.team_id)`.execute(tx)
  if (rows.length === 0) return
  await sql`
    insert into field_item_assignments (organization_id, id, item_id, team_id)
    select ${org}, id, item_id, team_id
    from unnest(${rows.map(() => newId())}::uuid[], ${rows.map((row) => row.item_id)}::uuid[],
                ${rows.map((row) => row.team_id)}::uuid[]) as n (id, item_id, team_id)`.execute(tx)
}

export interface AssignmentRow {
  id: string
  item_id: string
  team_id: string | null
  category: ConfigurationCategory
  display_order: number
}

const columns = sql`
  a.id, a.item_id, a.team_id, i.category, coalesce(a.display_order, i.display_order) as display_order`

/** Assignments `a` with their items `i` and teams `t`. */
const source = (org: OrganizationId) => sql`
  field_item_assignments a
  join field_items i on i.organization_id = ${org} and i.id = a.item_id
  left join teams t on t.organization_id = ${org} and t.id = a.team_id`

/** Condition for the assignments of a configuration, without those to archived teams. */
const belongsTo = (org: OrganizationId, configurationId: string) => sql`
  a.organization_id = ${org} and i.configuration_id = ${configurationId} and t.archived_at is null`

const order = defineOrder(
  'field assignments',
  ascending('coalesce(a.display_order, i.display_order)', 'integer'),
  ascending('(a.display_order is null)', 'boolean'),
  ascending('i.display_order', 'integer'),
  ascending('a.team_id', 'uuid', 'last'),
  ascending('a.id', 'uuid'),
)

/** Returns one page in display order. */
export function selectAssignments(
  db: Reader,
  org: OrganizationId,
  configurationId: string,
  filter: { teamId: string | undefined },
  window: ListWindow,
): Promise<{ rows: AssignmentRow[]; meta: ListMeta }> {
  const isWanted = filter.teamId === undefined ? sql`true` : sql`(a.team_id = ${filter.teamId} or a.team_id is null)`
  return selectListPage(db, window, {
    columns,
    from: source(org),
    where: sql`${belongsTo(org, configurationId)} and ${isWanted}`,
    order,
  })
}

export async function selectAssignment(
  db: Reader,
  org: OrganizationId,
  configurationId: string,
  id: string,
): Promise<AssignmentRow | undefined> {
  const { rows } = await sql<AssignmentRow>`
    select ${columns} from ${source(org)} where ${belongsTo(org, configurationId)} and a.id = ${id}`.execute(db)
  return rows[0]
}

export async function updateAssignment(
  tx: Writer,
  org: OrganizationId,
  id: string,
  displayOrder: number | null,
): Promise<void> {
  await tx
    .updateTable('field_item_assignments')
    .set({ display_order: displayOrder })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}
