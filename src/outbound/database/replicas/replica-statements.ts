/** SQL about the identity and state of the primary and of replicas. */
import { APPLICATION_PATTERN, MARKING } from '../postgres-pool.ts'

/** State of a replica, read in each batch. Before the role is set, because the role can't reach the schema. */
export const CHECK = `select pg_is_in_recovery() as replica_recovers,
  pg_last_wal_replay_lsn()::text as replica_lsn, (select epoch::text from parley_replicas.lineage) as replica_epoch`

export interface CheckRow {
  readonly replica_recovers: boolean
  readonly replica_lsn: string | null
  readonly replica_epoch: string | null
}

const CLUSTER = '(select system_identifier::text from pg_control_system())'
const DATABASE = '(select oid::text from pg_database where datname = current_database())'
const SCHEMA = '(select name from schema_migrations order by name desc limit 1)'

/** Time after which an idle session no longer counts as a process. A pooler keeps sessions of processes that ended. */
const IDLE = "interval '1 minute'"

export const READ_PRIMARY = `select ${CLUSTER} as cluster, ${DATABASE} as database, ${SCHEMA} as schema,
  e.id::text as epoch, e.cluster is not distinct from ${CLUSTER} || '/' || ${DATABASE} as "isEpochValid",
  pg_current_wal_flush_lsn()::text as lsn,
  array(select distinct application_name from pg_stat_activity
    where datname = current_database() and application_name like '${APPLICATION_PATTERN}'
      and application_name not like '%${MARKING}' and (state <> 'idle' or state_change > now() - ${IDLE})) as unmarked
  from (select) one left join parley_replicas.epoch e on true`

export interface PrimaryRow {
  readonly cluster: string
  readonly database: string
  readonly schema: string
  readonly epoch: string | null
  readonly isEpochValid: boolean
  readonly lsn: string
  readonly unmarked: readonly string[]
}

/**
 * Starts an epoch if there is none, or if the rows come from another server or database in a dump. Marks of another
 * server mean nothing. Concurrent processes wait for each other's row, and then change nothing.
 */
export const START_EPOCH = [
  `with gone as (delete from parley_replicas.epoch where cluster <> ${CLUSTER} || '/' || ${DATABASE} returning 1)
   delete from parley_replicas.writes where exists (select from gone)`,
  `insert into parley_replicas.epoch (cluster) values (${CLUSTER} || '/' || ${DATABASE}) on conflict do nothing`,
  `insert into parley_replicas.lineage (epoch) select id from parley_replicas.epoch
   on conflict (is_only) do update set epoch = excluded.epoch where lineage.epoch <> excluded.epoch`,
] as const

/** Names no table, because the URL can name any database. */
export const READ_IDENTITY = `select pg_is_in_recovery() as recovers, ${CLUSTER} as cluster, ${DATABASE} as database,
  pg_last_wal_replay_lsn()::text as lsn, to_regclass('parley_replicas.lineage') is not null as "isMigrated"`

export interface IdentityRow {
  readonly recovers: boolean
  readonly cluster: string
  readonly database: string
  readonly lsn: string | null
  readonly isMigrated: boolean
}

export const READ_LINEAGE = `select (select epoch::text from parley_replicas.lineage) as epoch, ${SCHEMA} as schema`

export interface LineageRow {
  readonly epoch: string | null
  readonly schema: string | null
}
