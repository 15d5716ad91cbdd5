import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Embedding } from '../../core/embedding.ts'
import { createThreadEmbedding, type EmbeddingTimeouts } from './thread.ts'

/** What a thread does with certain texts; others become their length. Each answer also tells which thread it was. */
const THREAD = `
import { readlinkSync, writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { basename } from 'node:path'
import { threadId, workerData } from 'node:worker_threads'
import { answerWith } from ${JSON.stringify(new URL('./answer.ts', import.meta.url))}
await answerWith(async () => {
  if (workerData?.endsWith('.txt')) process.on('exit', () => writeFileSync(workerData, 'by itself'))
  if (workerData === 'broken') throw new Error('No such file.')
  if (workerData === 'dies') process.exit(1)
  return async (texts, purpose, turn) => {
    const vectors = []
    for (const text of texts) {
      if (text === 'die') process.exit(1)
      if (text === 'hang') for (;;) {}
      if (text === 'fail') throw new Error('The text was: ' + text)
      if (text === 'look') vectors.push(Float32Array.of(1, Object.keys(process.env).length))
      else if (text === 'way') vectors.push(Float32Array.of(1, getPriority(Number(basename(readlinkSync('/proc/thread-self'))))))
      else vectors.push(Float32Array.of(threadId, text.length))
      const until = performance.now() + (text === 'slow' ? 40 : 0)
      while (performance.now() < until) {}
      await turn()
    }
    return vectors
  }
})
`

let folder: string
let url: URL
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-test-'))
  const file = join(folder, 'thread.mjs')
  await writeFile(file, THREAD)
  url = pathToFileURL(file)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const told: object[] = []
const log = { info() {}, warn: (one: object) => told.push(one), error: (one: object) => told.push(one) } as never
const opened: Embedding[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  told.length = 0
})
function open(patience: Partial<EmbeddingTimeouts> = {}, data?: string, hasQueryThread = false): Embedding {
  const embedding = createThreadEmbedding('test', { url, data, hasQueryThread }, log, {
    idleMs: 60_000,
    taskMs: 20_000,
    endMs: 200,
    ...patience,
  })
  opened.push(embedding)
  return embedding
}

/** The number of the thread that answers. */
async function threadOf(embedding: Embedding): Promise<number> {
  const [vector] = await embedding.embed(['x'], 'query')
  return Math.round((vector?.[0] ?? 0) / (vector?.[1] ?? 0))
}

const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'nothing failed',
    (error) => [error.fault, error.reason],
  )

describe('the thread of a model', () => {
  it('answers one after the other, as long as it lives', async () => {
    const embedding = open()
    const thread = await threadOf(embedding)
    expect(await embedding.embed(Array(100).fill('xx'), 'passage')).toHaveLength(100)
    expect(await threadOf(embedding)).toBe(thread)
  })

  it('lets a query pass passages that are being worked on, and those that wait', async () => {
    const embedding = open()
    await threadOf(embedding)
    const order: string[] = []
    // These are one batch.
    const worked = embedding.embed(Array(16).fill('slow'), 'passage').then(() => order.push('worked on'))
    const waiting = embedding.embed(['x'], 'passage').then(() => order.push('waiting'))
    await pause(100)
    await embedding.embed(['x'], 'query').then(() => order.push('query'))
    await Promise.all([worked, waiting])
    expect(order).toEqual(['query', 'worked on', 'waiting'])
  })

  it('leaves queries to a second thread while it has passages', async () => {
    const embedding = open({}, undefined, true)
    const thread = await threadOf(embedding)
    const order: string[] = []
    // `hang` never ends, so a query of the same thread would wait.
    const hangs = embedding.embed(['hang'], 'passage').catch(() => order.push('passage'))
    const own = await threadOf(embedding)
    order.push('query')
    expect(own).not.toBe(thread)
    expect(await threadOf(embedding)).toBe(own)
    await embedding.close()
    await hangs
    expect(order).toEqual(['query', 'passage'])
  })

  it.runIf(process.platform === 'linux')('has a second thread with the priority of requests', async () => {
    const embedding = open({}, undefined, true)
    const worked = embedding.embed(Array(16).fill('slow'), 'passage')
    const [vector] = await embedding.embed(['way'], 'query')
    await worked
    expect(Math.round((vector?.[1] ?? 0) / (vector?.[0] ?? 1))).toBe(getPriority())
  })

  it('is replaced when it dies; its texts are unavailable, those that wait go to the next one', async () => {
    const embedding = open()
    const thread = await threadOf(embedding)
    const dies = embedding.embed(['die'], 'passage')
    const waits = embedding.embed(['x', 'xx'], 'passage')
    expect(await faultOf(dies)).toEqual(['unavailable', 'died'])
    expect(await waits).toHaveLength(2)
    expect(await threadOf(embedding)).toBeGreaterThan(thread)
    expect(told).toEqual([{ model: 'test', fault: 'it ended by itself' }])
  })

  it('is replaced when it hangs', async () => {
    const embedding = open({ taskMs: 3_000 })
    await threadOf(embedding)
    expect(await faultOf(embedding.embed(['hang'], 'passage'))).toEqual(['unavailable', 'died'])
    expect(await threadOf(embedding)).toBeGreaterThan(0)
    expect(told).toEqual([{ model: 'test', fault: 'it hangs' }])
  })

  it('ends when nobody has wanted anything for a while, and begins again', async () => {
    const embedding = open({ idleMs: 700 })
    const thread = await threadOf(embedding)
    expect(await threadOf(embedding)).toBe(thread)
    await pause(1_500)
    expect(await threadOf(embedding)).toBeGreaterThan(thread)
    expect(told).toEqual([])
  })

  it('does not begin before somebody wants something, and not again after it was closed', async () => {
    const embedding = open({}, 'dies')
    await pause(200)
    expect(told).toEqual([])
    await embedding.close()
    expect(await faultOf(embedding.embed(['x'], 'query'))).toEqual(['unavailable', 'closed'])
    expect(told).toEqual([])
  })

  it('is closed at once, whatever it is doing', async () => {
    const embedding = open()
    await threadOf(embedding)
    const hangs = faultOf(embedding.embed(['hang'], 'passage'))
    await pause(50)
    const begun = performance.now()
    await embedding.close()
    expect(performance.now() - begun).toBeLessThan(2_000)
    expect(await hangs).toEqual(['unavailable', 'closed'])
    expect(told).toEqual([])
  })

  it('ends itself, between two runs of the model, when it can', async () => {
    const file = join(folder, 'ended.txt')
    const embedding = open({ endMs: 10_000 }, file)
    await threadOf(embedding)
    const works = faultOf(embedding.embed(Array(16).fill('slow'), 'passage'))
    await pause(50)
    await embedding.close()
    expect(await works).toEqual(['unavailable', 'closed'])
    expect(await readFile(file, 'utf8')).toBe('by itself')
  })

  it('that cannot begin tells why, once for whoever asked, and may do better the next time', async () => {
    const embedding = open({}, 'broken')
    for (const _ of [1, 2]) expect(await faultOf(embedding.embed(['x'], 'query'))).toEqual(['refused', 'model'])
    expect(told).toEqual(Array(2).fill({ model: 'test', reason: 'model', detail: 'No such file.' }))
    expect(await faultOf(open({}, 'dies').embed(['x'], 'query'))).toEqual(['unavailable', 'died'])
  })

  it('goes on after a text that made it fail, and tells nothing of it', async () => {
    const embedding = open()
    const thread = await threadOf(embedding)
    expect(await faultOf(embedding.embed(['fail'], 'passage'))).toEqual(['wrong', 'failed'])
    expect(await threadOf(embedding)).toBe(thread)
    expect(JSON.stringify(told)).not.toContain('The text was')
  })

  it('sees nothing of the settings', async () => {
    const [vector] = await open().embed(['look'], 'query')
    expect(vector).toEqual(Float32Array.of(1, 0))
  })

  it.runIf(process.platform === 'linux')('gives way to the one that answers', async () => {
    const [vector] = await open().embed(['way'], 'passage')
    expect(Math.round((vector?.[1] ?? 0) / (vector?.[0] ?? 0))).toBe(Math.min(19, getPriority() + 5))
  })
})
