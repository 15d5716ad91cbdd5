import { sql } from 'kysely'
import { afterAll, expect, it, vi } from 'vitest'
import { openApp } from '../../app.ts'
import { newId } from '../../core/clock.ts'
import { readConfig } from '../../core/config.ts'
import { createLog } from '../../core/log.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { createOrganization } from '../../features/accounts/identity/index.ts'
import { scratchInstallation } from '../../testing/scratch-database.ts'
import {
  conversationRow,
  EVERYTHING,
  linesOf,
  NOTHING,
  passagesOf,
  putFor,
  unit,
} from '../../testing/search-fixtures.ts'
import { isEmbedded } from '../../testing/test-database.ts'
import { createWordEmbedding } from '../../testing/word-embedding.ts'
import { createSearchMaintenance } from './maintenance.ts'
import { createSearchIndex } from './postgres.ts'

const MODEL = 'model/3'
const index = createSearchIndex()
const installation = await scratchInstallation()
const app = await openApp(readConfig(installation.environment), createLog('warn'), { embedding: createWordEmbedding() })
afterAll(async () => {
  await app.close()
  await installation.drop()
})

const embedded = isEmbedded
const tend = () =>
  createSearchMaintenance(app.store, { embedded, log: app.log, heartbeats: app.heartbeats, large: 30 }).runOnce()
interface VectorTable {
  readonly name: string
  readonly isValid: boolean | null
  readonly type: string | null
  readonly isReady: boolean | null
}

const tables = () =>
  app.store.owner.query<VectorTable>(
    `select 'search_vectors.' || c.relname as name, i.indisvalid as "isValid", s.own_table as type,
       s.own_table_ready as "isReady"
     from pg_class c
     left join pg_index i on i.indrelid = c.oid and not i.indisprimary
     left join vector_spaces s on c.relname = 'space_' || s.id
     where c.relnamespace = 'search_vectors'::regnamespace and c.relkind = 'r' order by s.id`,
  )

async function countRows(table: string | undefined): Promise<number> {
  if (table === undefined) throw new Error('There is no table.')
  const [row] = await app.store.owner.query<{ count: number }>(`select count(*)::int as count from ${table}`)
  return row?.count ?? Number.NaN
}

/** Indexes that every statement on vectors plans with. */
const countIndexes = () => countRows("pg_index where indrelid = 'passage_vectors'::regclass")

async function organization(name: string) {
  const org = newId() as OrganizationId
  const founded = { name, domains: [], adminEmail: `admin@${name}.example` }
  const { adminUserId } = await createOrganization(app.store.of(org), org, app.clock, founded)
  const db = app.store.of(org)
  return {
    org,
    /** Creates a conversation with `count` passages and their vectors. */
    async conversation(count: number): Promise<string> {
      const id = await conversationRow(app, org, { userId: adminUserId })
      await putFor(app, index, org, id, passagesOf(...Array.from({ length: count }, (_, i) => linesOf(`A: p ${i}`))))
      const passages = await index.withoutVector(db.read, org, MODEL, count)
      const vectors = passages.map((passage, i) => ({ id: passage.id, values: unit(i, 5, 1) }))
      await db.transact((tx) => index.putVectors(tx, org, MODEL, vectors))
      return id
    },
    async ask(within = EVERYTHING): Promise<unknown[]> {
      const wanted = { ...NOTHING, vector: { model: MODEL, values: unit(9.1, 5, 1) } }
      const hits = await index.find(db.read, org, within, wanted, 12)
      return hits
        .map(({ position, conversationId, semantic }) => [conversationId, position, semantic?.toFixed(3)])
        .sort()
    },
    async forget(): Promise<void> {
      await app.store.owner.query('delete from conversations where organization_id = $1', [org])
      await app.store.owner.query('delete from vector_spaces where organization_id = $1', [org])
    },
  }
}

it('a large space gets a table with an index, which finds the same passages and goes with the space', async () => {
  const [large, small] = [await organization('large'), await organization('small')]
  const [one] = [await large.conversation(20), await large.conversation(20)]
  await small.conversation(20)
  const part = { conversations: sql`id = ${one}` }
  const ask = () => Promise.all([large.ask(), large.ask(part), small.ask()])
  const before = await ask()
  await tend()
  const [table, ...others] = await tables()
  expect(others).toEqual([])
  expect(table).toMatchObject({ isValid: true, type: embedded ? 'vector' : 'halfvec', isReady: true })
  expect(await countRows(table?.name)).toBe(40)
  expect(await ask()).toEqual(before)
  const third = await large.conversation(3)
  expect(await large.ask(part)).toEqual(before[1])
  expect(await countRows(table?.name)).toBe(43)
  await app.store.owner.query('delete from conversations where id = $1', [third])
  expect(await countRows(table?.name)).toBe(40)
  expect(await ask()).toEqual(before)
  await large.forget()
  expect(await countRows(table?.name)).toBe(0)
  await tend()
  expect(await tables()).toEqual([])
  expect(await small.ask()).toEqual(before[2])
})

it('other organizations can neither read nor change the table, and its own only reads it', async () => {
  const [owner, stranger] = [await organization('owner'), await organization('stranger')]
  await owner.conversation(35)
  await tend()
  const [{ name } = { name: '' }] = await tables()
  const read = async (org: OrganizationId) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.raw(name)}`.execute(
      app.store.of(org).read,
    )
    return rows[0]?.count
  }
  expect(await read(owner.org)).toBe(35)
  expect(await read(stranger.org)).toBe(0)
  for (const org of [owner.org, stranger.org]) {
    const change = app.store.of(org).transact((tx) => sql`delete from ${sql.raw(name)}`.execute(tx))
    await expect(change).rejects.toThrow(/permission denied/)
    const create = app.store.of(org).transact((tx) => sql`select create_vector_table(1, 'vector')`.execute(tx))
    await expect(create).rejects.toThrow(/permission denied/)
  }
  await owner.forget()
  await tend()
})

it('two processes that look at the same time make one', async () => {
  const large = await organization('other')
  await large.conversation(35)
  await Promise.all([tend(), tend(), tend()])
  expect(await tables()).toHaveLength(1)
  await large.forget()
  await Promise.all([tend(), tend()])
  await tend()
  expect(await tables()).toEqual([])
})

it('an interrupted copy is completed, and searched only then', async () => {
  const large = await organization('interrupted')
  await large.conversation(35)
  const before = await large.ask()
  const spaces = 'select id from vector_spaces where organization_id = $1'
  const [space] = await app.store.owner.query<{ id: number }>(spaces, [large.org])
  await app.store.owner.query('select create_vector_table($1, $2)', [space?.id, embedded ? 'vector' : 'halfvec'])
  await large.conversation(2)
  const [table] = await tables()
  expect(await countRows(table?.name)).toBe(2)
  expect(await large.ask()).toEqual(expect.arrayContaining(before.slice(0, 1)))
  await tend()
  expect(await tables()).toMatchObject([{ isValid: true, isReady: true }])
  expect(await countRows(table?.name)).toBe(37)
  await large.forget()
  await tend()
})

it('no index of an organization is on the table of all vectors, and those of earlier versions go', async () => {
  const [first, second] = [await organization('first'), await organization('second')]
  await Promise.all([first.conversation(35), second.conversation(35)])
  const before = await countIndexes()
  await app.store.owner.query(
    'create index passage_vectors_space_0 on passage_vectors using hnsw ((vector::vector(3)) vector_ip_ops) where space_id = 0',
  )
  await tend()
  expect(await tables()).toHaveLength(2)
  expect(await countIndexes()).toBe(before)
  await Promise.all([first.forget(), second.forget()])
  await tend()
})

it.skipIf(embedded)('a table that starts during a transaction contains its vectors', async () => {
  const large = await organization('concurrent')
  await large.conversation(35)
  const id = await large.conversation(0)
  await putFor(app, index, large.org, id, passagesOf(linesOf('A: late')))
  const db = app.store.of(large.org)
  const [passage] = await index.withoutVector(db.read, large.org, MODEL, 1)
  let tending = Promise.resolve()
  await db.transact(async (tx) => {
    await index.putVectors(tx, large.org, MODEL, [{ id: passage?.id ?? '', values: unit(1, 2, 3) }])
    tending = tend()
    const waits = `select exists (
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`
    await vi.waitFor(async () => {
      expect(await app.store.owner.query(waits)).toEqual([{ waits: true }])
    }, 20_000)
  })
  await tending
  const [table] = await tables()
  expect(await countRows(table?.name)).toBe(36)
  await large.forget()
  await tend()
})
