/**
 * Kysely dialect for PostgreSQL, on a server or embedded. Every statement runs in a transaction as the unprivileged
 * role of one organization, so row-level security applies to all statements.
 *
 * A single read still takes one round trip. On a server, its settings and the statement form an implicit transaction
 * (`postgres-read.ts`). Otherwise begin, statement and commit are sent together (`pipeline` of `pg`). The explicit
 * transaction also isolates clients of the embedded database, which share a session. No setting outlives a transaction,
 * which allows a connection pooler.
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
import type { OrganizationId } from '../../core/principal.ts'
import { toDistributed } from './distribution/statements.ts'
import type { Rethrown } from './postgres-away.ts'
import {
  inOneWrite,
  isPrepared,
  type ReadBatch,
  sendRead,
  toQueryResult,
  toStatement,
  toStatementName,
  vectorSettings,
} from './postgres-batch.ts'
import { isNameFault, type PoolingProbe } from './postgres-pooling.ts'
import { type Naming, NO_NAMES, sendWithSettings, toTransactionSettings } from './postgres-read.ts'
import { type Engine, getSettings, opening, SETTINGS, setRole, toMessages } from './postgres-settings.ts'
import { selectMark, upsertMark, type WriteMarks } from './replicas/write-marks.ts'

/** Parts that all organizations share. */
export interface Wiring {
  readonly pool: pg.Pool
  readonly pooling: PoolingProbe
  readonly mapError: Rethrown
  readonly engine: Engine
  readonly marking: Marking | undefined
}

/** Marks of writes for replicas. Undefined without replicas. */
export interface Marking {
  readonly marks: WriteMarks
  /** Whether reads of marks are useful: at least one replica can be used. */
  isReading(): boolean
  /** Stores a mark that couldn't be stored together with its commit. Never rejects. */
  markAgain(organizationId: OrganizationId, error: Error): Promise<void>
}

/** @param driver of the organization, or one that chooses a server for each operation */
export const tenantDialect = (driver: Driver): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

/** Statements that bind a transaction to an organization. */
export function bindTo(organizationId: OrganizationId, engine: Engine): string[] {
  // Inlined, because SET doesn't support parameters. The type already guarantees a UUID; this checks it again.
  if (!/^[0-9a-f-]{36}$/.test(organizationId)) throw new Error('An organization ID must be a UUID in lower case.')
  return [setRole(engine), `set local parley.organization_id = '${organizationId}'`]
}

/** SQL of the transactions of one organization. */
interface TenantStatements {
  readonly organizationId: OrganizationId
  readonly opening: string
  /** Same as `opening`, and reads the mark of the organization. */
  readonly openingWithMark: string
  /** Marks a committed write. */
  readonly mark: string
}

export class TenantDriver implements Driver {
  readonly #wiring: Wiring
  readonly #statements: TenantStatements

  constructor(wiring: Wiring, organizationId: OrganizationId) {
    this.#wiring = wiring
    const binding = bindTo(organizationId, wiring.engine)
    const settings = getSettings(wiring.engine)
    this.#statements = {
      organizationId,
      opening: opening(wiring.engine, settings, ...binding),
      openingWithMark: opening(wiring.engine, settings, selectMark(organizationId), ...binding),
      mark: upsertMark(organizationId),
    }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<TenantConnection> {
    const { pool, mapError } = this.#wiring
    const client = await pool.connect().catch((error) => Promise.reject(mapError(error)))
    return new TenantConnection(client, this.#statements, this.#wiring)
  }

  /** Runs statements as one transaction in one round trip. */
  async sendBatch(queries: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> {
    const connection = await this.acquireConnection()
    try {
      return await connection.sendBatch(queries)
    } finally {
      connection.release()
    }
  }

  async beginTransaction(connection: TenantConnection, settings: TransactionSettings): Promise<void> {
    if (settings.isolationLevel !== undefined || settings.accessMode !== undefined) {
      throw new Error('Transactions must use the isolation level read committed.')
    }
    connection.begin()
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

const TENANT_SETTINGS = toTransactionSettings([...SETTINGS, ['role', 'parley_app']], ['parley.organization_id'])

const captureOutcome = async <T>(work: Promise<T>): Promise<PromiseSettledResult<T>> => {
  const [outcome] = await Promise.allSettled([work])
  return outcome
}

export class TenantConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #statements: TenantStatements
  readonly #wiring: Wiring
  #inTransaction = false
  /** Whether the transaction starts together with its first statement, in one round trip. */
  #isBeginDue = false
  /**
   * Reason to close the connection instead of returning it to the pool, because the state of its transaction is
   * unknown.
   */
  #broken: Error | undefined

  constructor(client: pg.PoolClient, statements: TenantStatements, wiring: Wiring) {
    this.#client = client
    this.#statements = statements
    this.#wiring = wiring
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { engine } = this.#wiring
    const more = engine === 'server' ? vectorSettings(query) : ''
    if (this.#inTransaction) {
      if (more !== '') await this.#beginWith(() => this.#client.query(more))
      return toQueryResult<R>(await this.#run(this.#adapt(query)))
    }
    const naming = await this.#nameOf(query)
    const learning = this.#markToLearn()
    const sentAt = performance.now()
    const { begun, result, ended } = await this.#sendAlone(query, naming, more, learning)
    const failed = [begun, result].find((one) => one.status === 'rejected')
    if (naming.keepsStatements && failed !== undefined && isNameFault(failed.reason))
      return this.#withoutNames(query, failed.reason)
    if (begun.status === 'rejected') throw this.#broke(begun.reason)
    if (ended.status === 'rejected') throw this.#broke(ended.reason)
    learning?.learn(this.#statements.organizationId, begun.value, sentAt)
    if (result.status === 'rejected') {
      // A prepared statement may be outdated after a change of its tables. The next connection prepares it again.
      throw naming.name === undefined ? this.#wiring.mapError(result.reason) : this.#broke(result.reason)
    }
    return toQueryResult<R>(result.value)
  }

  /** Sends a statement as a transaction of its own, in one round trip. */
  #sendAlone(query: CompiledQuery, naming: Naming, more: string, learning: WriteMarks | undefined): Promise<ReadBatch> {
    const { engine } = this.#wiring
    const { organizationId, opening, openingWithMark } = this.#statements
    if (engine === 'server' && more === '' && learning === undefined)
      return sendWithSettings(this.#client, TENANT_SETTINGS, [organizationId], query, naming)
    const begin = learning === undefined ? opening : openingWithMark
    const start = toMessages(engine, more === '' ? begin : `${begin}; ${more}`)
    return sendRead(this.#client, start, this.#adapt(query), naming.name)
  }

  // biome-ignore lint/correctness/useYield: required by the interface; nothing here streams from the server
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error(
      'Streaming is not supported, because an open cursor would block the embedded database for all clients. Read in pages.',
    )
  }

  /** Runs statements as one transaction in one round trip. */
  async sendBatch(queries: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> {
    const messages = toMessages(this.#wiring.engine, this.#statements.opening)
    // The first error is the reason of all later ones.
    const [begun, results, ended] = await inOneWrite(this.#client, () =>
      Promise.all([
        captureOutcome(Promise.all(messages.map((message) => this.#client.query(message)))),
        captureOutcome(
          Promise.all(queries.map((query) => this.#client.query(toStatement(this.#adapt(query), undefined)))),
        ),
        captureOutcome(this.#commit()),
      ]),
    )
    if (begun.status === 'rejected') throw this.#broke(begun.reason)
    if (results.status === 'rejected' && ended.status === 'fulfilled') throw this.#wiring.mapError(results.reason)
    if (ended.status === 'rejected') throw this.#broke(ended.reason)
    if (results.status === 'rejected' || ended.value.command === 'ROLLBACK')
      throw this.#broke(new Error('The transaction was rolled back.'))
    return results.value.map((result) => toQueryResult(result))
  }

  begin(): void {
    this.#inTransaction = true
    this.#isBeginDue = true
  }

  /** Sends a statement of the transaction, and its begin before the first one. */
  async #beginWith<T>(send: () => Promise<T>): Promise<T> {
    if (!this.#isBeginDue) return send()
    this.#isBeginDue = false
    const messages = toMessages(this.#wiring.engine, this.#statements.opening)
    const [begun, result] = await inOneWrite(this.#client, () =>
      Promise.all([
        captureOutcome(Promise.all(messages.map((message) => this.#client.query(message)))),
        captureOutcome(send()),
      ]),
    )
    if (begun.status === 'rejected') throw this.#broke(begun.reason)
    if (result.status === 'rejected') throw result.reason
    return result.value
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    this.#inTransaction = false
    // Without a statement, there is no transaction.
    if (this.#isBeginDue) {
      this.#isBeginDue = false
      return
    }
    try {
      const { command } = await (how === 'commit' ? this.#commit() : this.#client.query(how))
      // PostgreSQL responds to COMMIT of a failed transaction with ROLLBACK, without an error.
      if (how === 'commit' && command === 'ROLLBACK') throw new Error('The transaction was rolled back.')
    } catch (error) {
      throw this.#broke(error)
    }
  }

  /** Commits, and marks the write for replicas in the same round trip. */
  async #commit(): Promise<pg.QueryResult> {
    const { marking } = this.#wiring
    if (marking?.marks.isActive !== true) return this.#client.query('commit')
    const { organizationId, mark } = this.#statements
    const sentAt = performance.now()
    const [ended, marked] = await inOneWrite(this.#client, () =>
      Promise.allSettled([this.#client.query('commit'), this.#client.query(mark)]),
    )
    if (ended.status === 'rejected') throw ended.reason
    if (marked.status === 'fulfilled') marking.marks.learn(organizationId, marked.value, sentAt)
    else await marking.markAgain(organizationId, marked.reason)
    return ended.value
  }

  #markToLearn(): WriteMarks | undefined {
    const { marking } = this.#wiring
    const isNeeded = marking?.isReading() === true && marking.marks.isNeeded(this.#statements.organizationId)
    return isNeeded ? marking.marks : undefined
  }

  release(): void {
    this.#client.release(this.#broken)
  }

  async #nameOf(query: CompiledQuery): Promise<Naming> {
    const { engine, pooling, mapError } = this.#wiring
    // Citus plans by the organization, which is a parameter. It can't execute a generic plan.
    if (engine === 'distributed' || this.#broken !== undefined) return NO_NAMES
    const { keepsStatements } = await pooling.of(this.#client).catch((error) => Promise.reject(mapError(error)))
    return { keepsStatements, name: keepsStatements && isPrepared(query) ? toStatementName(query) : undefined }
  }

  /** Runs a statement again without names, after a pooler sent it to a session where it isn't prepared. */
  #withoutNames<R>(query: CompiledQuery, reason: unknown): Promise<QueryResult<R>> {
    this.#wiring.pooling.reset()
    // The client's list of prepared statements is wrong, so the connection is closed afterwards.
    this.#broke(reason)
    return this.executeQuery<R>(query)
  }

  #adapt(query: CompiledQuery): CompiledQuery {
    if (this.#wiring.engine !== 'distributed') return query
    return { ...query, sql: toDistributed(query.sql, this.#statements.organizationId) }
  }

  #run(query: CompiledQuery): Promise<pg.QueryResult> {
    return this.#beginWith(() => this.#client.query(toStatement(query, undefined))).catch((error) =>
      Promise.reject(this.#wiring.mapError(error)),
    )
  }

  #broke(error: unknown): Error {
    this.#broken = this.#wiring.mapError(error)
    return this.#broken
  }
}
