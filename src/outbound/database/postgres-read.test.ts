import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../core/clock.ts'
import { PREPARED, type Store } from '../../core/db.ts'
import { createLog } from '../../core/log.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { isEmbedded, testEnvironment } from '../../testing/test-database.ts'
import { inOneWrite } from './postgres-batch.ts'
import { createPool, toConnection } from './postgres-pool.ts'
import { NO_NAMES, sendWithSettings, toTransactionSettings } from './postgres-read.ts'
import { createStore } from './postgres-store.ts'

const ORG = newId() as OrganizationId

describe.skipIf(isEmbedded)('a statement with its settings', () => {
  let url = ''
  let store: Store
  beforeAll(async () => {
    url = (await testEnvironment()).DATABASE_URL ?? ''
    store = createStore({ connectionString: url, max: 1 }, createLog('silent'))
  })
  afterEach(async () => {
    await store.owner.query('drop table if exists parley_single_sync')
  })
  afterAll(() => store.close())

  const read = (text: string) => sql.raw<Record<string, unknown>>(text).execute(store.of(ORG).read)
  const SESSION = `select pg_backend_pid() as pid, current_user = session_user as "isOwner",
    coalesce(current_setting('parley.organization_id', true), '') as organization,
    current_setting('statement_timeout') as timeout`

  it.each(['', PREPARED])('has role, organization and limits, and nothing stays in the session: %s', async (prefix) => {
    const text = `${prefix} select current_user as role, current_setting('parley.organization_id') as organization,
      current_setting('timezone') as zone, current_setting('statement_timeout') as timeout,
      current_setting('plan_cache_mode') as plans`
    const plans = prefix === '' ? 'auto' : 'force_generic_plan'
    const expected = [{ role: 'parley_app', organization: ORG, zone: 'UTC', timeout: '1min', plans }]
    expect((await read(text)).rows).toEqual(expected)
    // With settings that the connection has prepared.
    expect((await read(text)).rows).toEqual(expected)
    const [after] = await store.owner.quick(SESSION, [], 5_000)
    expect(after).toMatchObject({ isOwner: true, organization: '', timeout: '5s' })
  })

  it('has one response for settings, statement and commit', async () => {
    const pool = createPool(toConnection({ connectionString: url, max: 1 }, false), createLog('silent'))
    const client = await pool.connect()
    let responses = 0
    const { connection } = client as unknown as { connection: pg.Connection }
    connection.on('readyForQuery', () => responses++)
    try {
      const settings = toTransactionSettings([['timezone', 'UTC']], ['statement_timeout'])
      const query = { sql: 'select $1::int as one', parameters: [1] }
      for (const naming of [NO_NAMES, { keepsStatements: true, name: 'parley_test' }]) {
        const { result } = await sendWithSettings(client, settings, ['1000'], query, naming)
        expect(result).toMatchObject({ status: 'fulfilled', value: { rows: [{ one: 1 }], command: 'SELECT' } })
      }
      expect(responses).toBe(2)
    } finally {
      client.release()
      await pool.end()
    }
  })

  it('keeps its connection after a statement that PostgreSQL rejects', async () => {
    const [before] = (await read(SESSION)).rows
    await expect(read('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
    await expect(read('select nonsense')).rejects.toMatchObject({ code: '42703' })
    const [after] = (await read(SESSION)).rows
    expect(after).toEqual(before)
  })

  it('ends at its time limit', async () => {
    await expect(store.owner.quick('select pg_sleep(30)', [], 50)).rejects.toMatchObject({ code: '57014' })
    expect(await store.owner.quick('select 1 as one', [], 5_000)).toEqual([{ one: 1 }])
  })

  it('fails if its commit fails, and is committed when it succeeds', async () => {
    await store.owner.query(`create table parley_single_sync
      (id int primary key, parent int references parley_single_sync deferrable initially deferred)`)
    const add = (id: number, parent: number) =>
      store.owner.quick(`${PREPARED} insert into parley_single_sync values ($1, $2) returning id`, [id, parent], 5_000)
    expect(await add(1, 1)).toEqual([{ id: 1 }])
    await expect(add(2, 3)).rejects.toMatchObject({ code: '23503' })
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      expect((await client.query('select id from parley_single_sync')).rows).toEqual([{ id: 1 }])
    } finally {
      await client.end()
    }
  })

  it('does not run if its settings fail', async () => {
    const pool = createPool(toConnection({ connectionString: url, max: 1 }, false), createLog('silent'))
    const client = await pool.connect()
    try {
      const settings = toTransactionSettings([['role', 'parley_nobody']], [])
      const query = { sql: 'select pg_notify($1, $1)', parameters: ['ran'] }
      const ran: unknown[] = []
      client.on('notification', ({ channel }) => ran.push(channel))
      await inOneWrite(client, () => client.query('listen ran'))
      const { begun } = await sendWithSettings(client, settings, [], query, NO_NAMES)
      expect(begun).toMatchObject({ status: 'rejected', reason: { code: '22023' } })
      await client.query('select 1')
      expect(ran).toEqual([])
    } finally {
      client.release(true)
      await pool.end()
    }
  })

  it.each(['', PREPARED])('runs after its settings are gone, as behind a pooler: %s', async (prefix) => {
    const text = `${prefix} select 1 as one`
    expect((await read(text)).rows).toEqual([{ one: 1 }])
    await store.owner.query('deallocate all')
    expect((await read(text)).rows).toEqual([{ one: 1 }])
    expect(await store.owner.quick(text, [], 5_000)).toEqual([{ one: 1 }])
    await store.owner.query('deallocate all')
    expect(await store.owner.quick(text, [], 5_000)).toEqual([{ one: 1 }])
  })
})
