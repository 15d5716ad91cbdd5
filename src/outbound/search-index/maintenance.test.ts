import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
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
const indexes = () =>
  app.store.owner.query<{ isValid: boolean; indexedAs: string | null }>(
    `select i.indisvalid as "isValid", s.indexed_as as "indexedAs"
     from pg_index i join pg_class c on c.oid = i.indexrelid
     left join vector_spaces s on c.relname = 'passage_vectors_space_' || s.id
     where c.relname like 'passage\\_vectors\\_space\\_%'`,
  )

async function organization(name: string) {
  const org = newId() as OrganizationId
  const founded = { name, domains: [], adminEmail: `admin@${name}.example` }
  const { adminUserId } = await createOrganization(app.store.of(org), org, app.clock, founded)
  const db = app.store.of(org)
  return {
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

it('an index is made for a large space, serves the same answers, and goes with it', async () => {
  const [large, small] = [await organization('large'), await organization('small')]
  const [one] = [await large.conversation(20), await large.conversation(20)]
  await small.conversation(20)
  const part = { conversations: sql`id = ${one}` }
  const ask = () => Promise.all([large.ask(), large.ask(part), small.ask()])
  const before = await ask()
  await tend()
  expect(await indexes()).toEqual([{ isValid: true, indexedAs: embedded ? 'vector' : 'halfvec' }])
  expect(await ask()).toEqual(before)
  await large.conversation(3)
  expect(await large.ask(part)).toEqual(before[1])
  await large.forget()
  await tend()
  expect(await indexes()).toEqual([])
  expect(await small.ask()).toEqual(before[2])
})

it('two processes that look at the same time make one', async () => {
  const large = await organization('other')
  await large.conversation(35)
  await Promise.all([tend(), tend(), tend()])
  expect(await indexes()).toHaveLength(1)
  await large.forget()
  await Promise.all([tend(), tend()])
  await tend()
  expect(await indexes()).toEqual([])
})
