/**
 * A real PgBouncer in transaction mode between Parley and PostgreSQL. With a pool of one connection every transaction gets
 * the same session, so whatever one leaves behind is seen by the next.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../src/catalog.ts'
import { VECTOR_SEARCH } from '../src/core/db.ts'
import { createStore } from '../src/outbound/database/postgres-store.ts'
import { call } from '../src/testing/call.ts'
import { createTestApp } from '../src/testing/create-test-app.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { type PgBouncer, pgbouncerCommand, startPgBouncer } from '../src/testing/pgbouncer.ts'
import { scratchInstallation } from '../src/testing/scratch-database.ts'
import { isEmbedded } from '../src/testing/test-database.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { pathOf, samplesOf } from './samples/index.ts'

const log = { info() {}, warn() {}, error() {} }

/** PgBouncer sets this one itself, as each client wants it. */
const ITS_OWN = 'application_name'

/** Everything that a session may keep from one transaction to the next. */
const SESSION_STATE = `
  select
    pg_backend_pid() as pid,
    current_user as role,
    (select json_object_agg(name, setting order by name) from pg_settings
     where name <> '${ITS_OWN}' and name not like 'transaction%') as settings,
    (select coalesce(json_agg(objid), '[]') from pg_locks where pid = pg_backend_pid() and locktype = 'advisory') as locks,
    (select coalesce(json_agg(statement), '[]') from pg_prepared_statements where name not like 'PGBOUNCER\\_%') as prepared,
    (select coalesce(json_agg(name), '[]') from pg_cursors) as cursors,
    (select coalesce(json_agg(relname), '[]') from pg_class where relnamespace = pg_my_temp_schema()) as tables,
    (select coalesce(json_agg(channel), '[]') from pg_listening_channels() as channel) as channels`

describe.skipIf(isEmbedded || pgbouncerCommand === undefined)(
  'behind PgBouncer (skipped without pgbouncer, and on the embedded database)',
  () => {
    let pooler: PgBouncer
    let installation: Awaited<ReturnType<typeof scratchInstallation>>
    let world: World
    let inspector: pg.Client

    beforeAll(async () => {
      installation = await scratchInstallation()
      const { DATABASE_URL: direct = '' } = installation.environment as Record<string, string>
      const admin = new pg.Client({ connectionString: direct })
      await admin.connect()
      // What the transactions set is none of this.
      const name = new URL(direct).pathname.slice(1)
      await admin.query(`alter database ${name} set timezone = 'Asia/Kathmandu'`)
      await admin.query(`alter database ${name} set random_page_cost = '3'`)
      await admin.end()
      pooler = await startPgBouncer(direct, { default_pool_size: 1 })
      world = await createWorld(
        await createTestApp({ settings: { ...installation.environment, DATABASE_URL: pooler.url } }),
      )
      inspector = new pg.Client({ connectionString: pooler.url })
      await inspector.connect()
    })
    afterAll(async () => {
      await inspector?.end()
      await world?.app.server.close()
      await world?.app.close()
      await pooler?.stop()
      await installation?.drop()
    })

    /** What a session has that nobody used, but for extensions, whose settings exist once they are loaded. */
    async function freshState() {
      const { DATABASE_URL: direct } = installation.environment as Record<string, string>
      const client = new pg.Client({ connectionString: direct })
      await client.connect()
      try {
        for (const one of [client, inspector]) await one.query(`select '[1]'::vector; do 'begin end'`)
        return (await client.query(SESSION_STATE)).rows[0]
      } finally {
        await client.end()
      }
    }
    const sessionState = async () => (await inspector.query(SESSION_STATE)).rows[0]

    it('no operation leaves anything in the session', async () => {
      const open = await importFor(world, { applicationExternalID: 'open' })
      const samples = await samplesOf(world, open, 'open')
      const { pid } = await sessionState()
      const before = { ...(await freshState()), pid }
      expect(before).toMatchObject({ role: 'postgres', locks: [], prepared: [], cursors: [], tables: [], channels: [] })
      for (const operation of operations) {
        const sample = samples[operation.id] ?? {}
        const answer = await call(
          world.app,
          sample.caller ?? world.org,
          operation.rest.method,
          pathOf(operation.rest.path, sample),
          {
            ...(sample.query === undefined ? {} : { query: sample.query }),
            ...(sample.body === undefined ? {} : { body: sample.body }),
            ...(sample.headers === undefined ? {} : { headers: sample.headers }),
          },
        )
        expect([operation.id, answer.status < 500]).toEqual([operation.id, true])
        expect({ after: operation.id, ...(await sessionState()) }).toEqual({ after: operation.id, ...before })
      }
      await world.app.drain(world.acme)
      expect({ after: 'the jobs', ...(await sessionState()) }).toEqual({ after: 'the jobs', ...before })
    }, 120_000)

    it('every transaction has the settings that Parley relies on', async () => {
      const settings = ['timezone', 'statement_timeout', 'idle_in_transaction_session_timeout', 'random_page_cost']
      const select = `select ${settings.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`
      const db = world.app.store.of(world.acme)
      const read = await sql.raw(select).execute(db.read)
      const written = await db.transact((tx) => sql.raw(select).execute(tx))
      const expected = {
        ...{ timezone: 'UTC', statement_timeout: '1min' },
        ...{ idle_in_transaction_session_timeout: '1min', random_page_cost: '1.1' },
      }
      expect([read.rows, written.rows]).toEqual([[expected], [expected]])
      const search = `${VECTOR_SEARCH} select current_setting('hnsw.ef_search') as found,
      current_setting('hnsw.iterative_scan') as scan, '[1]'::vector is null as loaded`
      const searched = await sql.raw(search).execute(db.read)
      expect(searched.rows).toEqual([{ found: '400', scan: 'relaxed_order', loaded: false }])
      const [owned] = await world.app.store.owner.query<{ timezone: string }>(select)
      expect(owned?.timezone).toBe('UTC')
    })

    it('a lock outside of a transaction excludes other processes, and is given back', async () => {
      const { DATABASE_URL: direct = '' } = installation.environment as Record<string, string>
      const two = await startPgBouncer(direct, { default_pool_size: 4 })
      const store = createStore({ connectionString: two.url, max: 1 }, log)
      try {
        const inside = await store.outside(77, async (query) => {
          const [{ count } = { count: -1 }] = await query<{ count: number }>(
            `select count(*)::int from pg_locks where locktype = 'advisory' and objid = 77`,
          )
          return [count, await store.outside(77, async () => 'taken twice')]
        })
        expect(inside).toEqual([1, undefined])
        expect(await store.outside(77, async () => 'free again')).toBe('free again')
      } finally {
        await store.close()
        await two.stop()
      }
    })

    it('kept statements are found by many clients on few sessions, whether or not it supports them', async () => {
      const { DATABASE_URL: direct = '' } = installation.environment as Record<string, string>
      const supports = (pooler.version[0] ?? 0) > 1 || (pooler.version[1] ?? 0) >= 21
      for (const settings of [
        {},
        ...(supports ? [{ max_prepared_statements: 0 }, { max_prepared_statements: 2 }] : []),
      ]) {
        const other = await startPgBouncer(direct, { default_pool_size: 3, ...settings })
        const app = await createTestApp({
          settings: { ...installation.environment, DATABASE_URL: other.url, DATABASE_POOL: '10' },
        })
        try {
          const lists = Array.from({ length: 60 }, () => call(app, world.org, 'GET', '/conversations'))
          const statuses = (await Promise.all(lists)).map(({ status }) => status)
          expect([settings, [...new Set(statuses)]]).toEqual([settings, [200]])
        } finally {
          await app.server.close()
          await app.close()
          await other.stop()
        }
      }
    })
  },
)
