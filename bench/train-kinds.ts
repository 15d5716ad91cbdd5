/**
 * Learns the weights that recognize kinds of questions (`src/features/assistant/answers/records/kind-weights.json`) from
 * `kind-examples.json`: with the vector of a question, and with its words only. Also writes the vocabulary of the
 * examples (`kind-vocabulary.json`). Figures come from five rounds, each
 * learned without the questions that it is measured on; weights are learned from all.
 *
 *   npm run train:kinds -- [--write] [--epochs 15] [--rounds 5] [--limit 20]
 *
 * `--limit`: number of questions of each kind, for a quick run that writes nothing
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { createLog } from '../src/core/log.ts'
import { readKindWords } from '../src/features/assistant/answers/records/classified-text.ts'
import { KINDS } from '../src/features/assistant/answers/records/kinds.ts'
import { openEmbedding } from '../src/outbound/embeddings/embedding.ts'
import { type KindExample, readFeatureWords, readKindExamples } from './kind-examples.ts'
import { readKindVocabulary } from './kind-vocabulary.ts'
import { learnClasses, predictClasses, type SparseRow } from './multinomial-regression.ts'
import { printTable } from './report.ts'
import { seeded, shuffled } from './seeded.ts'

const RECORDS = new URL('../src/features/assistant/answers/records/', import.meta.url)
/** Parts of the questions, each measured in one round. */
const PARTS = 5
const PROBABILITIES = [0, 0.3, 0.4, 0.5, 0.6, 0.8] as const

const number = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    epochs: { ...number, default: '15' },
    rounds: { ...number, default: `${PARTS}` },
    limit: number,
  },
})
const limit = values.limit === undefined ? undefined : Number(values.limit)
if (values.write && limit !== undefined) throw new Error('--write learns from all questions. Omit --limit.')
const training = { epochs: Number(values.epochs), rate: 0.1, decay: 3e-5 }
const examples = readKindExamples(limit)
const classes = [...Object.keys(KINDS), 'none'].toSorted()
for (const name of classes)
  if (!examples.some(({ kind }) => kind === name)) throw new Error(`The kind ${name} has no example questions.`)
const embedding = await openEmbedding({ provider: 'local' }, createLog('warn'))
const vectors = await embedding.embed(
  examples.map(({ text }) => text),
  'query',
)
const order = shuffled([...new Set(examples.map(({ question }) => question))], seeded(1))
const roundOf = new Map(order.map((question, at) => [question, at % PARTS]))

/** @param words positions of the vocabulary */
function toRow(text: string, vector: Float32Array | undefined, words: ReadonlyMap<string, number>): SparseRow {
  const dimension = vector?.length ?? 0
  const known = readKindWords(text).flatMap((word) => words.get(word) ?? [])
  const share = 1 / Math.sqrt(known.length || 1)
  return {
    indices: Int32Array.from([...Array(dimension).keys(), ...known.map((at) => dimension + at)]),
    values: Float32Array.from([...(vector ?? []), ...known.map(() => share)]),
  }
}

/** Learns from some examples, and returns the vocabulary and a function that predicts. */
function learn(learned: readonly number[], hasVector: boolean) {
  const vocabulary = readFeatureWords(learned.map((at) => examples[at] as KindExample))
  const words = new Map(vocabulary.map((word, at) => [word, at]))
  const row = (at: number) => toRow(examples[at]?.text ?? '', hasVector ? vectors[at] : undefined, words)
  const width = (hasVector ? (vectors[0]?.length ?? 0) : 0) + vocabulary.length
  const weights = learnClasses(
    learned.map(row),
    learned.map((at) => classes.indexOf(examples[at]?.kind ?? '')),
    { classes: classes.length, width },
    training,
  )
  return { vocabulary, weights, predict: (at: number) => predictClasses(row(at), weights) }
}

interface Measured {
  readonly isRight: boolean
  readonly isNone: boolean
  readonly saysNone: boolean
  readonly probability: number
}

function measureRound(round: number, hasVector: boolean): Measured[] {
  const isOfRound = (at: number) => roundOf.get(examples[at]?.question ?? -1) === round
  const all = [...examples.keys()]
  const { predict } = learn(
    all.filter((at) => !isOfRound(at)),
    hasVector,
  )
  return all.filter(isOfRound).map((at) => {
    const probabilities = predict(at)
    const best = probabilities.indexOf(Math.max(...probabilities))
    const kind = examples[at]?.kind
    const [isRight, isNone, saysNone] = [classes[best] === kind, kind === 'none', classes[best] === 'none']
    return { isRight, isNone, saysNone, probability: probabilities[best] ?? 0 }
  })
}

const ratio = (part: number, all: number) => (all === 0 ? '–' : (part / all).toFixed(3))

function printMeasured(title: string, measured: readonly Measured[]): void {
  printTable(
    title,
    ['minimum probability', 'kinds: answered', 'of these right', 'none: answered'],
    PROBABILITIES.map((least) => {
      const isSure = ({ probability, saysNone }: Measured) => probability >= least && !saysNone
      const kinds = measured.filter(({ isNone }) => !isNone)
      const none = measured.filter(({ isNone }) => isNone)
      const sure = kinds.filter(isSure)
      const right = sure.filter(({ isRight }) => isRight)
      return [
        least.toFixed(1),
        ratio(sure.length, kinds.length),
        ratio(right.length, sure.length),
        ratio(none.filter(isSure).length, none.length),
      ]
    }),
  )
}

const rounds = [...Array(Math.min(PARTS, Number(values.rounds))).keys()]
for (const hasVector of [true, false]) {
  const title = `${order.length} questions of ${classes.length - 1} kinds and of none, by ${hasVector ? 'vector and words' : 'words only'}`
  printMeasured(
    title,
    rounds.flatMap((round) => measureRound(round, hasVector)),
  )
}

function pack(weights: readonly Float64Array[]): { step: number; rows: string } {
  const most = Math.max(...weights.map((own) => own.reduce((max, one) => Math.max(max, Math.abs(one)), 0)))
  const step = most / 127 || 1
  const rows = Buffer.from(weights.flatMap((own) => [...own].map((one) => Math.round(one / step) & 0xff)))
  return { step, rows: rows.toString('base64') }
}

if (values.write) {
  const all = [...examples.keys()]
  const [withVector, wordsOnly] = [learn(all, true), learn(all, false)]
  const content = {
    model: embedding.model,
    kinds: classes,
    words: wordsOnly.vocabulary,
    withVector: pack(withVector.weights),
    wordsOnly: pack(wordsOnly.weights),
  }
  await writeFile(new URL('kind-weights.json', RECORDS), `${JSON.stringify(content)}\n`)
  await writeFile(new URL('kind-vocabulary.json', RECORDS), `${JSON.stringify(readKindVocabulary())}\n`)
}
await embedding.close()
