/**
 * Recognizes the kind of a question: a multinomial logistic regression on the vector of the question and on its words
 * and pairs of words. `npm run train:kinds` trains its weights with the questions in `bench/kind-examples.json`.
 */
import { readKindWords } from './classified-text.ts'
import weights from './kind-weights.json' with { type: 'json' }
import { KINDS, type RecordKind } from './kinds.ts'

export interface RatedKind {
  /** `none`: no record answers the question. */
  readonly kind: RecordKind | 'none'
  readonly probability: number
}

/** Vector space that the weights of vectors belong to. */
export const CLASSIFIER_MODEL = weights.model

/** Weights of one model. */
interface PackedWeights {
  /** Factor of the packed numbers. */
  readonly step: number
  /** One row for each kind, in Base64: a signed byte for each number of the vector and each word, then the bias. */
  readonly rows: string
}

interface Model {
  readonly step: number
  readonly rows: Int8Array
  /** Number of dimensions of the vector. 0: words only. */
  readonly dimension: number
  readonly width: number
}

const isKind = (name: string): name is RecordKind | 'none' => name === 'none' || name in KINDS
const CLASSES = weights.kinds.map((kind) => {
  if (!isKind(kind)) throw new Error(`No kind of question is named ${kind}.`)
  return kind
})
const WORDS: ReadonlyMap<string, number> = new Map(weights.words.map((word, at) => [word, at]))
const WITH_VECTOR = unpackModel(weights.withVector)
const WORDS_ONLY = unpackModel(weights.wordsOnly)

/** @throws Error if the size is wrong */
function unpackModel({ step, rows }: PackedWeights): Model {
  const bytes = Buffer.from(rows, 'base64')
  const width = bytes.length / CLASSES.length
  const dimension = width - WORDS.size - 1
  if (!Number.isInteger(width) || dimension < 0) throw new Error('The weights of kinds of questions have a wrong size.')
  return { step, rows: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), dimension, width }
}

/**
 * @param text from `toClassifiedText`
 * @param vector of the text, in the space `CLASSIFIER_MODEL`; undefined if only words can be compared
 * @returns all kinds, most probable first
 */
export function classifyText(text: string, vector: Float32Array | undefined): RatedKind[] {
  const { step, rows, dimension, width } = vector === undefined ? WORDS_ONLY : WITH_VECTOR
  const known = readKindWords(text).flatMap((word) => WORDS.get(word) ?? [])
  const share = 1 / Math.sqrt(known.length || 1)
  const scores = CLASSES.map((_, at) => {
    const from = at * width
    let sum = rows[from + width - 1] ?? 0
    for (let i = 0; i < dimension; i++) sum += (rows[from + i] ?? 0) * (vector?.[i] ?? 0)
    for (const word of known) sum += (rows[from + dimension + word] ?? 0) * share
    return sum * step
  })
  const most = Math.max(...scores)
  const likelihoods = scores.map((score) => Math.exp(score - most))
  const total = likelihoods.reduce((sum, one) => sum + one, 0)
  return CLASSES.map((kind, at) => ({ kind, probability: (likelihoods[at] ?? 0) / total })).toSorted(
    (a, b) => b.probability - a.probability,
  )
}
