/**
 * Database types for features. Reads and writes have different types: a query that writes requires a `Writer`, which
 * only `Database.transact` provides. Therefore a write outside a transaction doesn't compile.
 *
 * Requirement for every driver: each statement and transaction runs as the unprivileged role, with
 * `parley.organization_id` set to the organization of the handle. Row-level security then enforces the `where
 * organization_id = …` that every query contains.
 */
import { type ColumnType, type Kysely, type QueryResult, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Heartbeats } from './heartbeat.ts'
import type { OrganizationId } from './principal.ts'
import type { ReplicasReport } from './replicas.ts'

/** All tables. The `schema.ts` of each feature adds its tables by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it
export interface Tables {}

/** Read as ISO 8601 text with milliseconds, written as a `Date`. */
export type Instant = ColumnType<string, Date, Date>
export type NullableInstant = ColumnType<string | null, Date | null, Date | null>

export type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'with' | 'getExecutor' | 'fn'>

/**
 * Prefix of a statement whose plan PostgreSQL should cache, because planning a wide join takes longer than running it.
 * Use it only if the best plan doesn't depend on the parameters.
 */
export const PREPARED = '/* prepared */'

/** Prefix of a statement that searches a vector index, which requires settings of its own. */
export const VECTOR_SEARCH = '/* vector search */'

declare const writer: unique symbol
export type Writer = Transaction<Tables> & { readonly [writer]: true }

/**
 * Runs a nested transaction (savepoint). If the work throws, its changes are rolled back, the error is rethrown, and
 * the outer transaction continues.
 */
export async function nested<T>(tx: Writer, work: (tx: Writer) => Promise<T>): Promise<T> {
  await sql`savepoint nested`.execute(tx)
  try {
    const result = await work(tx)
    await sql`release savepoint nested`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint nested`.execute(tx)
    throw error
  }
}

/** Runs statements in one transaction. The list is known before, so no statement depends on the result of another. */
export type TransactBatch = (statements: readonly RawBuilder<unknown>[]) => Promise<readonly QueryResult<unknown>[]>

/** Runs batches in an open transaction. */
export const batchWithin =
  (tx: Writer): TransactBatch =>
  (statements) =>
    nested(tx, async () => {
      const results: QueryResult<unknown>[] = []
      for (const statement of statements) results.push(await statement.execute(tx))
      return results
    })

/** Reader of one operation that only reads. */
export interface OperationReader {
  /** Reads from a replica that has all acknowledged writes of the organization, or from the primary. */
  readonly db: Reader
  /** Makes `db` read from the primary for the rest of the operation. */
  usePrimary(): void
}

/** Reader that always uses the given connection. */
export const fixedReader = (db: Reader): OperationReader => ({ db, usePrimary() {} })

/** A handle bound to one organization. */
export interface Database {
  /** Reads from the primary. */
  readonly read: Reader
  /** Creates the reader of one operation that only reads. Outside of a request, it reads from the primary. */
  openReader(): OperationReader
  /** Runs `work` in one transaction. An error rolls back all changes and is rethrown. */
  transact<T>(work: (tx: Writer) => Promise<T>): Promise<T>
  /**
   * Runs a step of a large change as one transaction in one round trip. On the embedded database, whose only session a
   * transaction occupies, at most two steps wait for the session.
   */
  transactBatch: TransactBatch
}

/** State of the connections of this process to the database. */
export interface PoolState {
  readonly inUse: number
  readonly idle: number
  /** Number of requests that wait for a connection. */
  readonly waiting: number
  readonly max: number
}

/** The store of all organizations. Only the composition root has access. */
export interface Store {
  /** Whether the rows of organizations are on several servers. */
  readonly isDistributed: boolean
  pool(): PoolState
  of(organizationId: OrganizationId): Database
  /**
   * A handle without a tenant, with the permissions of the schema owner. Used by migrations, the first start and the
   * command line, never by features.
   */
  readonly owner: OwnerDatabase
  /**
   * Runs owner statements that can't run in a transaction, such as `create index concurrently`. An advisory lock
   * prevents concurrent runs in other processes. Available only on a PostgreSQL server: the embedded database isolates
   * its clients by their transactions.
   * @param lock key of an advisory lock
   * @returns undefined without running anything if another process holds the lock
   */
  outside<T>(lock: number, work: (query: OwnerDatabase['query']) => Promise<T>): Promise<T | undefined>
  /** Throws if the database doesn't respond. */
  ping(): Promise<void>
  /** Read replicas. Undefined without DATABASE_READ_URL. */
  readonly replicas: StoreReplicas | undefined
  close(): Promise<void>
}

export interface StoreReplicas {
  /** Starts to mark all writes, so that replicas without them don't serve the organization. Needs the schema. */
  startMarking(): void
  report(): ReplicasReport
  /** Examines all replicas once, also those that are left out for a while. */
  check(): Promise<void>
  /** Starts to use the replicas, and examines them once a second. */
  watch(heartbeats: Heartbeats): void
}

export interface OwnerDatabase {
  /**
   * Runs one statement, or several without parameters. Several statements run in one transaction and return the rows of
   * all.
   */
  query<R extends object>(sql: string, parameters?: readonly unknown[]): Promise<R[]>
  transact<T>(work: (query: OwnerDatabase['query']) => Promise<T>): Promise<T>
  /** Runs one statement in one round trip, with a timeout in milliseconds. */
  quick<R extends object>(sql: string, parameters: readonly unknown[], ms: number): Promise<R[]>
}
