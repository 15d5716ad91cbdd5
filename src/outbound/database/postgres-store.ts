/** Store on a `pg` pool, for a server and for the embedded database. */
import { hostname } from 'node:os'
import { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { Database, OwnerDatabase, Store, Tables, Writer } from '../../core/db.ts'
import type { Log } from '../../core/log.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { OWN_APPLICATION } from './embedded-messages.ts'
import { createErrorMapper, type Rethrown } from './postgres-away.ts'
import { inOneWrite, tenantDialect } from './postgres-dialect.ts'
import { createPoolingProbe, fixedPooling, NO_POOLER, type PoolingProbe } from './postgres-pooling.ts'
import { type Engine, opening, ownerSettingsOf, toMessages } from './postgres-settings.ts'

/** Object IDs of PostgreSQL types that are parsed differently. */
const INT8 = 20
const TIMESTAMPTZ = 1184

/** Converts `2026-11-21 04:28:44.12+00`, PostgreSQL's output in UTC, to `2026-11-21T04:28:44.120Z`. */
export function isoFromPostgres(text: string): string {
  const [date = '', time = ''] = text.split(' ')
  const clock = time.replace(/\+00(?::?00)?$/, '')
  const [seconds = '', fraction = ''] = clock.split('.')
  return `${date}T${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === TIMESTAMPTZ) return isoFromPostgres
    if (oid === INT8) return Number
    return format === 'binary' ? pg.types.getTypeParser(oid, format) : pg.types.getTypeParser(oid, 'text')
  },
}

/** Identifies the machine, for `parley doctor`. PostgreSQL truncates names to 63 bytes. */
const APPLICATION_NAME = `${OWN_APPLICATION}${hostname()}`.slice(0, 63)

/** Maximum wait for a connection in milliseconds, while all are in use or the server accepts none. */
const CONNECTION_MS_MAX = 20_000

/**
 * @param log receives lost idle connections; the next query opens a new one
 */
export function createStore(connection: pg.PoolConfig, log: Pick<Log, 'warn'>, engine: Engine = 'server'): Store {
  const isEmbedded = engine === 'embedded'
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECTION_MS_MAX,
    // Detects servers that disappeared without closing the connection.
    keepAlive: true,
    ...connection,
    types,
    pipeline: true,
    application_name: APPLICATION_NAME,
  } as pg.PoolConfig)
  // A query on a lost connection rejects by itself. The client also emits `error`, and Node.js exits if there is no
  // listener.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error) => log.warn({ error: error.message }, 'idle database connection lost'))

  const mapError = createErrorMapper(log, { isEmbedded })
  const pooling = isEmbedded ? fixedPooling(NO_POOLER) : createPoolingProbe()
  /** Opens a connection outside of the pool, which can be as small as one connection. */
  const connect = async () => {
    const client = new pg.Client({ ...connection, types, application_name: APPLICATION_NAME })
    client.on('error', () => {})
    await client.connect().catch((error) => Promise.reject(mapError(error)))
    return client
  }
  const handles = new LRUCache<OrganizationId, Database>({ max: 1_000 })
  return {
    isDistributed: engine === 'distributed',
    of(organizationId) {
      const known = handles.get(organizationId)
      if (known !== undefined) return known
      const kysely = new Kysely<Tables>({
        dialect: tenantDialect({ pool, pooling, mapError, engine }, organizationId),
      })
      const database: Database = {
        read: kysely,
        transact: (work) => kysely.transaction().execute((tx) => work(tx as Writer)),
      }
      handles.set(organizationId, database)
      return database
    },
    owner: ownerDatabase(pool, mapError, engine),
    pool: () => ({
      inUse: pool.totalCount - pool.idleCount,
      ...{ idle: pool.idleCount, waiting: pool.waitingCount, max: pool.options.max },
    }),
    outside: (lock, work) => outside(connect, pooling, lock, work).catch((error) => Promise.reject(mapError(error))),
    async ping() {
      await pool.query('select 1').catch((error) => Promise.reject(mapError(error)))
    },
    async close() {
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

function ownerDatabase(pool: pg.Pool, mapError: Rethrown, engine: Engine): OwnerDatabase {
  const settings = ownerSettingsOf(engine)
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
      const begin = opening([...settings, ['statement_timeout', '0'], ['idle_in_transaction_session_timeout', '0']])
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
    const begin = opening([
      ...settings,
      ['statement_timeout', String(ms)],
      ['idle_in_transaction_session_timeout', String(2 * ms)],
    ])
    try {
      // In a transaction, because the embedded database isolates its clients by transactions.
      const [, { rows }] = await inOneWrite(client, () =>
        Promise.all([
          Promise.all(toMessages(engine, begin).map((message) => client.query(message))),
          client.query(sql, [...parameters]),
          client.query('commit'),
        ]),
      )
      return rows
    } catch (error) {
      broken = mapError(error)
      throw broken
    } finally {
      client.release(broken)
    }
  }
  return { transact, quick, query: (sql, parameters) => transact((query) => query(sql, parameters)) }
}
