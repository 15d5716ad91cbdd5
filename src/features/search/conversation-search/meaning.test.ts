/** A search by words still is a search: what becomes of it without an embedding, or with one that does not answer. */
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Embedding, EmbeddingFault } from '../../../core/embedding.ts'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { createWordEmbedding } from '../../../testing/word-embedding.ts'
import { createWorld, type World } from '../../../testing/world.ts'

/** What `embed` does, set by each test. */
let embed: Embedding['embed']
const none: Embedding = {
  model: undefined,
  embed: () => Promise.reject(new Error('Nobody asks.')),
  close: async () => {},
}
const words = createWordEmbedding()
const changing: Embedding = { model: words.model, embed: (...given) => embed(...given), close: async () => {} }

let without: World
let world: World
beforeAll(async () => {
  without = await createWorld(await createTestApp({ embedding: none }))
  world = await createWorld(await createTestApp({ embedding: changing }))
  for (const one of [without, world]) await importFor(one)
  embed = words.embed
  await world.app.drain(world.acme)
})

const search = async ({ app, org }: World, mode: string, path = '/search') => {
  const answer = await call(app, org, 'GET', path, { query: { q: 'begin', mode } })
  return [answer.status, answer.body.meta?.mode, answer.body.meta?.notice, answer.body.data?.length]
}

it.each(['hybrid', 'semantic', 'lexical'])(
  'without an embedding words are searched, and %s is told so',
  async (mode) => {
    const notice = mode === 'lexical' ? null : 'No embedding model is configured, so the search used words only.'
    expect(await search(without, mode)).toEqual([200, 'lexical', notice, 1])
    expect(await search(without, mode, '/knowledge-base/search')).toEqual([200, 'lexical', notice, 0])
  },
)

describe('an embedding', () => {
  it.each([
    ['/search', 'question'],
    ['/knowledge-base/search', 'query'],
  ] as const)('is told what is looked through: %s puts a %s', async (path, purpose) => {
    const asked: string[] = []
    embed = async (texts, purpose, signal) => {
      asked.push(purpose)
      return words.embed(texts, purpose, signal)
    }
    await search(world, 'hybrid', path)
    expect(asked).toEqual([purpose])
  })

  const unavailable = "The embedding model isn't available, so the search used words only."

  it.each(['unavailable', 'refused', 'wrong'] as const)('that is %s leaves the words', async (fault) => {
    embed = async () => {
      throw new EmbeddingFault(fault, 'of_a_test')
    }
    for (const mode of ['hybrid', 'semantic']) {
      expect(await search(world, mode)).toEqual([200, 'lexical', unavailable, 1])
    }
    expect(await search(world, 'lexical')).toEqual([200, 'lexical', null, 1])
  })

  it('that takes too long is not waited for', async () => {
    // Its time is over as soon as it is asked: however slow the machine is, not before, and not never.
    const time = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal)
    onTestFinished(() => void timeout.mockRestore())
    embed = async (_texts, _purpose, signal) => {
      time.abort(new DOMException('Too long.', 'TimeoutError'))
      signal?.throwIfAborted()
      return await new Promise(() => {})
    }
    expect(await search(world, 'hybrid')).toEqual([200, 'lexical', unavailable, 1])
  })

  it('that breaks otherwise is a fault of ours, and not hidden', async () => {
    embed = async () => {
      throw new Error('secret words')
    }
    const answer = await call(world.app, world.org, 'GET', '/search', { query: { q: 'begin' } })
    expect([answer.status, answer.text.includes('secret')]).toEqual([500, false])
  })

  it('that answers again is used again', async () => {
    embed = words.embed
    expect(await search(world, 'hybrid')).toEqual([200, 'hybrid', null, 1])
    expect(await search(world, 'semantic')).toEqual([200, 'semantic', null, 1])
  })

  it('is asked for what the question is about, without its signs', async () => {
    await call(world.app, world.org, 'GET', '/search', {
      query: { q: 'When shall we "begin again"? -never speaker:bob' },
    })
    expect(words.asked.at(-1)).toBe('shall begin again')
  })
})
