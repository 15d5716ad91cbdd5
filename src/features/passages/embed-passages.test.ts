import { beforeAll, describe, expect, it } from 'vitest'
import type { Embedding } from '../../core/embedding.ts'
import { EmbeddingFault } from '../../core/embedding.ts'
import { call } from '../../testing/call.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { importFor } from '../../testing/import-for.ts'
import { sourceFor } from '../../testing/knowledge-for.ts'
import { createWordEmbedding, type WordEmbedding } from '../../testing/word-embedding.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { embedPassages } from './embed-passages.job.ts'

const said = (...texts: string[]) => ({
  transcript: { segments: texts.map((text, i) => ({ speaker: 'Bob', text, start: i, end: i + 1 })) },
})
const long = (word: string) => `${word} ${'and so on '.repeat(60)}`

const worldWith = async (embedding: Embedding) => createWorld(await createTestApp({ embedding }))
const outcomes = async (world: World) =>
  (await world.app.drain(world.acme)).filter(({ job }) => job === embedPassages.id).map(({ outcome }) => outcome)
const coverage = (world: World, model = 'test/words/64') => {
  const ctx = world.app.contextFor(world.app.operator(world.acme))
  return ctx.search.coverage(ctx.db, world.acme, model)
}

describe('passages', () => {
  let world: World
  let embedding: WordEmbedding
  beforeAll(async () => {
    embedding = createWordEmbedding()
    world = await worldWith(embedding)
  })

  it('of conversations and sources get their vectors, once', async () => {
    await importFor(world, said('Shall we talk about the budget?'))
    await sourceFor(world)
    expect(await coverage(world)).toEqual({ embedded: 0, passages: 2 })
    expect(new Set(await outcomes(world))).toEqual(new Set(['ok']))
    expect(await coverage(world)).toEqual({ embedded: 2, passages: 2 })
    expect(embedding.asked).toHaveLength(2)
    const ctx = world.app.contextFor(world.app.operator(world.acme))
    await ctx.transact((tx) => ctx.jobs.add(tx, world.acme, embedPassages, {}))
    expect(await outcomes(world)).toEqual(['ok'])
    expect(embedding.asked).toHaveLength(2)
  })

  it('that a correction leaves as they are keep theirs', async () => {
    const texts = ['alpha', 'bravo', 'coral', 'delta', 'ember', 'frost'].map(long)
    const id = await importFor(world, said(...texts))
    await outcomes(world)
    const before = embedding.asked.length
    const corrected = said(...texts.with(5, long('fiord')))
    const answer = await call(world.app, world.org, 'PUT', `/conversations/${id}/transcript`, { body: corrected })
    expect(answer.status).toBe(200)
    await outcomes(world)
    expect(embedding.asked.slice(before)).toEqual([expect.stringContaining('fiord')])
    const { embedded, passages } = await coverage(world)
    expect(embedded).toBe(passages)
  })

  it('are embedded once, though several jobs wait for it at the same time', async () => {
    const before = embedding.asked.length
    await Promise.all(['one', 'two', 'three'].map((text) => importFor(world, said(long(text)))))
    await Promise.all([outcomes(world), outcomes(world), outcomes(world)])
    expect(embedding.asked.slice(before).toSorted()).toEqual([...new Set(embedding.asked.slice(before))].toSorted())
    const { embedded, passages } = await coverage(world)
    expect(embedded).toBe(passages)
  })

  it('of another model take the place of the earlier ones when all are there', async () => {
    const other = createWordEmbedding('test/other/64')
    const app = await createTestApp({ embedding: other })
    const ctx = app.contextFor(app.operator(world.acme))
    await ctx.transact((tx) => ctx.jobs.add(tx, world.acme, embedPassages, {}))
    await app.drain(world.acme)
    const { embedded, passages } = await coverage(world, 'test/other/64')
    expect(embedded).toBe(passages)
    expect(other.asked).toHaveLength(passages)
    expect((await coverage(world)).embedded).toBe(0)
  })
})

it('an embedding that is unavailable is asked again later, and words are found meanwhile', async () => {
  const words = createWordEmbedding()
  let isUp = false
  const world = await worldWith({
    ...words,
    embed: async (...asked) => {
      if (!isUp) throw new EmbeddingFault('unavailable', 'no_answer')
      return words.embed(...asked)
    },
  })
  const answer = await call(world.app, world.org, 'POST', '/conversations/import', {
    body: said('Giraffes and so on.'),
  })
  expect(answer.status).toBe(202)
  expect(await outcomes(world)).toEqual(['retry'])
  expect(await coverage(world)).toEqual({ embedded: 0, passages: 1 })
  isUp = true
  const ctx = world.app.contextFor(world.app.operator(world.acme))
  await ctx.transact((tx) => ctx.jobs.add(tx, world.acme, embedPassages, {}))
  expect(await outcomes(world)).toEqual(['ok'])
  expect(await coverage(world)).toEqual({ embedded: 1, passages: 1 })
})

it('without an embedding there is nothing to do, and nothing is queued', async () => {
  const world = await worldWith({ ...createWordEmbedding(), model: undefined })
  await importFor(world, said('Shall we begin?'))
  expect(await outcomes(world)).toEqual([])
})
