/**
 * Kysely dialect for PostgreSQL, on a server or embedded. Every statement runs in a transaction as the unprivileged
 * role of one organization, so row-level security applies to all statements.
 *
 * A single read still takes one round trip: begin, statement and commit are sent together (`pipeline` of `pg`). The
 * explicit transaction also isolates clients of the embedded database, which share a session. It also allows a
 * connection pooler, because no setting outlives a transaction.
 */
import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
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
import { PREPARED, VECTOR_SEARCH } from '../../core/db.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { toDistributed } from './distribution/statements.ts'
import type { Rethrown } from './postgres-away.ts'
import { isNameFault, type PoolingProbe } from './postgres-pooling.ts'
import { type Engine, opening, setRole, settingsOf, toMessages, VECTOR_SEARCH_SETTINGS } from './postgres-settings.ts'

/** Parts that all organizations share. */
export interface Wiring {
  readonly pool: pg.Pool
  readonly pooling: PoolingProbe
  readonly mapError: Rethrown
  readonly engine: Engine
}

export function tenantDialect(wiring: Wiring, organizationId: OrganizationId): Dialect {
  // Inlined, because SET doesn't support parameters. The type already guarantees a UUID; this checks it again.
  if (!/^[0-9a-f-]{36}$/.test(organizationId)) throw new Error('An organization ID must be a UUID in lower case.')
  const begin = opening(
    settingsOf(wiring.engine),
    setRole(wiring.engine),
    `set local parley.organization_id = '${organizationId}'`,
  )
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new TenantDriver({ ...wiring, organizationId }, begin),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

interface TenantWiring extends Wiring {
  readonly organizationId: OrganizationId
}

class TenantDriver implements Driver {
  readonly #wiring: TenantWiring
  readonly #opening: string

  constructor(wiring: TenantWiring, opening: string) {
    this.#wiring = wiring
    this.#opening = opening
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<TenantConnection> {
    const { pool, mapError } = this.#wiring
    const client = await pool.connect().catch((error) => Promise.reject(mapError(error)))
    return new TenantConnection(client, this.#opening, this.#wiring)
  }

  async beginTransaction(connection: TenantConnection, settings: TransactionSettings): Promise<void> {
    if (settings.isolationLevel !== undefined || settings.accessMode !== undefined) {
      throw new Error('Transactions must use the isolation level read committed.')
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
  readonly #wiring: TenantWiring
  #inTransaction = false
  /**
   * Reason to close the connection instead of returning it to the pool, because the state of its transaction is
   * unknown.
   */
  #broken: Error | undefined

  constructor(client: pg.PoolClient, opening: string, wiring: TenantWiring) {
    this.#client = client
    this.#opening = opening
    this.#wiring = wiring
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const vectorSettings = this.#vectorSettings(query)
    if (this.#inTransaction) {
      if (vectorSettings !== '') await this.#client.query(vectorSettings)
      return answer<R>(await this.#run(query, undefined))
    }
    const name = await this.#statementName(query)
    const more = vectorSettings === '' ? '' : `; ${vectorSettings}`
    const [begun, result, ended] = await inOneWrite(this.#client, () =>
      Promise.allSettled([
        this.#begin(this.#opening + more + (name === undefined ? '' : KEEP_PLAN)),
        this.#run(query, name),
        this.#client.query('commit'),
      ]),
    )
    if (begun.status === 'rejected') throw this.#broke(begun.reason)
    if (ended.status === 'rejected') throw this.#broke(ended.reason)
    if (result.status === 'rejected') {
      if (name !== undefined && isNameFault(result.reason)) return this.#withoutNames(query, result.reason)
      // A prepared statement may be outdated after a change of its tables. The next connection prepares it again.
      throw name === undefined ? result.reason : this.#broke(result.reason)
    }
    return answer<R>(result.value)
  }

  // biome-ignore lint/correctness/useYield: required by the interface; nothing here streams from the server
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error(
      'Streaming is not supported, because an open cursor would block the embedded database for all clients. Read in pages.',
    )
  }

  async begin(): Promise<void> {
    try {
      await inOneWrite(this.#client, () => this.#begin(this.#opening))
      this.#inTransaction = true
    } catch (error) {
      throw this.#broke(error)
    }
  }

  /** Sends all messages before it waits for the first answer. */
  async #begin(statements: string): Promise<void> {
    await Promise.all(toMessages(this.#wiring.engine, statements).map((message) => this.#client.query(message)))
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    try {
      const { command } = await this.#client.query(how)
      // PostgreSQL responds to COMMIT of a failed transaction with ROLLBACK, without an error.
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

  async #statementName({ sql }: CompiledQuery): Promise<string | undefined> {
    const { engine, pooling, mapError } = this.#wiring
    // Citus plans by the organization, which is a parameter. It can't execute a generic plan.
    if (engine === 'distributed' || this.#broken !== undefined || !sql.trimStart().startsWith(PREPARED))
      return undefined
    const { keepsStatements } = await pooling.of(this.#client).catch((error) => Promise.reject(mapError(error)))
    return keepsStatements ? statementName(sql) : undefined
  }

  /** Runs a statement again without names, after a pooler sent it to a session where it isn't prepared. */
  #withoutNames<R>(query: CompiledQuery, reason: unknown): Promise<QueryResult<R>> {
    this.#wiring.pooling.reset()
    // The client's list of prepared statements is wrong, so the connection is closed afterwards.
    this.#broke(reason)
    return this.executeQuery<R>(query)
  }

  #vectorSettings({ sql }: CompiledQuery): string {
    return this.#wiring.engine === 'server' && sql.trimStart().startsWith(VECTOR_SEARCH) ? VECTOR_SEARCH_SETTINGS : ''
  }

  async #run(query: CompiledQuery, name: string | undefined): Promise<pg.QueryResult> {
    const values = query.parameters as unknown[]
    const { engine, organizationId } = this.#wiring
    const text = engine === 'distributed' ? toDistributed(query.sql, organizationId) : query.sql
    const asked = this.#client.query(name === undefined ? { text, values } : { name, text, values })
    return asked.catch((error) => Promise.reject(this.#wiring.mapError(error)))
  }

  #broke(error: unknown): Error {
    this.#broken = this.#wiring.mapError(error)
    return this.#broken
  }
}

/** Sends all messages of `ask` in one write, because several writes would cost more than the statement. */
export function inOneWrite<T>(client: pg.PoolClient, ask: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  try {
    return ask()
  } finally {
    stream.uncork()
  }
}

/** Disables repeated cost comparisons with custom plans. Statements with the `PREPARED` prefix don't need them. */
const KEEP_PLAN = '; set local plan_cache_mode = force_generic_plan'

/** Maximum number of prepared statements per connection. Others are planned each time. */
const KEPT_MAX = 256
const kept = new Map<string, string>()

function statementName(text: string): string | undefined {
  const known = kept.get(text)
  if (known !== undefined || kept.size >= KEPT_MAX) return known
  // Derived from the text, because other processes share the session of the embedded database.
  const name = `parley_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
  kept.set(text, name)
  return name
}

function answer<R>(result: pg.QueryResult): QueryResult<R> {
  const affected = result.command === 'SELECT' ? {} : { numAffectedRows: BigInt(result.rowCount ?? 0) }
  return { rows: result.rows as R[], ...affected }
}
