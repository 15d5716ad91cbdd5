/**
 * The database as features see it. Reading and writing differ in type: a query that writes takes a `Writer`, and only
 * `Database.transact` hands one out, so a write outside a transaction does not compile.
 *
 * What must hold for every driver: each statement and each transaction runs as the unprivileged role with
 * `parley.organization_id` set to the organization the handle was made for, so that row-level security backs up the
 * `where organization_id = …` that every query carries anyway.
 */
import { type ColumnType, type Kysely, sql, type Transaction } from 'kysely'
import type { OrganizationId } from './principal.ts'

/** Every table, gathered from the features' `schema.ts` by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it
export interface Tables {}

/** Read as ISO 8601 text with milliseconds, written as a `Date`. */
export type Instant = ColumnType<string, Date, Date>
export type NullableInstant = ColumnType<string | null, Date | null, Date | null>

export type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'with' | 'getExecutor' | 'fn'>

/**
 * Opens a statement of which the plan should be kept: planning a wide join takes longer than running it. Only for
 * statements whose best plan does not depend on their parameters.
 */
export const PREPARED = '/* prepared */'

/** Opens a statement that searches an index of vectors, which needs settings of its own. */
export const VECTOR_SEARCH = '/* vector search */'

declare const writer: unique symbol
export type Writer = Transaction<Tables> & { readonly [writer]: true }

/** A transaction within one: what fails inside is undone and thrown on, and the outer one goes on. */
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

/** A handle bound to one organization. */
export interface Database {
  readonly read: Reader
  /** Runs `work` in one transaction; what it throws rolls everything back and is thrown on. */
  transact<T>(work: (tx: Writer) => Promise<T>): Promise<T>
}

/** Connections of this process to the database. */
export interface PoolState {
  readonly inUse: number
  readonly idle: number
  /** Requests that wait for a connection. */
  readonly waiting: number
  readonly max: number
}

/** The store behind all organizations, as the composition root holds it. */
export interface Store {
  pool(): PoolState
  of(organizationId: OrganizationId): Database
  /**
   * A handle outside any tenant, with the rights of the schema's owner: for migrations, the first start and the
   * command line. No feature sees it.
   */
  readonly owner: OwnerDatabase
  /**
   * Runs statements of the owner's that no transaction may hold, such as one that builds an index while others write, while
   * no other process does so under the same lock. Only on a server: the embedded database keeps its clients apart by their
   * transactions.
   * @param lock key of an advisory lock
   * @returns undefined, and nothing is run, while another process holds the lock
   */
  outside<T>(lock: number, work: (query: OwnerDatabase['query']) => Promise<T>): Promise<T | undefined>
  /** Throws when the database cannot answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface OwnerDatabase {
  /** One or several statements, without parameters when several; several are one transaction, and give all their rows. */
  query<R extends object>(sql: string, parameters?: readonly unknown[]): Promise<R[]>
  transact<T>(work: (query: OwnerDatabase['query']) => Promise<T>): Promise<T>
  /** One statement, in one round trip, that may take so many milliseconds. */
  quick<R extends object>(sql: string, parameters: readonly unknown[], ms: number): Promise<R[]>
}
