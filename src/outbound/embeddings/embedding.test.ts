import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp } from '../../app.ts'
import { currentAsker } from '../../core/asker.ts'
import { readConfig } from '../../core/config.ts'
import type { Embedding } from '../../core/embedding.ts'
import { createLog } from '../../core/log.ts'
import { call } from '../../testing/call.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { writeModelFolder } from '../../testing/model-folder.ts'
import { testEnvironment } from '../../testing/test-database.ts'
import { createWordEmbedding } from '../../testing/word-embedding.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { openEmbedding } from './embedding.ts'

const told: object[] = []
const keep = (one: object) => void told.push(one)
const log = { info: keep, warn: keep, error: keep } as never

const opened: Embedding[] = []
const folder = await mkdtemp(join(tmpdir(), 'parley-test-'))
afterAll(async () => {
  for (const one of opened) await one.close()
  await rm(folder, { recursive: true, force: true })
})

async function open(environment: Record<string, string>): Promise<Embedding> {
  const embedding = await openEmbedding(readConfig(environment).embedding, log)
  opened.push(embedding)
  return embedding
}

describe('the embedding that the settings ask for', () => {
  it('is the one that comes with us, a server, a folder or none, and none of them begins by itself', async () => {
    await writeModelFolder(join(folder, 'words'))
    const server = { EMBEDDING_URL: 'http://127.0.0.1:9/v1', EMBEDDING_MODEL: 'small' }
    const models = [
      await open({}),
      await open({ EMBEDDING_PROVIDER: 'openai', ...server }),
      await open({ EMBEDDING_PROVIDER: 'folder', EMBEDDING_MODEL: join(folder, 'words') }),
      await open({ EMBEDDING_PROVIDER: 'none' }),
    ].map(({ model }) => model)
    expect(models).toEqual([
      expect.stringMatching(/^local\//),
      'openai/small',
      expect.stringMatching(/^folder\/words\//),
      undefined,
    ])
    expect(told).toEqual([])
  })

  it('refuses, when there is none', async () => {
    const none = await open({ EMBEDDING_PROVIDER: 'none' })
    await expect(none.embed(['a'], 'query')).rejects.toMatchObject({ fault: 'refused', reason: 'none_configured' })
    await none.close()
  })

  it('says so when the folder is none', async () => {
    const nowhere = join(folder, 'nowhere')
    await expect(open({ EMBEDDING_PROVIDER: 'folder', EMBEDDING_MODEL: nowhere })).rejects.toThrow(
      /^EMBEDDING_MODEL: the folder has no config.json.$/,
    )
  })
})

describe('the embedding of the service', () => {
  const askers: [string, string][] = []
  let world: World
  beforeAll(async () => {
    const embedding = createWordEmbedding()
    const watched: Embedding = {
      ...embedding,
      embed(texts, purpose, signal) {
        askers.push([purpose === 'passage' ? 'job' : 'request', currentAsker()])
        return embedding.embed(texts, purpose, signal)
      },
    }
    world = await createWorld(await createTestApp({ embedding: watched }))
  })

  it('is asked in the name of the organization of the request or the job', async () => {
    await importFor(world)
    await world.app.drain(world.acme)
    await call(world.app, world.alice, 'GET', '/search', { query: { q: 'when do we begin' } })
    expect(new Map(askers)).toEqual(
      new Map([
        ['job', world.acme],
        ['request', world.acme],
      ]),
    )
    expect(currentAsker()).toBe('')
  })
})

it('is closed with the app, which asked it for nothing', async () => {
  const embedding = createWordEmbedding()
  const calls: string[] = []
  const watched: Embedding = {
    ...embedding,
    async close() {
      calls.push('closed')
    },
  }
  const app = await openApp(readConfig(await testEnvironment()), createLog('warn'), { embedding: watched })
  expect(calls).toEqual([])
  await app.close()
  expect([calls, embedding.asked]).toEqual([['closed'], []])
})

describe('the embedding of tests', () => {
  it('is always the same, of length one, and finds words that are alike', async () => {
    const embedding = createWordEmbedding()
    const all = await embedding.embed(
      ['the price of seats', 'how a seat is priced', 'a garden', '', 'of the'],
      'passage',
    )
    for (const vector of all) expect(Math.hypot(...vector)).toBeCloseTo(1, 6)
    const [price, priced, garden] = all as [Float32Array, Float32Array, Float32Array]
    const likeness = (one: Float32Array) => one.reduce((sum, part, n) => sum + part * (price[n] ?? 0), 0)
    expect(likeness(priced)).toBeGreaterThan(0.4)
    expect(likeness(garden)).toBeLessThan(0.2)
    expect(await createWordEmbedding().embed(['a garden'], 'query')).toEqual([garden])
    expect(embedding.asked).toHaveLength(5)
  })
})
