/**
 * Signals of relevance: for each line of a conversation, values from about −1 to 1. Each signal implements one idea
 * with arithmetic over the lines. Their weights are learned (`weights.json`).
 */
import {
  bm25,
  discounted,
  indexesByDescendingValue,
  type SignalColumn,
  spread,
  standardize,
  toOne,
} from './arithmetic.ts'
import type { ReadLines } from './lines.ts'
import type { QuestionVectors } from './meaning.ts'
import type { RankingQuestion } from './question.ts'

/** Distance in lines over which words contribute to their neighbors, and the BM25 saturation for that distance. */
const REACHES = [
  [1, 1.2],
  [4, 1.2],
  [8, 1.2],
  [16, 2],
  [32, 4],
  [64, 4],
  [128, 4],
] as const

/** Pseudo-relevance feedback: number of top lines, and number of terms from them. */
const FEEDBACKS = {
  near: { lines: 24, words: 25 },
  far: { lines: 60, words: 40 },
} as const

export const SIGNALS = [
  'words1',
  'words4',
  'words8',
  'words16',
  'words32',
  'words64',
  'words128',
  'together8',
  'together16',
  'inRow',
  'near8',
  'near24',
  'far8',
  'far24',
  'speaker4',
  'speaker16',
  'speakerWords',
  'length',
  'density',
  'meaning',
  'meaning16',
  'core',
  'core24',
  'alike',
] as const
export type RankingSignal = (typeof SIGNALS)[number]
export type RankingSignals = Readonly<Record<RankingSignal, SignalColumn>>

export function computeSignals(read: ReadLines, question: RankingQuestion, meaning?: QuestionVectors): RankingSignals {
  const { count, lengths } = read
  const none = new Float64Array(count)
  const columns = read.getColumns(question.terms)
  const signals: Partial<Record<RankingSignal, SignalColumn>> = {}

  const reach4 = columns.map(({ counts }) => spread(counts, 4))
  const rarity = columns.map(({ weight }, at) => weight * idf(count, (reach4[at] ?? none).filter((x) => x > 0).length))
  const words = new Map<number, SignalColumn>()
  for (const [reach, k1] of REACHES) {
    const near = columns.map(({ counts }) => spread(counts, reach))
    const column = toOne(bm25(near, rarity, spread(lengths, reach), k1))
    words.set(reach, column)
    signals[`words${reach}`] = column
    if (reach === 8 || reach === 16) signals[`together${reach}`] = computeCoverage(near, rarity, count)
  }
  const getColumn = (reach: number) => words.get(reach) ?? none
  signals.inRow = toOne(spread(read.getPairs(question.terms), 8))

  const believed = {
    near: sum(getColumn(8), getColumn(16), discounted(getColumn(4), 0.5)),
    far: sum(getColumn(32), discounted(getColumn(8), 0.7)),
  }
  for (const kind of ['near', 'far'] as const) {
    const telling = read.tellingTerms(believed[kind], FEEDBACKS[kind], columns)
    for (const reach of [8, 24] as const) {
      const near = telling.map(({ counts }) => spread(counts, reach))
      const weights = telling.map(({ weight }) => weight)
      signals[`${kind}${reach}` as RankingSignal] = toOne(bm25(near, weights, spread(lengths, reach), 1.2))
    }
  }

  const named = new Set(question.named)
  const spoken = read.lines.map(({ speaker }) => (named.has(speaker) ? 1 : 0))
  signals.speaker4 = toOne(
    spread(
      Float64Array.from(spoken, (one, i) => one * Math.min(60, read.words[i] ?? 0)),
      4,
    ),
  )
  signals.speaker16 = toOne(
    spread(
      Float64Array.from(spoken, (one, i) => one * Math.min(60, read.words[i] ?? 0)),
      16,
    ),
  )
  signals.speakerWords = toOne(
    spread(
      Float64Array.from(spoken, (one, i) => one * (getColumn(4)[i] ?? 0)),
      8,
    ),
  )
  signals.length = Float64Array.from(read.words, (n) => Math.log1p(n) / 5)
  signals.density = toOne(Float64Array.from(spread(Float64Array.from(read.words), 8), Math.log1p))

  Object.assign(
    signals,
    meaning === undefined ? withoutMeaning(none) : byMeaning(meaning, sum(getColumn(8), getColumn(16), getColumn(32))),
  )
  return signals as RankingSignals
}

const withoutMeaning = (none: SignalColumn) => ({
  meaning: none,
  meaning16: none,
  core: none,
  core24: none,
  alike: none,
})

function byMeaning({ question, core, lines }: QuestionVectors, believed: SignalColumn) {
  const count = lines.length
  const known = lines.filter((line) => line !== undefined)
  const mean = averageVectors(known, question.length)
  // The mean vector of the conversation carries no information about single passages, so it's subtracted.
  const centred = lines.map((line) => (line === undefined ? undefined : unit(line.map((x, i) => x - (mean[i] ?? 0)))))
  const ones = new Float64Array(count).fill(1)
  const smoothed = (column: SignalColumn, reach: number) => {
    const weights = spread(ones, reach)
    return standardize(spread(column, reach).map((x, i) => x / (weights[i] ?? 1)))
  }
  const whole = Float64Array.from(lines, (line) => (line === undefined ? 0 : dot(line, question)))
  const inner = Float64Array.from(centred, (line) => (line === undefined ? 0 : dot(line, core)))
  const asWhole = standardize(whole)
  const base = sum(
    believed,
    discounted(
      asWhole.map((x) => Math.max(0, x)),
      0.5,
    ),
  )
  const centre = new Float32Array(question.length)
  for (const line of indexesByDescendingValue(base).slice(0, FEEDBACKS.near.lines)) {
    const vector = centred[line]
    if (vector !== undefined)
      for (let i = 0; i < centre.length; i++) centre[i] = (centre[i] ?? 0) + (vector[i] ?? 0) * (base[line] ?? 0)
  }
  unit(centre)
  return {
    meaning: asWhole,
    meaning16: smoothed(whole, 16),
    core: standardize(inner),
    core24: smoothed(inner, 24),
    alike: standardize(Float64Array.from(centred, (line) => (line === undefined ? 0 : dot(line, centre)))),
  }
}

const idf = (all: number, having: number) => Math.log(1 + (all - having + 0.5) / (having + 0.5))

function computeCoverage(near: readonly SignalColumn[], rarity: readonly number[], count: number): SignalColumn {
  const whole = rarity.reduce((total, one) => total + one, 0)
  const share = new Float64Array(count)
  if (whole === 0) return share
  near.forEach((column, term) => {
    for (let i = 0; i < count; i++)
      if ((column[i] ?? 0) > 0.45) share[i] = (share[i] ?? 0) + (rarity[term] ?? 0) / whole
  })
  return share
}

function sum(...columns: readonly SignalColumn[]): SignalColumn {
  const total = new Float64Array(columns[0]?.length ?? 0)
  for (const column of columns) for (let i = 0; i < total.length; i++) total[i] = (total[i] ?? 0) + (column[i] ?? 0)
  return total
}

export function dot(one: Float32Array, other: Float32Array): number {
  let total = 0
  for (let i = 0; i < one.length; i++) total += (one[i] as number) * (other[i] as number)
  return total
}

function averageVectors(vectors: readonly Float32Array[], dimension: number): Float32Array {
  const mean = new Float32Array(dimension)
  for (const vector of vectors)
    for (let i = 0; i < dimension; i++) mean[i] = (mean[i] as number) + (vector[i] as number) / vectors.length
  return mean
}

/** Normalizes a vector in place to unit length. */
function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector)) || 1
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] as number) / length
  return vector
}
