import { beforeAll, describe, expect, it } from 'vitest'
import type { Embedding } from '../../../core/embedding.ts'
import { EmbeddingFault } from '../../../core/embedding.ts'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { sourceFor } from '../../../testing/knowledge-fixtures.ts'
import { conversationRow, linesOf, passagesOf, putFor } from '../../../testing/search-fixtures.ts'
import { createWordEmbedding, type WordEmbedding } from '../../../testing/word-embedding.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { embedPassages } from './embed-passages.job.ts'
import { takeOutWords } from './take-out-words.job.ts'

const said = (...texts: string[]) => ({
  transcript: { segments: texts.map((text, i) => ({ speaker: 'Bob', text, start: i * 60, end: i * 60 + 59 })) },
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

describe('three hundred passages', () => {
  /** Of one conversation, and a job that waits for them. */
  async function threeHundred(world: World) {
    const ctx = world.app.contextFor(world.app.operator(world.acme))
    const passages = passagesOf(...Array.from({ length: 300 }, (_, i) => linesOf(`Bob: number ${i}`)))
    const id = await conversationRow(world.app, world.acme, world.alice)
    await putFor(world.app, ctx.search, world.acme, id, passages)
    const add = () => ctx.transact((tx) => ctx.jobs.add(tx, world.acme, embedPassages, {}))
    await add()
    return { ctx, add }
  }

  it('are embedded by two turns, a few at once, and what was due meanwhile comes between', async () => {
    const words = createWordEmbedding()
    const sizes: number[] = []
    const world = await worldWith({
      ...words,
      embed: async (texts, ...how) => {
        sizes.push(texts.length)
        return words.embed(texts, ...how)
      },
    })
    const { ctx } = await threeHundred(world)
    await ctx.transact((tx) => ctx.jobs.add(tx, world.acme, takeOutWords, {}))
    const runs = await world.app.drain(world.acme)
    expect(runs.map(({ job, outcome }) => [job, outcome])).toEqual([
      [embedPassages.id, 'ok'],
      [takeOutWords.id, 'ok'],
      [embedPassages.id, 'ok'],
    ])
    expect(await coverage(world)).toEqual({ embedded: 300, passages: 300 })
    expect(new Set(words.asked).size).toBe(300)
    expect(words.asked).toHaveLength(300)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(32)
  })

  it('keep what the first turn made, and the beginning of the second, when that one fails', async () => {
    const words = createWordEmbedding()
    let most = 299
    const world = await worldWith({
      ...words,
      embed: async (texts, ...how) => {
        if (words.asked.length + texts.length > most) throw new EmbeddingFault('unavailable', 'no_answer')
        return words.embed(texts, ...how)
      },
    })
    const { add } = await threeHundred(world)
    expect(await outcomes(world)).toEqual(['ok', 'retry'])
    const made = words.asked.length
    expect(made).toBeGreaterThan(256)
    expect(await coverage(world)).toEqual({ embedded: made, passages: 300 })
    most = 300
    await add()
    expect(await outcomes(world)).toEqual(['ok'])
    expect(await coverage(world)).toEqual({ embedded: 300, passages: 300 })
    expect(new Set(words.asked).size).toBe(300)
    expect(words.asked).toHaveLength(300)
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
