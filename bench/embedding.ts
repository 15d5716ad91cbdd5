/**
 * `npm run bench:embedding`: the sentence encoder against the one that it replaced (decision 48), the published weights on
 * ONNX Runtime with one thread. In turns, in one process: similarity of vectors, processor time and latency.
 *
 *   --rounds 5    rounds of each encoder and length; medians are reported
 */
import { parseArgs } from 'node:util'
import { installPackage } from '../scripts/install-package.ts'
import type { EmbeddingModel } from '../src/outbound/embeddings/answer.ts'
import { createModel, loadEncoder } from '../src/outbound/embeddings/encoder.ts'
import { FOLDER, readEncoderFiles, readVocabulary } from './old-encoder/files.ts'
import { loadNative } from './old-encoder/native.ts'
import { optionsOf, run, wholeFrom } from './program.ts'
import { median, printGoals, printTable, short } from './report.ts'

const WORDS =
  'we will sign the contract next week as soon as legal has looked at the clause about renewals and what does it cost for forty seats if nobody calls us back because the application crashes when Anna logs in'.split(
    ' ',
  )
/** Characters of a query, of a short and of a long passage. */
const LENGTHS = [40, 300, 1_500]
const TEXTS = 12
const SIMILARITY_DISTANCE_MAX = 3e-6
const PROCESSOR_RATIO_MAX = 1.7

interface Measured {
  readonly processorMs: number
  readonly latencyMs: number
}

const { rounds } = optionsOf('bench', () => {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
  return { rounds: wholeFrom(values.rounds, 1) }
})
await run('bench', async () => {
  installPackage(FOLDER, 'the published weights and the compiler of the kernel')
  const models = {
    old: await load(async () => createModel(await readVocabulary(), await loadNative(await readEncoderFiles()))),
    new: await load(loadEncoder),
  }
  const texts = LENGTHS.map((length) => Array.from({ length: TEXTS }, (_, seed) => writeText(length, seed)))
  const distance = await compareVectors(models.old.model, models.new.model, texts.flat())

  const measured = texts.map(() => ({ old: [] as Measured[], new: [] as Measured[] }))
  for (let round = 0; round < rounds; round++) {
    for (const [n, group] of texts.entries()) {
      for (const name of ['old', 'new'] as const) measured[n]?.[name].push(await measure(models[name].model, group))
    }
  }
  const figure = (name: 'old' | 'new', n: number, key: keyof Measured) =>
    median((measured[n]?.[name] ?? []).map((one) => one[key]))
  const row = (what: string, old: number, now: number) => [what, short(old), short(now), short(now / old)]
  printTable(
    `The encoder on ONNX Runtime and on WebAssembly (medians of ${rounds} rounds in turns, ms per text)`,
    ['', 'ONNX Runtime', 'WebAssembly', 'ratio'],
    [
      row('load', models.old.loadMs, models.new.loadMs),
      ...LENGTHS.flatMap((length, n) => [
        row(`${length} characters, processor`, figure('old', n, 'processorMs'), figure('new', n, 'processorMs')),
        row(`${length} characters, latency`, figure('old', n, 'latencyMs'), figure('new', n, 'latencyMs')),
      ]),
    ],
  )
  const last = LENGTHS.length - 1
  printGoals([
    {
      what: 'largest distance of a cosine from 1, in millionths',
      measured: distance * 1e6,
      limit: SIMILARITY_DISTANCE_MAX * 1e6,
      sense: 'at most',
    },
    {
      what: `processor time for ${LENGTHS[last]} characters, of the old encoder`,
      measured: figure('new', last, 'processorMs') / figure('old', last, 'processorMs'),
      limit: PROCESSOR_RATIO_MAX,
      sense: 'at most',
      unit: ' ×',
    },
  ])
})

async function load(open: () => Promise<EmbeddingModel>): Promise<{ model: EmbeddingModel; loadMs: number }> {
  const start = performance.now()
  const model = await open()
  return { model, loadMs: performance.now() - start }
}

function writeText(length: number, seed: number): string {
  let text = ''
  for (let word = 0; text.length < length; word++) text += `${WORDS[(word * (seed + 7) + seed) % WORDS.length]} `
  return text.slice(0, length)
}

function embed(model: EmbeddingModel, texts: readonly string[]): Promise<Float32Array[]> {
  return model(texts, 'passage', async () => {})
}

async function compareVectors(one: EmbeddingModel, other: EmbeddingModel, texts: readonly string[]): Promise<number> {
  const [vectors, others] = [await embed(one, texts), await embed(other, texts)]
  const distances = vectors.map((vector, n) => {
    const otherVector = others[n] ?? new Float32Array()
    const product = vector.reduce((sum, part, place) => sum + part * (otherVector[place] ?? Number.NaN), 0)
    return 1 - product / (Math.hypot(...vector) * Math.hypot(...otherVector))
  })
  return Math.max(...distances)
}

async function measure(model: EmbeddingModel, texts: readonly string[]): Promise<Measured> {
  const [processor, start] = [process.cpuUsage(), performance.now()]
  await embed(model, texts)
  const { user, system } = process.cpuUsage(processor)
  return {
    processorMs: (user + system) / 1_000 / texts.length,
    latencyMs: (performance.now() - start) / texts.length,
  }
}
