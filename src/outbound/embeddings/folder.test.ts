import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Embedding } from '../../core/embedding.ts'
import { wordVector, writeModelFolder } from '../../testing/model-folder.ts'
import { openFolderEmbedding } from './folder.ts'

const told: object[] = []
const keep = (one: object) => void told.push(one)
const log = { info() {}, warn: keep, error: keep } as never

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley models '))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const opened: Embedding[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  told.length = 0
})

let folders = 0
async function open(name = 'words', made: Parameters<typeof writeModelFolder>[1] = {}): Promise<Embedding> {
  const path = join(root, String(folders++), name)
  await writeModelFolder(path, made)
  const embedding = await openFolderEmbedding(path, log)
  opened.push(embedding)
  return embedding
}

/** What the mean of these words' vectors is, at length one. */
function meanOf(words: string): number[] {
  const vectors = words.split(' ').map(wordVector)
  const sum = (vectors[0] ?? []).map((_, part) => vectors.reduce((all, vector) => all + (vector[part] ?? 0), 0))
  return sum.map((part) => part / Math.hypot(...sum))
}

async function expectVectors(vectors: Promise<Float32Array[]>, wanted: readonly number[][]) {
  const given = await vectors
  expect(given).toHaveLength(wanted.length)
  for (const [n, vector] of given.entries()) {
    for (const [part, value] of (wanted[n] ?? []).entries()) expect(vector[part]).toBeCloseTo(value, 5)
  }
}

describe('a model in a folder', () => {
  it('is run, a text by the mean of its words', async () => {
    const embedding = await open()
    await expectVectors(embedding.embed(['The price', 'dog', 'cat unheard-of'], 'passage'), [
      meanOf('the price'),
      meanOf('dog'),
      meanOf('cat [UNK] [UNK] [UNK]'),
    ])
    expect(told).toEqual([])
  })

  it('gives the same text the same vector whatever is beside it, and reads as far as it can', async () => {
    const embedding = await open()
    const long = `dog ${'cat '.repeat(100)}`
    const [together, alone] = [await embedding.embed([long, 'dog'], 'passage'), await embedding.embed(['dog'], 'query')]
    expect(together[1]).toEqual(alone[0])
    await expectVectors(Promise.resolve(together.slice(0, 1)), [meanOf(`dog${' cat'.repeat(15)}`)])
  })

  it('may stand for a text by its first word or its last one', async () => {
    const pooling = (told: object) => open('words', { files: { '1_Pooling/config.json': told } })
    const first = await pooling({ pooling_mode_cls_token: true, pooling_mode_mean_tokens: false })
    await expectVectors(first.embed(['dog cat price'], 'passage'), [meanOf('dog')])
    const last = await pooling({ pooling_mode: 'lasttoken' })
    await expectVectors(last.embed(['dog cat price'], 'passage'), [meanOf('price')])
    await expect(pooling({ pooling_mode_max_tokens: true })).rejects.toThrow('EMBEDDING_MODEL: 1_Pooling/config.json')
  })

  it('sees before a text what it was taught to see there', async () => {
    const e5 = await open('multilingual-e5-small')
    await expectVectors(e5.embed(['dog'], 'query'), [meanOf('query : dog')])
    await expectVectors(e5.embed(['dog'], 'passage'), [meanOf('passage : dog')])
    const prompts = { query: 'the price: ', document: 'cat: ' }
    const told = await open('e5', { files: { 'config_sentence_transformers.json': { prompts } } })
    await expectVectors(told.embed(['dog'], 'query'), [meanOf('the price : dog')])
    await expectVectors(told.embed(['dog'], 'passage'), [meanOf('cat : dog')])
  })

  it('may lie in a folder of any name', async () => {
    for (const name of ['my words', 'a--b', 'Wörter.git']) {
      await expectVectors((await open(name)).embed(['dog'], 'query'), [meanOf('dog')])
    }
  })

  it('may have other weights, or lie beside them', async () => {
    for (const weights of ['onnx/model_quantized.onnx', 'model.onnx', 'onnx/model_fp16.onnx']) {
      await expectVectors((await open('words', { weights })).embed(['dog'], 'query'), [meanOf('dog')])
    }
  })

  it('names its space after what is in it', async () => {
    const [one, same] = [await open('words'), await open('words')]
    expect(one.model).toMatch(/^folder\/words\/4\/[0-9a-f]{8}$/)
    expect(same.model).toBe(one.model)
    const others = [
      await open('words', { weights: 'onnx/model_quantized.onnx' }),
      await open('words', { files: { '1_Pooling/config.json': { pooling_mode: 'cls' } } }),
      await open('words-e5'),
    ]
    expect(new Set([one, ...others].map(({ model }) => model)).size).toBe(4)
  })

  it('that is none is told at the start', async () => {
    const nowhere = join(root, 'nowhere')
    await expect(openFolderEmbedding(nowhere, log)).rejects.toThrow('EMBEDDING_MODEL: the folder has no config.json.')
    await expect(open('words', { weights: 'weights.bin' })).rejects.toThrow('the folder has no onnx/model.onnx')
    await expect(open('words', { files: { 'config.json': [] } })).rejects.toThrow('config.json in the folder is not')
    const dense = [{ type: 'sentence_transformers.models.Transformer' }, { type: 'sentence_transformers.models.Dense' }]
    await expect(open('words', { files: { 'modules.json': dense } })).rejects.toThrow('parts that cannot be run here')
  })

  it('that cannot be loaded is told when it is asked for', async () => {
    const embedding = await open('words', { files: { 'tokenizer.json': { version: '1.0' } } })
    await expect(embedding.embed(['dog'], 'query')).rejects.toMatchObject({ fault: 'refused', reason: 'model' })
    expect(told).toHaveLength(1)
  })
})
