/** SQL of sources. `queries-look.ts` contains the SQL of looks. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { ascending, defineOrder } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { LookState } from './schema.ts'

export interface SourceRow {
  id: string
  kind: string
  name: string
  enabled: boolean
  settings: string
  credentials: string
  credentials_changed_at: string
  address_token: string
  address_hash: string
  application: string
  owner_id: string | null
  team_id: string | null
  private: boolean
  inside_domains: string[]
  look_minutes: number
  look_ticket: number
  look_state: LookState
  looked_until: string | null
  looking_since: string | null
  looking_until: string | null
  look_cursor: string | null
  look_failures: number
  limited_until: string | null
  fault: string | null
  fault_at: string | null
  last_delivery_at: string | null
  last_call_at: string | null
  created_at: string
  updated_at: string
}

/** A source with the number of its calls by state. */
export interface CountedSourceRow extends SourceRow {
  waiting: number
  done: number
  failed: number
}

const columns = sql.raw(
  [
    ...['id', 'kind', 'name', 'enabled', 'settings', 'credentials', 'credentials_changed_at', 'address_token'],
    ...['address_hash', 'application', 'owner_id', 'team_id', 'private', 'inside_domains', 'look_minutes'],
    ...['look_ticket', 'look_state', 'looked_until', 'looking_since', 'looking_until', 'look_cursor', 'look_failures'],
    'limited_until',
    ...['fault', 'fault_at', 'last_delivery_at', 'last_call_at', 'created_at', 'updated_at'],
  ]
    .map((column) => `s.${column}`)
    .join(', '),
)

const countedColumns = sql`
  ${columns}, coalesce(r.waiting, 0)::int as waiting, coalesce(r.done, 0)::int as done,
  coalesce(r.failed, 0)::int as failed`

const withCounts = sql`
  sources s
  left join lateral (
    select count(*) filter (where state in ('waiting', 'running')) as waiting,
           count(*) filter (where state = 'done') as done, count(*) filter (where state = 'failed') as failed
    from source_recordings r where r.organization_id = s.organization_id and r.source_id = s.id
  ) r on true`

const selectCounted = (which: RawBuilder<unknown>) => sql<CountedSourceRow>`
  select ${countedColumns} from ${withCounts} where ${which}`

export async function selectCountedSource(
  db: Reader | Writer,
  org: OrganizationId,
  id: string,
): Promise<CountedSourceRow | undefined> {
  const { rows } = await selectCounted(sql`s.organization_id = ${org} and s.id = ${id}`).execute(db)
  return rows[0]
}

const order = defineOrder('sources', ascending('s.created_at', 'time'), ascending('s.id', 'uuid'))

export const selectPage = (db: Reader, org: OrganizationId, window: ListWindow) =>
  selectListPage<CountedSourceRow>(db, window, {
    columns: countedColumns,
    from: withCounts,
    countFrom: sql`sources s`,
    where: sql`s.organization_id = ${org}`,
    order,
    updated: 's.updated_at',
  })

export async function selectSource(
  db: Reader | Writer,
  org: OrganizationId,
  id: string,
): Promise<SourceRow | undefined> {
  const { rows } = await sql<SourceRow>`
    select ${columns} from sources s where s.organization_id = ${org} and s.id = ${id}`.execute(db)
  return rows[0]
}

/** Locks a source until the transaction ends. */
export async function lockSource(tx: Writer, org: OrganizationId, id: string): Promise<SourceRow | undefined> {
  const { rows } = await sql`
    select from sources where organization_id = ${org} and id = ${id} for no key update`.execute(tx)
  // A second statement, because the first one doesn't see changes that were committed while it waited for the lock.
  return rows.length === 0 ? undefined : selectSource(tx, org, id)
}

export async function sourceExists(db: Reader, org: OrganizationId, id: string): Promise<boolean> {
  const { rows } = await sql`select from sources where organization_id = ${org} and id = ${id}`.execute(db)
  return rows.length > 0
}

/** Counts the sources. No other transaction can add one until this one ends. */
export async function countSources(tx: Writer, org: OrganizationId): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`call sources of ${org}`}, 0))`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sources where organization_id = ${org}`.execute(tx)
  return rows[0]?.n ?? 0
}

export interface NewSource {
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly enabled: boolean
  readonly settings: string
  readonly credentials: string
  readonly addressToken: string
  readonly addressHash: string
  readonly application: string
  readonly ownerId: string | null
  readonly teamId: string | null
  readonly isPrivate: boolean
  readonly insideDomains: readonly string[]
  readonly lookMinutes: number
  readonly at: Date
}

export async function insertSource(tx: Writer, org: OrganizationId, source: NewSource): Promise<void> {
  await sql`
    insert into sources (
      organization_id, id, kind, name, enabled, settings, credentials, credentials_changed_at, address_token,
      address_hash, application, owner_id, team_id, private, inside_domains, look_minutes, created_at, updated_at)
    values (
      ${org}, ${source.id}, ${source.kind}, ${source.name}, ${source.enabled}, ${source.settings},
      ${source.credentials}, ${source.at}, ${source.addressToken}, ${source.addressHash}, ${source.application},
      ${source.ownerId}, ${source.teamId}, ${source.isPrivate}, ${[...source.insideDomains]}::text[],
      ${source.lookMinutes}, ${source.at}, ${source.at})`.execute(tx)
}

export type SourceChange = Partial<{
  name: string
  enabled: boolean
  settings: string
  credentials: string
  credentials_changed_at: Date
  application: string
  owner_id: string | null
  team_id: string | null
  private: boolean
  inside_domains: string[]
  look_minutes: number
}>

export async function updateSourceRow(
  tx: Writer,
  org: OrganizationId,
  id: string,
  change: SourceChange,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('sources')
    .set({ ...change, updated_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

/** @returns whether the source existed */
export async function deleteSourceRow(tx: Writer, org: OrganizationId, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from sources where organization_id = ${org} and id = ${id} returning id`.execute(tx)
  return rows.length > 0
}

/** Stores the result of a look or test. A fault replaces an earlier one. */
export async function updateSourceFault(
  tx: Writer,
  org: OrganizationId,
  id: string,
  fault: string | null,
  at: Date,
): Promise<void> {
  await sql`
    update sources set fault = ${fault}, fault_at = ${fault === null ? null : at}
    where organization_id = ${org} and id = ${id} and fault is distinct from ${fault}`.execute(tx)
}

export async function updateLastSeen(
  tx: Writer,
  org: OrganizationId,
  id: string,
  what: 'last_delivery_at' | 'last_call_at',
  at: Date,
): Promise<void> {
  await sql`
    update sources set ${sql.ref(what)} = greatest(${sql.ref(what)}, ${at})
    where organization_id = ${org} and id = ${id}`.execute(tx)
}
