/**
 * How Kysely reaches PostgreSQL here, on a server or embedded. Every statement runs in a transaction that first becomes
 * the unprivileged role of one organization, so row-level security holds whatever the statement says.
 *
 * A single read costs one round trip all the same: begin, statement and commit are sent together (`pipeline` of `pg`).
 * The explicit transaction is also what keeps clients apart on the embedded database, whose one session they share.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import type { OrganizationId } from '../core/principal.ts'

export function tenantDialect(pool: pg.Pool, organizationId: OrganizationId): Dialect {
  // Inlined because SET takes no parameters; the brand says it is a UUID, and this says it again.
  if (!/^[0-9a-f-]{36}$/.test(organizationId)) throw new Error('An organization id is a lower-case UUID.')
  const opening = `begin; set local role parley_app; set local parley.organization_id = '${organizationId}'`
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new TenantDriver(pool, opening),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class TenantDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #opening: string

  constructor(pool: pg.Pool, opening: string) {
    this.#pool = pool
    this.#opening = opening
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<TenantConnection> {
    return new TenantConnection(await this.#pool.connect(), this.#opening)
  }

  async beginTransaction(connection: TenantConnection, settings: TransactionSettings): Promise<void> {
    if (settings.isolationLevel !== undefined || settings.accessMode !== undefined) {
      throw new Error('Transactions here are read committed.')
    }
    await connection.begin()
  }

  async commitTransaction(connection: TenantConnection): Promise<void> {
    await connection.end('commit')
  }

  async rollbackTransaction(connection: TenantConnection): Promise<void> {
    await connection.end('rollback')
  }

  async releaseConnection(connection: TenantConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {}
}

class TenantConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #opening: string
  #inTransaction = false
  /** A connection whose transaction state is unknown is thrown away, not pooled. */
  #broken: Error | undefined

  constructor(client: pg.PoolClient, opening: string) {
    this.#client = client
    this.#opening = opening
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#inTransaction) return answer<R>(await this.#run(query))
    const [begun, result, ended] = await Promise.allSettled([
      this.#client.query(this.#opening),
      this.#run(query),
      this.#client.query('commit'),
    ])
    if (begun.status === 'rejected') throw this.#broke(begun.reason)
    if (ended.status === 'rejected') throw this.#broke(ended.reason)
    if (result.status === 'rejected') throw result.reason
    return answer<R>(result.value)
  }

  // biome-ignore lint/correctness/useYield: the interface asks for it, and nothing here streams from the server
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Read in pages instead: an open cursor would hold the embedded database for everyone.')
  }

  async begin(): Promise<void> {
    try {
      await this.#client.query(this.#opening)
      this.#inTransaction = true
    } catch (error) {
      throw this.#broke(error)
    }
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    try {
      const { command } = await this.#client.query(how)
      // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, and no error.
      if (how === 'commit' && command === 'ROLLBACK') throw new Error('The transaction was rolled back.')
    } catch (error) {
      throw this.#broke(error)
    } finally {
      this.#inTransaction = false
    }
  }

  release(): void {
    this.#client.release(this.#broken)
  }

  #run(query: CompiledQuery): Promise<pg.QueryResult> {
    return this.#client.query(query.sql, query.parameters as unknown[])
  }

  #broke(error: unknown): Error {
    this.#broken = error instanceof Error ? error : new Error(String(error))
    return this.#broken
  }
}

function answer<R>(result: pg.QueryResult): QueryResult<R> {
  const affected = result.command === 'SELECT' ? {} : { numAffectedRows: BigInt(result.rowCount ?? 0) }
  return { rows: result.rows as R[], ...affected }
}
