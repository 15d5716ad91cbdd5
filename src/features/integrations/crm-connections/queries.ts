/** SQL of CRM connections. `queries-sync.ts` contains the SQL of syncs. */
import { type RawBuilder, sql } from 'kysely'
import type { CrmFaultDetail, CrmKind } from '../../../core/crm.ts'
import type { Reader, Writer } from '../../../core/db.ts'
import { ascending, defineOrder } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { Entity } from './model.ts'
import type { SyncState } from './schema.ts'

export interface EntityRow {
  code: string
  fields: string[]
  read_until: string | null
  records: number
}

export interface CrmConnectionRow {
  id: string
  name: string
  kind: CrmKind
  url: string
  credentials: string
  credentials_changed_at: string
  team_id: string | null
  sync_minutes: number
  sync_state: SyncState
  sync_ticket: number
  sync_started_at: string | null
  sync_finished_at: string | null
  sync_records: number
  sync_fault: string | null
  sync_failures: number
  paused_until: string | null
  paused_for: string | null
  created_at: string
  updated_at: string
  entities: EntityRow[]
}

const columns = sql`
         c.id, c.name, c.kind, c.url, c.credentials, c.credentials_changed_at, c.team_id, c.sync_minutes, c.sync_state,
         c.sync_ticket, c.sync_started_at, c.sync_finished_at, c.sync_records, c.sync_fault, c.sync_failures,
         c.paused_until, c.paused_for, c.created_at, c.updated_at,
         coalesce((
           select json_agg(json_build_object('code', e.code, 'fields', e.fields, 'records', e.records,
                                             'read_until', to_char(e.read_until at time zone 'utc',
                                                                   'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                           order by e.position)
           from crm_connection_entities e
           where e.organization_id = c.organization_id and e.connection_id = c.id), '[]') as entities`

const selectConnections = (which: RawBuilder<unknown>) => sql<CrmConnectionRow>`
  select ${columns} from crm_connections c where ${which}`

export async function selectConnection(
  db: Reader | Writer,
  org: OrganizationId,
  id: string,
): Promise<CrmConnectionRow | undefined> {
  const { rows } = await selectConnections(sql`c.organization_id = ${org} and c.id = ${id}`).execute(db)
  return rows[0]
}

const order = defineOrder('CRM connections', ascending('c.created_at', 'time'), ascending('c.id', 'uuid'))

export const selectPage = (db: Reader, org: OrganizationId, window: ListWindow) =>
  selectListPage<CrmConnectionRow>(db, window, {
    columns,
    from: sql`crm_connections c`,
    where: sql`c.organization_id = ${org}`,
    order,
    updated: 'c.updated_at',
  })

/** Returns the connection, and locks it until the transaction ends. */
export async function lockConnection(
  tx: Writer,
  org: OrganizationId,
  id: string,
): Promise<CrmConnectionRow | undefined> {
  const { rows } = await sql`
    select from crm_connections where organization_id = ${org} and id = ${id} for update`.execute(tx)
  // A second statement, because the first one doesn't see changes that were committed while it waited for the lock.
  return rows.length === 0 ? undefined : selectConnection(tx, org, id)
}

/** Prevents deletion of the connection until the transaction ends. */
export async function lockConnectionShared(tx: Writer, org: OrganizationId, id: string): Promise<CrmKind | undefined> {
  const { rows } = await sql<{ kind: CrmKind }>`
    select kind from crm_connections where organization_id = ${org} and id = ${id} for key share`.execute(tx)
  return rows[0]?.kind
}

/** Counts the connections. No other transaction can add one until this one ends. */
export async function countConnections(tx: Writer, org: OrganizationId): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`crm connections of ${org}`}, 0))`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from crm_connections where organization_id = ${org}`.execute(tx)
  return rows[0]?.n ?? 0
}

export async function insertConnection(
  tx: Writer,
  org: OrganizationId,
  made: {
    id: string
    name: string
    kind: CrmKind
    url: string
    credentials: string
    teamId: string | null
    syncMinutes: number
    at: Date
  },
): Promise<void> {
  const { id, at } = made
  await sql`
    insert into crm_connections (
      organization_id, id, name, kind, url, credentials, credentials_changed_at, team_id, sync_minutes, sync_state,
      created_at, updated_at)
    values (${org}, ${id}, ${made.name}, ${made.kind}, ${made.url}, ${made.credentials}, ${at}, ${made.teamId},
            ${made.syncMinutes}, 'idle', ${at}, ${at})`.execute(tx)
}

/**
 * Replaces the entities to read. New entities and those with other fields restart from the beginning. Others continue.
 */
export async function replaceEntities(
  tx: Writer,
  org: OrganizationId,
  connectionId: string,
  entities: readonly Entity[],
): Promise<void> {
  await sql`
    delete from crm_connection_entities
    where organization_id = ${org} and connection_id = ${connectionId}
      and code <> all(${entities.map(({ code }) => code)}::text[])`.execute(tx)
  for (const [position, { code, fields }] of entities.entries()) {
    await sql`
      insert into crm_connection_entities as e (organization_id, connection_id, code, position, fields)
      values (${org}, ${connectionId}, ${code}, ${position}, ${[...fields]}::text[])
      on conflict (organization_id, connection_id, code) do update
      set position = excluded.position, fields = excluded.fields,
          read_until = case when e.fields = excluded.fields then e.read_until end,
          reading_until = case when e.fields = excluded.fields then e.reading_until end,
          reading_after = case when e.fields = excluded.fields then e.reading_after end`.execute(tx)
  }
}

export async function updateConnection(
  tx: Writer,
  org: OrganizationId,
  id: string,
  change: Partial<{
    name: string
    url: string
    credentials: string
    credentials_changed_at: Date
    team_id: string | null
    sync_minutes: number
    paused_until: Date | null
    paused_for: CrmFaultDetail | null
  }>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('crm_connections')
    .set({ ...change, updated_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

/** Whether a workflow uses the connection. */
export async function isUsed(tx: Writer, org: OrganizationId, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from integration_workflows where organization_id = ${org} and connection_id = ${id} limit 1`.execute(tx)
  return rows.length > 0
}

export async function deleteConnectionRow(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await sql`delete from crm_connections where organization_id = ${org} and id = ${id}`.execute(tx)
}

/** Pauses requests until a time. Keeps a longer pause. */
export async function pauseUntil(
  tx: Writer,
  org: OrganizationId,
  id: string,
  until: Date,
  fault: CrmFaultDetail,
): Promise<void> {
  await sql`
    update crm_connections set paused_until = ${until}, paused_for = ${fault}
    where organization_id = ${org} and id = ${id} and (paused_until is null or paused_until < ${until})`.execute(tx)
}
