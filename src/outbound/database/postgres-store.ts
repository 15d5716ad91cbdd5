/** Store on a `pg` pool, for a server and for the embedded database. */
import { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { type Database, fixedReader, type OwnerDatabase, type Store, type Tables, type Writer } from '../../core/db.ts'
import type { AppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { EmbeddedSteps } from './embedded-steps.ts'
import { createErrorMapper } from './postgres-away.ts'
import { isPrepared, sendRead, toStatementName } from './postgres-batch.ts'
import { TenantDriver, tenantDialect, type Wiring } from './postgres-dialect.ts'
import { createPool, toConnection } from './postgres-pool.ts'
import { createPoolingProbe, fixedPooling, isNameFault, NO_POOLER, type PoolingProbe } from './postgres-pooling.ts'
import { type Naming, NO_NAMES, sendWithSettings, toTransactionSettings } from './postgres-read.ts'
import { type Engine, getOwnerSettings, opening, PLANNING, toMessages } from './postgres-settings.ts'
import { ReplicaSet, type ReplicaSettings } from './replicas/replica-set.ts'

/**
 * @param log receives lost idle connections; the next query opens a new one
 * @param options `engine`: how transactions start; `replicas`: read replicas of the server; `unavailable`: creates the
 * error of a database that can't be reached
 */
export function createStore(
  server: pg.PoolConfig,
  log: Pick<Log, 'info' | 'warn' | 'error'>,
  options: {
    readonly engine?: Engine
    readonly replicas?: ReplicaSettings | undefined
    readonly unavailable?: () => AppError
  } = {},
): Store {
  const { engine = 'server' } = options
  const isEmbedded = engine === 'embedded'
  const connection = toConnection(server, options.replicas !== undefined)
  const pool = createPool(connection, log)
  const mapError = createErrorMapper(log, { isEmbedded, unavailable: options.unavailable })
  const pooling = isEmbedded ? fixedPooling(NO_POOLER) : createPoolingProbe()
  /** Opens a connection outside of the pool, which can be as small as one connection. */
  const connect = async () => {
    const client = new pg.Client(connection)
    client.on('error', () => {})
    await client.connect().catch((error) => Promise.reject(mapError(error)))
    return client
  }
  const owner = ownerDatabase({ pool, pooling, mapError, engine })
  const replicas = options.replicas && new ReplicaSet(options.replicas, owner, log)
  const wiring: Wiring = { pool, pooling, mapError, engine, marking: replicas }
  const steps = isEmbedded ? new EmbeddedSteps() : undefined
  const handles = new LRUCache<OrganizationId, Database>({ max: 1_000 })
  return {
    isDistributed: engine === 'distributed',
    of(organizationId) {
      const known = handles.get(organizationId)
      if (known !== undefined) return known
      const driver = new TenantDriver(wiring, organizationId)
      const kysely = new Kysely<Tables>({ dialect: tenantDialect(driver) })
      const database: Database = {
        read: kysely,
        openReader: () => replicas?.openReader(organizationId, kysely, driver) ?? fixedReader(kysely),
        transact: (work) => kysely.transaction().execute((tx) => work(tx as Writer)),
        transactBatch(statements) {
          const send = () => driver.sendBatch(statements.map((statement) => statement.compile(kysely)))
          return steps === undefined ? send() : steps.run(send)
        },
      }
      handles.set(organizationId, database)
      return database
    },
    owner,
    replicas,
    pool: () => ({
      inUse: pool.totalCount - pool.idleCount,
      ...{ idle: pool.idleCount, waiting: pool.waitingCount, max: pool.options.max },
    }),
    outside: (lock, work) => outside(connect, pooling, lock, work).catch((error) => Promise.reject(mapError(error))),
    async ping() {
      await pool.query('select 1').catch((error) => Promise.reject(mapError(error)))
    },
    async close() {
      await replicas?.close()
      await pool.end()
    },
  }
}

/**
 * Runs statements while holding a lock. The lock belongs to an open transaction on a separate connection, because a
 * pooler may use another session for each statement. That transaction holds no snapshot, so it doesn't block a
 * concurrent index build.
 */
async function outside<T>(
  connect: () => Promise<pg.Client>,
  pooling: PoolingProbe,
  lock: number,
  work: (query: OwnerDatabase['query']) => Promise<T>,
): Promise<T | undefined> {
  const holder = await connect()
  try {
    await holder.query('begin; set local idle_in_transaction_session_timeout = 0')
    // Without parameters, because a parameterized query keeps its snapshot until the next statement.
    const { rows } = await holder.query<{ isOurs: boolean }>(`select pg_try_advisory_xact_lock(${lock}) as "isOurs"`)
    if (rows[0]?.isOurs !== true) return undefined
    const client = await connect()
    try {
      // No time limit. With a pooler, the timeout of the server applies, which is none by default.
      if ((await pooling.of(client)).keepsSession) await client.query('set statement_timeout = 0')
      return await work(async (sql, parameters) => (await client.query(sql, [...(parameters ?? [])])).rows)
    } finally {
      await client.end()
    }
  } finally {
    // A lost connection has neither transaction nor lock.
    await holder.query('rollback').catch(() => undefined)
    await holder.end()
  }
}

const QUICK_SETTINGS = toTransactionSettings(PLANNING, ['statement_timeout'])

function ownerDatabase({ pool, pooling, mapError, engine }: Omit<Wiring, 'marking'>): OwnerDatabase {
  const settings = getOwnerSettings(engine)
  const connect = () => pool.connect().catch((error) => Promise.reject(mapError(error)))
  const transact: OwnerDatabase['transact'] = async (work) => {
    const client = await connect()
    const runQuery = (sql: string, parameters?: readonly unknown[]) =>
      (parameters === undefined ? client.query(sql) : client.query(sql, [...parameters])).catch((error) =>
        Promise.reject(mapError(error)),
      )
    let broken: Error | undefined
    try {
      // No time limit for migrations and backups.
      const begin = opening(engine, [
        ...settings,
        ['statement_timeout', '0'],
        ['idle_in_transaction_session_timeout', '0'],
      ])
      for (const message of toMessages(engine, begin)) await runQuery(message)
      const result = await work(async (sql, parameters) => {
        // Several statements return a list of results.
        const answer: pg.QueryResult | pg.QueryResult[] = await runQuery(sql, parameters)
        return Array.isArray(answer) ? answer.flatMap(({ rows }) => rows) : answer.rows
      })
      await runQuery('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((fault: Error) => {
        broken = fault
      })
      throw error
    } finally {
      client.release(broken)
    }
  }
  const quick = async <R extends object>(sql: string, parameters: readonly unknown[], ms: number): Promise<R[]> => {
    const client = await connect()
    let broken: Error | undefined
    const begin = opening(engine, [
      ...settings,
      ['statement_timeout', String(ms)],
      ['idle_in_transaction_session_timeout', String(2 * ms)],
    ])
    const send = async (naming: Naming): Promise<R[]> => {
      const query = { sql, parameters }
      const batch = await (engine === 'server'
        ? sendWithSettings(client, QUICK_SETTINGS, [String(ms)], query, naming)
        : sendRead(client, toMessages(engine, begin), query, naming.name))
      for (const one of Object.values(batch)) if (one.status === 'rejected') throw one.reason
      return batch.result.status === 'fulfilled' ? batch.result.value.rows : []
    }
    try {
      // Citus can't execute generic plans (`postgres-dialect.ts`).
      const keepsStatements = engine !== 'distributed' && (await pooling.of(client)).keepsStatements
      const name = keepsStatements && isPrepared({ sql }) ? toStatementName({ sql }) : undefined
      return await send({ keepsStatements, name }).catch((error) => {
        if (!keepsStatements || !isNameFault(error)) throw error
        // A pooler sent the statement to a session where it isn't prepared. It failed before it ran.
        pooling.reset()
        broken = mapError(error)
        return send(NO_NAMES)
      })
    } catch (error) {
      broken = mapError(error)
      throw broken
    } finally {
      client.release(broken)
    }
  }
  return { transact, quick, query: (sql, parameters) => transact((query) => query(sql, parameters)) }
}
