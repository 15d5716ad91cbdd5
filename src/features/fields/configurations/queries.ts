/** SQL of field configurations. Archived teams stay stored with a configuration, but queries don't return them. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { newestFirst } from '../../../core/list-order.ts'
import { type ListMeta, type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { Criteria } from '../../conversations/labels/index.ts'

export interface ConfigurationRow {
  id: string
  name: string
  all_teams: boolean
  is_default_template: boolean
  criteria: Criteria
  team_ids: string[]
  updated_at: string
}

const columns = sql`
  c.id, c.name, c.all_teams, c.is_default_template, c.criteria, c.updated_at,
  coalesce((
    select json_agg(t.id order by t.id) from field_configuration_teams f
    join teams t on t.organization_id = f.organization_id and t.id = f.team_id and t.archived_at is null
    where f.organization_id = c.organization_id and f.configuration_id = c.id), '[]') as team_ids`

export async function selectConfiguration(
  db: Reader,
  org: OrganizationId,
  id: string,
): Promise<ConfigurationRow | undefined> {
  const { rows } = await sql<ConfigurationRow>`
    select ${columns} from field_configurations c where c.organization_id = ${org} and c.id = ${id}`.execute(db)
  return rows[0]
}

const order = newestFirst('field configurations', 'c')

/** Returns one page, newest first. */
export function selectConfigurations(
  db: Reader,
  org: OrganizationId,
  filter: { teamId: string | undefined },
  window: ListWindow,
): Promise<{ rows: ConfigurationRow[]; meta: ListMeta }> {
  const conditions: RawBuilder<unknown>[] = [sql`c.organization_id = ${org}`]
  if (filter.teamId !== undefined) {
    conditions.push(sql`(c.all_teams or c.id in (
      select configuration_id from field_configuration_teams
      where organization_id = ${org} and team_id = ${filter.teamId}))`)
  }
  return selectListPage(db, window, {
    columns,
    from: sql`field_configurations c`,
    where: sql.join(conditions, sql` and `),
    order,
    updated: 'c.updated_at',
  })
}

/**
 * Locks the configuration with its items and assignments until the transaction ends. Every change of them calls this
 * first. Changes committed while it waits for the lock are visible only to the next statement.
 * @returns whether the configuration exists
 */
export async function lockConfiguration(tx: Writer, org: OrganizationId, id: string): Promise<boolean> {
  const { rows } = await sql`
    select id from field_configurations where organization_id = ${org} and id = ${id} for update`.execute(tx)
  return rows.length > 0
}

export async function insertConfiguration(
  tx: Writer,
  org: OrganizationId,
  configuration: {
    id: string
    name: string
    allTeams: boolean
    isDefaultTemplate: boolean
    criteria: Criteria
    at: Date
  },
): Promise<void> {
  await tx
    .insertInto('field_configurations')
    .values({
      organization_id: org,
      id: configuration.id,
      name: configuration.name,
      all_teams: configuration.allTeams,
      is_default_template: configuration.isDefaultTemplate,
      criteria: JSON.stringify(configuration.criteria),
      created_at: configuration.at,
      updated_at: configuration.at,
    })
    .execute()
}

/** Updates the given columns. Undefined values leave their column unchanged. */
export async function updateConfiguration(
  tx: Writer,
  org: OrganizationId,
  id: string,
  change: {
    name?: string | undefined
    allTeams: boolean
    isDefaultTemplate?: boolean | undefined
    criteria?: Criteria | undefined
    at: Date
  },
): Promise<void> {
  await tx
    .updateTable('field_configurations')
    .set({
      all_teams: change.allTeams,
      updated_at: change.at,
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.isDefaultTemplate === undefined ? {} : { is_default_template: change.isDefaultTemplate }),
      ...(change.criteria === undefined ? {} : { criteria: JSON.stringify(change.criteria) }),
    })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

export async function replaceTeams(
  tx: Writer,
  org: OrganizationId,
  id: string,
  teamIds: readonly string[],
): Promise<void> {
  await sql`
    delete from field_configuration_teams
    where organization_id = ${org} and configuration_id = ${id} and team_id <> all(${[...teamIds]}::uuid[])`.execute(tx)
  await sql`
    insert into field_configuration_teams (organization_id, configuration_id, team_id)
    select ${org}, ${id}, team_id from unnest(${[...teamIds]}::uuid[]) as team_id
    on conflict do nothing`.execute(tx)
}

/** Deletes the configuration. Foreign keys cascade to its items and their assignments. */
export async function deleteConfiguration(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await tx.deleteFrom('field_configurations').where('organization_id', '=', org).where('id', '=', id).execute()
}
