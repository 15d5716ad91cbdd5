import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../core/clock.ts'
import { PREPARED, type Store } from '../../core/db.ts'
import { createLog } from '../../core/log.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { Gate } from '../../testing/gate.ts'
import { isEmbedded, testEnvironment } from '../../testing/test-database.ts'
import { createStore } from './postgres-store.ts'

const ORG = newId() as OrganizationId
/** Temporary error, which HTTP returns as 503. */
const AWAY = { kind: 'unavailable', code: 'database_unavailable' }

/** Proxy in front of the database of the test run. */
let gate: Gate
let store: Store
beforeAll(async () => {
  const { DATABASE_URL: url, DATA_DIR: folder = '' } = await testEnvironment()
  const { hostname, port, username, password, pathname } = new URL(url ?? 'postgres://postgres@socket/postgres')
  gate = new Gate(
    url === undefined
      ? { path: join(folder, 'socket', '.s.PGSQL.5432') }
      : { host: hostname, port: Number(port === '' ? 5432 : port) },
  )
  await gate.up()
  store = createStore(
    {
      ...{ host: '127.0.0.1', port: gate.port, max: 2 },
      ...{ user: decodeURIComponent(username), password: decodeURIComponent(password), database: pathname.slice(1) },
    },
    createLog('silent'),
  )
})
afterAll(async () => {
  await store.close()
  await gate.down()
})

it('goes on after its connections have died, those in use too, as soon as the database is back', async () => {
  await expect(
    store.owner.transact(async (query) => {
      await query('select 1')
      // No statement is running, so no response can report the failure.
      await gate.down()
      await new Promise((done) => setImmediate(done))
      await query('select 1')
    }),
  ).rejects.toMatchObject(AWAY)
  await expect(store.owner.query('select 1')).rejects.toMatchObject(AWAY)
  await expect(store.of(ORG).read.selectFrom('teams').select('id').execute()).rejects.toMatchObject(AWAY)
  await expect(store.of(ORG).transact(async () => 1)).rejects.toMatchObject(AWAY)
  await expect(store.ping()).rejects.toThrow()
  await gate.up()
  await expect(store.ping()).resolves.toBeUndefined()
  expect(await store.owner.query('select 1 as one')).toEqual([{ one: 1 }])
  await expect(store.of(ORG).read.selectFrom('teams').select('id').execute()).resolves.toEqual([])
  await expect(store.owner.query('select nonsense')).rejects.toMatchObject({ code: '42703' })
})

it('runs a batch as one transaction of the organization', async () => {
  const { read, transactBatch } = store.of(ORG)
  const add = (id: string, folded: string) => sql`
    insert into staged_texts (organization_id, id, position, content, created_at)
    values (${ORG}, ${id}, 0, ${folded}, now()) returning content`
  const stored = async () => (await sql`select content from staged_texts order by content`.execute(read)).rows
  await store.owner.query(`insert into organizations (id, name) values ($1, 'Batches')`, [ORG])
  const [first, second] = [newId(), newId()]
  const setting = sql`select current_setting('parley.organization_id') as org, current_user::text as role`
  const results = await transactBatch([add(first, 'one'), setting, add(second, 'two')])
  expect(results.map(({ rows }) => rows)).toEqual([
    [{ content: 'one' }],
    [{ org: ORG, role: 'parley_app' }],
    [{ content: 'two' }],
  ])
  expect(await stored()).toEqual([{ content: 'one' }, { content: 'two' }])
  // The second statement fails, so the first one isn't stored, and the third one doesn't run.
  const failing = transactBatch([add(newId(), 'three'), add(first, 'again'), add(newId(), 'four')])
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await stored()).toEqual([{ content: 'one' }, { content: 'two' }])
  // Row-level security rejects rows of other organizations.
  const foreign = sql`
    insert into staged_texts (organization_id, id, position, content, created_at)
    values (${newId()}, ${newId()}, 0, 'foreign', now())`
  await expect(transactBatch([foreign])).rejects.toMatchObject({ code: '42501' })
  await transactBatch([sql`delete from staged_texts where organization_id = ${ORG}`])
  expect(await stored()).toEqual([])
})

it('rejects a batch whose commit fails', async () => {
  const { transactBatch } = store.of(ORG)
  await store.owner.query(
    'create table checked_later (n int unique deferrable initially deferred); grant insert on checked_later to parley_app',
  )
  try {
    const twice = transactBatch([sql`insert into checked_later values (1)`, sql`insert into checked_later values (1)`])
    await expect(twice).rejects.toMatchObject({ code: '23505' })
    expect(await store.owner.query('select n from checked_later')).toEqual([])
  } finally {
    await store.owner.query('drop table checked_later')
  }
})

it.skipIf(isEmbedded)(
  'runs a statement whose prepared form is gone, as behind a pooler that changes sessions',
  async () => {
    const one = createStore({ connectionString: (await testEnvironment()).DATABASE_URL, max: 1 }, createLog('silent'))
    try {
      const read = () => sql.raw(`${PREPARED} select 1 as one`).execute(one.of(ORG).read)
      // The statement and its settings.
      const prepared = () => one.owner.query(`select name from pg_prepared_statements where name like 'parley%'`)
      expect((await read()).rows).toEqual([{ one: 1 }])
      expect(await prepared()).toHaveLength(2)
      await one.owner.query('deallocate all')
      expect((await read()).rows).toEqual([{ one: 1 }])
      // On a new connection.
      expect((await read()).rows).toEqual([{ one: 1 }])
      expect(await prepared()).toHaveLength(2)
    } finally {
      await one.close()
    }
  },
)
