/** The store over a `pg` pool, the same for a server and for the embedded database. */
import { hostname } from 'node:os'
import { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { Database, OwnerDatabase, Store, Tables, Writer } from '../core/db.ts'
import type { Log } from '../core/log.ts'
import type { OrganizationId } from '../core/principal.ts'
import { OWN_APPLICATION } from './db-embedded-messages.ts'
import { createRethrown, type Rethrown } from './postgres-away.ts'
import { inOneWrite, tenantDialect } from './postgres-dialect.ts'
import { createPoolingProbe, fixedPooling, NO_POOLER, type PoolingProbe } from './postgres-pooling.ts'
import { opening, SETTINGS } from './postgres-settings.ts'

/** PostgreSQL's object ids of the types we read in a form of our own. */
const INT8 = 20
const TIMESTAMPTZ = 1184

/** `2026-11-21 04:28:44.12+00` as PostgreSQL prints it in UTC → `2026-11-21T04:28:44.120Z`, to the millisecond. */
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

/** Distinguishes machines, for `parley doctor`. PostgreSQL cuts names at 63 bytes. */
const APPLICATION_NAME = `${OWN_APPLICATION}${hostname()}`.slice(0, 63)

/** Longest wait for a connection, in milliseconds: while all are in use, or the server accepts none. */
const CONNECTION_MS_MAX = 20_000

/**
 * @param log is told of connections that die while nobody uses them; the next use gets a new one
 * @param options `isEmbedded`: whether all connections share the one session of the embedded database, which has its
 * settings already
 */
export function createStore(
  connection: pg.PoolConfig,
  log: Pick<Log, 'warn'>,
  options: { readonly isEmbedded?: boolean } = {},
): Store {
  const { isEmbedded = false } = options
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECTION_MS_MAX,
    // A server that is gone without a word is noticed.
    keepAlive: true,
    ...connection,
    types,
    pipeline: true,
    application_name: APPLICATION_NAME,
  } as pg.PoolConfig)
  // Whoever uses a connection that dies is told by what they asked; but an error that nobody listens to ends the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error) => log.warn({ error: error.message }, 'idle database connection lost'))

  const rethrown = createRethrown(log, options)
  const pooling = isEmbedded ? fixedPooling(NO_POOLER) : createPoolingProbe()
  const settings = isEmbedded ? [] : SETTINGS
  /** A connection beside the pool, which may be as small as one. */
  const connect = async () => {
    const client = new pg.Client({ ...connection, types, application_name: APPLICATION_NAME })
    client.on('error', () => {})
    await client.connect().catch((error) => Promise.reject(rethrown(error)))
    return client
  }
  const handles = new LRUCache<OrganizationId, Database>({ max: 1_000 })
  return {
    of(organizationId) {
      const known = handles.get(organizationId)
      if (known !== undefined) return known
      const kysely = new Kysely<Tables>({
        dialect: tenantDialect({ pool, pooling, rethrown, settings }, organizationId),
      })
      const database: Database = {
        read: kysely,
        transact: (work) => kysely.transaction().execute((tx) => work(tx as Writer)),
      }
      handles.set(organizationId, database)
      return database
    },
    owner: ownerDatabase(pool, rethrown, settings),
    pool: () => ({
      inUse: pool.totalCount - pool.idleCount,
      ...{ idle: pool.idleCount, waiting: pool.waitingCount, max: pool.options.max },
    }),
    outside: (lock, work) => outside(connect, pooling, lock, work).catch((error) => Promise.reject(rethrown(error))),
    async ping() {
      await pool.query('select 1').catch((error) => Promise.reject(rethrown(error)))
    },
    async close() {
      await pool.end()
    },
  }
}

/**
 * The lock belongs to a transaction that waits on a connection of its own, since a pooler may give each statement another
 * session. It holds no snapshot meanwhile, so an index is built beside it.
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
    // Without parameters, since what answers those keeps its snapshot until the next statement.
    const { rows } = await holder.query<{ isOurs: boolean }>(`select pg_try_advisory_xact_lock(${lock}) as "isOurs"`)
    if (rows[0]?.isOurs !== true) return undefined
    const client = await connect()
    try {
      // It takes the time it takes. Behind a pooler the server's own timeout holds, which is none by default.
      if ((await pooling.of(client)).keepsSession) await client.query('set statement_timeout = 0')
      return await work(async (sql, parameters) => (await client.query(sql, [...(parameters ?? [])])).rows)
    } finally {
      await client.end()
    }
  } finally {
    // A connection that is lost has neither transaction nor lock.
    await holder.query('rollback').catch(() => undefined)
    await holder.end()
  }
}

function ownerDatabase(pool: pg.Pool, rethrown: Rethrown, settings: typeof SETTINGS): OwnerDatabase {
  const connected = () => pool.connect().catch((error) => Promise.reject(rethrown(error)))
  const transact: OwnerDatabase['transact'] = async (work) => {
    const client = await connected()
    const ask = (sql: string, parameters?: readonly unknown[]) =>
      (parameters === undefined ? client.query(sql) : client.query(sql, [...parameters])).catch((error) =>
        Promise.reject(rethrown(error)),
      )
    let broken: Error | undefined
    try {
      // A migration or a backup takes the time it takes.
      await ask(opening([...settings, ['statement_timeout', '0'], ['idle_in_transaction_session_timeout', '0']]))
      const result = await work(async (sql, parameters) => {
        // Several statements are answered by a list.
        const answer: pg.QueryResult | pg.QueryResult[] = await ask(sql, parameters)
        return Array.isArray(answer) ? answer.flatMap(({ rows }) => rows) : answer.rows
      })
      await ask('commit')
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
    const client = await connected()
    let broken: Error | undefined
    try {
      // A transaction all the same: the embedded database tells its clients apart by them.
      const [, { rows }] = await inOneWrite(client, () =>
        Promise.all([
          client.query(
            opening([
              ...settings,
              ['statement_timeout', String(ms)],
              ['idle_in_transaction_session_timeout', String(2 * ms)],
            ]),
          ),
          client.query(sql, [...parameters]),
          client.query('commit'),
        ]),
      )
      return rows
    } catch (error) {
      broken = rethrown(error)
      throw broken
    } finally {
      client.release(broken)
    }
  }
  return { transact, quick, query: (sql, parameters) => transact((query) => query(sql, parameters)) }
}
