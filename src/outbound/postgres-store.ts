/** The store over a `pg` pool, the same for a server and for the embedded database. */
import { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { Database, OwnerDatabase, Store, Tables, Writer } from '../core/db.ts'
import type { Log } from '../core/log.ts'
import type { OrganizationId } from '../core/principal.ts'
import { createRethrown, type Rethrown } from './postgres-away.ts'
import { inOneWrite, tenantDialect } from './postgres-dialect.ts'

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

/**
 * How an index of vectors is walked: so many are looked at that of the nearest hardly one is missed, and on beyond, until
 * enough of them are permitted.
 */
export const NEAREST = ['hnsw.ef_search=400', 'hnsw.iterative_scan=relaxed_order'] as const

/** What each session is told when it begins. Costs: indexes are read about as quickly as tables on what databases lie on today. */
export const SESSION = [
  '-c timezone=UTC',
  '-c statement_timeout=60000',
  '-c idle_in_transaction_session_timeout=60000',
  '-c random_page_cost=1.1',
  ...NEAREST.map((setting) => `-c ${setting}`),
].join(' ')

/** @param log is told of connections that die while nobody uses them; the next use gets a new one */
export function createStore(connection: pg.PoolConfig, log: Pick<Log, 'warn'>): Store {
  const pool = new pg.Pool({
    ...connection,
    types,
    pipeline: true,
    application_name: 'parley',
    options: SESSION,
  } as pg.PoolConfig)
  // Whoever uses a connection that dies is told by what they asked; but an error that nobody listens to ends the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error) => log.warn({ error: error.message }, 'idle database connection lost'))

  const rethrown = createRethrown(log)
  const handles = new LRUCache<OrganizationId, Database>({ max: 1_000 })
  return {
    of(organizationId) {
      const known = handles.get(organizationId)
      if (known !== undefined) return known
      const kysely = new Kysely<Tables>({ dialect: tenantDialect(pool, organizationId, rethrown) })
      const database: Database = {
        read: kysely,
        transact: (work) => kysely.transaction().execute((tx) => work(tx as Writer)),
      }
      handles.set(organizationId, database)
      return database
    },
    owner: ownerDatabase(pool, rethrown),
    async outside(work) {
      const client = await pool.connect()
      try {
        await client.query('set statement_timeout = 0')
        return await work(async (sql, parameters) => (await client.query(sql, [...(parameters ?? [])])).rows)
      } finally {
        // With its settings and locks.
        client.release(true)
      }
    },
    async ping() {
      await pool.query('select 1')
    },
    async close() {
      await pool.end()
    },
  }
}

function ownerDatabase(pool: pg.Pool, rethrown: Rethrown): OwnerDatabase {
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
      await ask('begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
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
            `begin; set local statement_timeout = ${ms}; set local idle_in_transaction_session_timeout = ${2 * ms}`,
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
