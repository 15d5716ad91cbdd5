/** Compares a distributed database with what Parley requires. */
import type { OwnerDatabase } from '../../../core/db.ts'
import { REFERENCE_TABLES, ROOT, readFunctions, readTenantTables, readWorkers } from './catalog.ts'
import { DATABASE_SETTINGS } from './distribute.ts'

type Query = OwnerDatabase['query']

export interface ServerShare {
  readonly address: string
  readonly active: boolean
  /** Number of parts of the table of organizations. */
  readonly parts: number
  /** Size of all parts with indexes, in bytes. */
  readonly bytes: number
}

export interface DistributionReport {
  /** Number of tables that are stored in parts by organization. */
  readonly tables: number
  readonly servers: readonly ServerShare[]
  /** Missing parts. `parley distribute` completes them. */
  readonly problems: readonly string[]
}

export async function checkDistribution(query: Query): Promise<DistributionReport> {
  const tables = await readTenantTables(query)
  return {
    tables: tables.filter(({ placement }) => placement === 'tenant').length,
    servers: await readShares(query),
    problems: [
      ...tables.flatMap(({ name, placement }) =>
        placement === 'tenant' ? [] : [`The table ${name} isn't distributed.`],
      ),
      ...(await findStrayTables(query)),
      ...(await findMissingReferences(query)),
      ...(await findMissingFunctions(query)),
      ...(await findMissingSettings(query)),
      ...(await findMissingKeys(query)),
      ...(await findInactive(query)),
    ],
  }
}

const readShares = (query: Query): Promise<ServerShare[]> =>
  query(
    `select n.nodename || ':' || n.nodeport as address, n.isactive as active,
       count(*) filter (where s.table_name = $1::regclass)::int as parts, coalesce(sum(s.shard_size), 0)::bigint as bytes
     from pg_dist_node n
     left join citus_shards s on s.nodename = n.nodename and s.nodeport = n.nodeport
     where n.noderole = 'primary' and n.shouldhaveshards
     group by n.nodeid, n.nodename, n.nodeport, n.isactive order by n.nodeid`,
    [ROOT],
  )

/** Tables whose parts can be on another server than the parts of `organizations`. */
async function findStrayTables(query: Query): Promise<string[]> {
  const rows = await query<{ name: string }>(
    `select p.logicalrelid::text as name from pg_dist_partition p
     where p.partmethod = 'h'
       and p.colocationid is distinct from (
         select r.colocationid from pg_dist_partition r where r.logicalrelid = to_regclass($1))
     order by 1`,
    [ROOT],
  )
  return rows.map(({ name }) => `The table ${name} isn't stored together with ${ROOT}.`)
}

async function findMissingReferences(query: Query): Promise<string[]> {
  const rows = await query<{ name: string }>(
    `select name from unnest($1::text[]) as name
     where not exists (select 1 from pg_dist_partition where logicalrelid = to_regclass(name) and partmethod = 'n')`,
    [REFERENCE_TABLES],
  )
  return rows.map(({ name }) => `The table ${name} isn't copied to each server.`)
}

async function findMissingFunctions(query: Query): Promise<string[]> {
  const known = await query<{ signature: string }>(
    `select objid::regprocedure::text as signature from pg_dist_object where classid = 'pg_proc'::regclass`,
  )
  const distributed = new Set(known.map(({ signature }) => signature))
  const functions = await readFunctions(query)
  return functions.flatMap(({ signature }) =>
    distributed.has(signature) ? [] : [`The function ${signature} isn't on each server.`],
  )
}

async function findMissingSettings(query: Query): Promise<string[]> {
  const rows = await query<{ setting: string }>(
    `select unnest(setconfig) as setting from pg_db_role_setting s
     join pg_database d on d.oid = s.setdatabase and d.datname = current_database() where s.setrole = 0`,
  )
  // PostgreSQL stores `timezone` as `TimeZone`.
  const set = new Set(rows.map(({ setting }) => setting.toLowerCase()))
  return DATABASE_SETTINGS.flatMap(([name, value]) =>
    set.has(`${name}=${value}`.toLowerCase()) ? [] : [`The database doesn't have the setting ${name} = ${value}.`],
  )
}

async function findMissingKeys(query: Query): Promise<string[]> {
  const [exists] = await query<{ name: string | null }>(`select to_regclass('installation.removed_keys')::text as name`)
  if (exists?.name == null) return []
  const rows = await query<{ table: string; name: string }>(
    `select table_name as table, name from installation.removed_keys order by 1, 2`,
  )
  return rows.map(({ table, name }) => `The foreign key ${name} of ${table} is missing.`)
}

async function findInactive(query: Query): Promise<string[]> {
  const workers = await readWorkers(query)
  return workers.flatMap(({ address, active }) => (active ? [] : [`The server ${address} isn't active.`]))
}
