/**
 * Distributes a database over the servers of a Citus cluster: each table of organizations in parts by organization, so
 * that all rows of one organization are on one server. Each step finds out what is missing, so the work can be
 * interrupted and repeated, also after a migration that creates tables.
 *
 * Foreign keys are removed first and added last, because Citus refuses a key between a distributed and a local table.
 * Until they are back, `installation.removed_keys` holds their definitions.
 */
import type { OwnerDatabase, Store } from '../../../core/db.ts'
import { APPLICATION_PATTERN } from '../postgres-pool.ts'
import { PLANNING } from '../postgres-settings.ts'
import {
  type ForeignKey,
  REFERENCE_TABLES,
  ROOT,
  readForeignKeys,
  readFunctions,
  readTenantTables,
  readWorkers,
  type TenantTable,
} from './catalog.ts'

type Query = OwnerDatabase['query']

/** Default number of parts: two to four for each processor that the cluster will have, as Citus recommends. */
const PARTS = 32

export interface DistributeOptions {
  /** Number of parts of each table, if none is distributed yet. */
  readonly parts?: number
  /** Receives the name of each step. */
  readonly report: (step: string) => void
}

/** Key of the advisory lock that limits distribution to one process. The value is arbitrary. */
const LOCK = 5_417_004

/** @throws Error if another process is distributing the database, or for the reasons of `distribute` */
export async function distributeAlone(
  store: Pick<Store, 'owner' | 'outside'>,
  options: DistributeOptions,
): Promise<void> {
  const isDone = await store.outside(LOCK, async () => {
    await distribute(store.owner, options)
    return true
  })
  if (isDone !== true) throw new Error('Another process is distributing the database. Try again when it has ended.')
}

/** @throws Error if the server isn't the coordinator of a Citus cluster with servers for data */
export async function distribute(owner: OwnerDatabase, options: DistributeOptions): Promise<void> {
  await demandCluster(owner.query)
  await prepareServers(owner)
  const tables = await readTenantTables(owner.query)
  const missing = tables.filter(({ placement }) => placement !== 'tenant')
  if (missing.length > 0) {
    options.report('Removing foreign keys')
    await removeForeignKeys(owner, missing)
    await dropVectorTables(owner)
  }
  await permitLookups(owner)
  await distributeFunctions(owner)
  await createReferenceTables(owner)
  for (const table of missing) {
    options.report(`Distributing ${table.name}`)
    await distributeTable(owner, table, options.parts ?? PARTS)
  }
  await restoreForeignKeys(owner, options.report)
}

/** Foreign keys are missing while tables are distributed, and a running process would start its transactions wrongly. */
export async function demandStopped({ query }: OwnerDatabase): Promise<void> {
  const others = await query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name like $1 and pid <> pg_backend_pid()`,
    [APPLICATION_PATTERN],
  )
  if (others.length === 0) return
  const names = others.map(({ name }) => name).join(', ')
  throw new Error(`Other processes of Parley use the database: ${names}. Stop them, and run the command again.`)
}

async function demandCluster(query: Query): Promise<void> {
  const [extension] = await query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  )
  if (extension === undefined) {
    throw new Error(
      "This database doesn't have the extension citus. Run `create extension citus` on each server, and citus_add_node on the coordinator.",
    )
  }
  const workers = await readWorkers(query)
  if (workers.length === 0) {
    throw new Error('The cluster has no server for data. Add servers with citus_add_node on the coordinator.')
  }
  const away = workers.filter(({ active }) => !active)
  if (away.length > 0) throw new Error(`Servers are not active: ${away.map(({ address }) => address).join(', ')}.`)
}

/** Settings that each session of the database requires, on all servers. Transactions don't send them. */
export const DATABASE_SETTINGS: readonly (readonly [string, string])[] = [
  ...PLANNING,
  // Row-level security on the other servers depends on the role and the organization of the transaction.
  ['citus.propagate_set_commands', 'local'],
  // Triggers change only rows of the same organization, which are on the same server.
  ['citus.enable_unsafe_triggers', 'on'],
]

async function prepareServers(owner: OwnerDatabase): Promise<void> {
  const [place] = await owner.query<{ database: string }>('select quote_ident(current_database()) as database')
  if (place === undefined) throw new Error('The database has no name.')
  // Citus sends these statements to the other servers.
  for (const [name, value] of DATABASE_SETTINGS)
    await owner.query(`alter database ${place.database} set ${name} = '${value}'`)
  await owner.query('alter role parley_app login')
}

/** Transaction that can create triggers on distributed tables. Connections opened before the first step need it. */
function withTriggers(owner: OwnerDatabase, work: (query: Query) => Promise<void>): Promise<void> {
  return owner.transact(async (query) => {
    await query(`set local citus.enable_unsafe_triggers = 'on'; set local citus.multi_shard_modify_mode = 'sequential'`)
    await work(query)
  })
}

async function removeForeignKeys(owner: OwnerDatabase, missing: readonly TenantTable[]): Promise<void> {
  await owner.query(`create table if not exists installation.removed_keys (
    table_name text not null, name text not null, definition text not null, primary key (table_name, name))`)
  const names = new Set(missing.map(({ name }) => name))
  const keys = await readForeignKeys(owner.query)
  await owner.transact(async (query) => {
    for (const { table, name, definition } of keys) {
      const [, referenced = ''] = /REFERENCES (?:public\.)?(\w+)/.exec(definition) ?? []
      if (!names.has(table) && !names.has(referenced)) continue
      await query('insert into installation.removed_keys values ($1, $2, $3)', [table, name, definition])
      await query(`alter table ${table} drop constraint ${name}`)
    }
  })
}

/** Copies of vectors with an index (docs/decisions/0075), which triggers on other servers can't maintain. */
async function dropVectorTables(owner: OwnerDatabase): Promise<void> {
  await owner.transact(async (query) => {
    await query('update vector_spaces set own_table = null, own_table_ready = false where own_table is not null')
    const tables = await query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relnamespace = 'search_vectors'::regnamespace and relkind = 'r'`,
    )
    for (const { name } of tables) await query(`drop table ${name}`)
  })
}

async function distributeFunctions(owner: OwnerDatabase): Promise<void> {
  const known = await owner.query<{ signature: string }>(
    `select objid::regprocedure::text as signature from pg_dist_object where classid = 'pg_proc'::regclass`,
  )
  const done = new Set(known.map(({ signature }) => signature))
  for (const { signature } of await readFunctions(owner.query)) {
    if (!done.has(signature)) await owner.query('select create_distributed_function($1::regprocedure)', [signature])
  }
}

/**
 * Functions that find an organization, from an address, a domain or a code of a link. Only they read all parts of a
 * table for a request. Each part answers from an index.
 */
export const LOOKUPS: readonly string[] = [
  'users_of_address(text)',
  'sign_in_provider_of(text)',
  'snippet_of_share_code(text)',
  'installation_is_empty()',
]

async function permitLookups(owner: OwnerDatabase): Promise<void> {
  for (const lookup of LOOKUPS) {
    await owner.query(`alter function ${lookup} set citus.multi_task_query_log_level = 'off'`)
  }
}

async function distributeTable(owner: OwnerDatabase, { name, column }: TenantTable, parts: number): Promise<void> {
  await withTriggers(owner, async (query) => {
    // The rows aren't new. Triggers would count, announce and record them again.
    await query(`set local citus.propagate_set_commands = 'local'`)
    await query(`set local session_replication_role = 'replica'`)
    await widenIdentity(query, name)
    // Its rows move to servers with transaction IDs of their own (`change-epoch.ts`).
    if (name === 'changes') await query('update change_epochs set last_value = last_value + 1')
    if (name === ROOT) await query('select create_distributed_table($1, $2, shard_count := $3)', [name, column, parts])
    else await query('select create_distributed_table($1, $2, colocate_with := $3)', [name, column, ROOT])
  })
}

/** Citus supports only `bigint` for identity columns. */
async function widenIdentity(query: Query, table: string): Promise<void> {
  const columns = await query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attidentity <> '' and atttypid <> 'bigint'::regtype`,
    [table],
  )
  for (const { name } of columns) await query(`alter table ${table} alter column ${name} type bigint`)
}

async function createReferenceTables(owner: OwnerDatabase): Promise<void> {
  for (const name of REFERENCE_TABLES) {
    const known = await owner.query('select from pg_dist_partition where logicalrelid = $1::regclass', [name])
    if (known.length === 0) await owner.query('select create_reference_table($1)', [name])
  }
}

async function restoreForeignKeys(owner: OwnerDatabase, report: (step: string) => void): Promise<void> {
  const [exists] = await owner.query<{ name: string | null }>(
    `select to_regclass('installation.removed_keys')::text as name`,
  )
  if (exists?.name == null) return
  const removed = await owner.query<ForeignKey>(
    `select table_name as table, name, definition from installation.removed_keys order by 1, 2`,
  )
  if (removed.length > 0) report(`Restoring ${removed.length} foreign keys`)
  for (const key of removed) {
    await withTriggers(owner, async (query) => {
      for (const statement of restoring(key)) await query(statement)
      await query('delete from installation.removed_keys where table_name = $1 and name = $2', [key.table, key.name])
    })
  }
}

const SET_NULL = / ON DELETE SET NULL \((\w+)\)/

/** Citus refuses `on delete set null` for a key with the organization. A trigger clears the column instead. */
function restoring({ table, name, definition }: ForeignKey): string[] {
  const [clause, column] = SET_NULL.exec(definition) ?? []
  if (clause === undefined) return [`alter table ${table} add constraint ${name} ${definition}`]
  const [, own = '', referenced = '', theirs = ''] =
    /FOREIGN KEY \(([^)]*)\) REFERENCES (?:public\.)?(\w+)\(([^)]*)\)/.exec(definition) ?? []
  const pairs = own.split(', ').map((one, at) => `${one} = old.${theirs.split(', ')[at]}`)
  return [
    `alter table ${table} add constraint ${name} ${definition.replace(clause, '')}`,
    `create or replace function clear_${name}() returns trigger language plpgsql as $$
     begin
       update ${table} set ${column} = null where ${pairs.join(' and ')};
       return null;
     end $$`,
    // PostgreSQL runs triggers in the order of their names. This one precedes the check of the key, RI_….
    `create trigger "A_clear_${name}" after delete on ${referenced} for each row execute function clear_${name}()`,
  ]
}
