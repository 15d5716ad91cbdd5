import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { extractTerms } from '../../../core/terms.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { EVERYTHING, NOTHING } from '../../../testing/search-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { indexConversations } from './index-conversations.job.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const context = () => world.app.contextFor(world.app.operator(world.acme))
const transcript = (text: string) => ({ segments: [{ speaker: 'Bob', text, start: 0, end: 1 }] })

async function found(word: string): Promise<string[]> {
  const { search, db } = context()
  const hits = await search.find(db, world.acme, EVERYTHING, { ...NOTHING, terms: extractTerms(word) }, 10)
  return hits.map(({ conversationId }) => conversationId)
}

it('conversations stored before there was a search are found from then on, others are left as they are', async () => {
  const old = await importFor(world, { transcript: transcript('The zebra is late.') })
  const young = await importFor(world, { transcript: transcript('The giraffe is early.') })
  const silent = await importFor(world, { transcript: undefined, mediaURL: 'https://media.example/a.mp4' })
  await world.app.drain(world.acme)
  await context().transact((tx) => context().search.removeConversation(tx, world.acme, old))
  expect(await found('zebra')).toEqual([])
  const passagesOfYoung = () =>
    sql`select id from passages where organization_id = ${world.acme} and text_id = ${young}`
      .execute(context().db)
      .then(({ rows }) => rows)
  const before = await passagesOfYoung()
  await context().transact((tx) => context().jobs.add(tx, world.acme, indexConversations, {}))
  expect(new Set((await world.app.drain(world.acme)).map(({ outcome }) => outcome))).toEqual(new Set(['ok']))
  expect([await found('zebra'), await found('giraffe')]).toEqual([[old], [young]])
  expect(await passagesOfYoung()).toEqual(before)
  expect(await context().search.findUnknown(context().db, world.acme, [old, young, silent])).toEqual([silent])
})
