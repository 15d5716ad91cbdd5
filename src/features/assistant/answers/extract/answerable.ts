/**
 * Estimates whether a text contains an answer. A logistic model rates the question's terms and names in the text, their
 * distances, and the lead of the best passage. `npm run train:answers` trains its weights.
 */
import { stemWord } from '../../../../core/stems.ts'
import { isSmallWord, splitWords } from '../../../../core/terms.ts'
import { isTalk } from '../../../text/key-phrases/index.ts'
import { isAskingTerm, type RankingQuestion, type ReadLines } from '../../../text/passage-ranking/index.ts'
import type { SourceLine } from '../../../text/passages/index.ts'
import { COMMON_VERBS } from './topic.ts'

export const SIGNS = [
  'one',
  'anywhere',
  'within8',
  'within24',
  'inLine',
  'missing',
  'missing3',
  'found',
  'missingNames',
  'named',
  'terms',
  'inRow',
  'rarest',
  'together',
  'related',
  'often',
  'likeness',
  'likenessKnown',
  'ahead',
] as const
export type Sign = (typeof SIGNS)[number]

const LIKENESS_KNOWN = SIGNS.indexOf('likenessKnown')

/** Whether the text has embeddings. @param signs values of `SIGNS` */
export const isMeaningKnown = (signs: Float64Array): boolean => signs[LIKENESS_KNOWN] === 1

/** Number of lines that each window covers in both directions. */
const REACHES = [0, 8, 24] as const

/** Terms that describe the form of an answer, and pronouns. An answer needn't contain them. */
const OF_FORM: ReadonlySet<string> = new Set(
  `much many long often far old kind sort type thing exactly please actually really happen take name else also only even
  final total overall exact actual current currently usually responsible quickly soon regularly frequently available availability myself yourself himself herself itself ourselves themselves anyone anybody someone somebody everyone
  everybody nobody`
    .split(/\s+/)
    .map(stemWord),
)

/** Terms of questions that the answer states in other words: “How much is it worth?” is answered by an amount. */
const OF_VALUE: ReadonlySet<string> = new Set(
  'worth cost price expensive fee charge amount date day number reason opinion view status'.split(' ').map(stemWord),
)

/** Terms of verbs that questions about anything contain, and whose past tense is another term. */
const OF_VERBS: ReadonlySet<string> = new Set(COMMON_VERBS.map(stemWord))

/** Whether a term describes the form of an answer: “how much”, “what kind”. */
export const isFormTerm = (term: string): boolean => OF_FORM.has(term)

/** Whether the answer states a term of the question in other words: a sum of money states the cost. */
export const isValueTerm = (term: string): boolean => OF_VALUE.has(term)

/** Whether speakers must say a term of the question somewhere if the question has an answer. */
export const isContentTerm = (term: string): boolean =>
  !OF_FORM.has(term) && !OF_VALUE.has(term) && !OF_VERBS.has(term) && !isTalk(term)

/** The same, or a verb that questions about anything contain: “How long does planning take?” */
export const hasMeaning = (term: string): boolean => isContentTerm(term) || (OF_VERBS.has(term) && !isTalk(term))

/** Whether a question has a topic in addition to words for speaking: “What did Nico propose?” has none. */
export const hasTopic = ({ terms }: Pick<RankingQuestion, 'terms'>): boolean =>
  terms.some((term) => hasMeaning(term) && !isAskingTerm(term))

function selectSignificantTerms({ terms }: RankingQuestion): readonly string[] {
  const telling = terms.filter((term) => !OF_FORM.has(term))
  return telling.length > 0 ? telling : terms
}

/** Minimum number of passages of which the best one can be ahead: the training data has no shorter texts. */
const PASSAGES_MIN = 12
/** Value of `ahead` for texts of fewer passages: the mean of the training data. */
const AHEAD_MEAN = 0.57
const AHEAD_SCALE = 4

/** How far the probability of the best passage is above the median: its logarithm, scaled to about 0 to 1. */
function computeAhead(probabilities: readonly number[]): number {
  if (probabilities.length < PASSAGES_MIN) return AHEAD_MEAN
  const sorted = probabilities.toSorted((a, b) => b - a)
  const [best = 0, median = 0] = [sorted[0], sorted[Math.floor(sorted.length / 2)]]
  return Math.log((best + 1e-6) / (median + 1e-9)) / AHEAD_SCALE
}

export interface TextRanking {
  /** Cosine similarity of the question and the most similar passage, if known. */
  readonly likeness?: number | undefined
  /** Probabilities of the passages. None if they weren't ranked. */
  readonly probabilities?: readonly number[]
}

export function computeAnswerFeatures(
  read: ReadLines,
  question: RankingQuestion,
  { likeness, probabilities = [] }: TextRanking = {},
): Float64Array {
  const { count } = read
  const terms = selectSignificantTerms(question)
  const columns = read.getColumns(terms)
  const distinct = new Set(terms)
  const holding = columns.map(({ counts }) => Uint8Array.from(counts, (n) => (n > 0 ? 1 : 0)))
  const exact = columns.map(({ counts }) => counts.some((n) => n >= 1))
  const rarity = (n: number) => Math.log(1 + (count - n + 0.5) / (n + 0.5))
  const weights = holding.map((column) => rarity(column.reduce((sum, one) => sum + one, 0)))
  const missing = Math.max(0, distinct.size - columns.length)
  const all = weights.reduce((sum, one) => sum + one, 0) + missing * rarity(0) || 1
  const sumWeights = (wanted: (index: number) => boolean) =>
    weights.reduce((sum, weight, index) => sum + (wanted(index) ? weight : 0), 0) / all
  const [inLine, within8, within24] = REACHES.map((reach) => bestShare(holding, weights, count, reach) / all)
  const often = columns.reduce(
    (sum, { counts }, index) => sum + (weights[index] ?? 0) * Math.log1p(counts.reduce((a, b) => a + b, 0)),
    0,
  )
  const values: Record<Sign, number> = {
    one: 1,
    anywhere: sumWeights((index) => exact[index] === true),
    within8: within8 ?? 0,
    within24: within24 ?? 0,
    inLine: inLine ?? 0,
    missing: missing / Math.max(1, distinct.size),
    missing3: Math.min(3, missing) / 3,
    found: exact.filter(Boolean).length / Math.max(1, distinct.size),
    missingNames: Math.min(2, missingNames(question.text, read.lines)) / 2,
    named: question.named.length > 0 ? 1 : 0,
    terms: Math.min(10, distinct.size) / 10,
    inRow: read.getPairs(terms).some((n) => n > 0) ? 1 : 0,
    rarest: Math.max(0, ...weights.filter((_, index) => exact[index])) / 8,
    together: (within8 ?? 0) * Math.min(1, distinct.size / 4),
    related: sumWeights((index) => exact[index] === false),
    often: often / all / 4,
    likeness: likeness ?? 0,
    likenessKnown: likeness === undefined ? 0 : 1,
    ahead: computeAhead(probabilities),
  }
  return Float64Array.from(SIGNS, (name) => values[name])
}

export const computeAnswerability = (signs: Float64Array, weights: Readonly<Partial<Record<Sign, number>>>): number =>
  computeLogistic(SIGNS, signs, weights)

/** @param names of the values, in their order */
export function computeLogistic<Name extends string>(
  names: readonly Name[],
  values: Float64Array,
  weights: Readonly<Partial<Record<Name, number>>>,
): number {
  const sum = names.reduce((total, name, at) => total + (weights[name] ?? 0) * (values[at] ?? 0), 0)
  return 1 / (1 + Math.exp(-sum))
}

/** Maximum weight of question terms within a window of lines. */
function bestShare(holding: readonly Uint8Array[], weights: readonly number[], count: number, reach: number): number {
  const sums = new Float64Array(count)
  holding.forEach((column, term) => {
    let until = -1
    for (let line = 0; line < count; line++) {
      if (column[line] !== 1) continue
      const to = Math.min(count - 1, line + reach)
      for (let at = Math.max(until + 1, line - reach); at <= to; at++) sums[at] = (sums[at] ?? 0) + (weights[term] ?? 0)
      until = to
    }
  })
  return sums.reduce((max, one) => Math.max(max, one), 0)
}

/** Counts names in the question that are neither said nor names of speakers. */
function missingNames(question: string, lines: readonly SourceLine[]): number {
  const names = question
    .split(/\s+/)
    .filter((raw, index) => index > 0 && /^["'“(]*\p{Lu}/u.test(raw))
    .flatMap(splitWords)
    .filter((word) => word.length > 1 && !isSmallWord(word))
  if (names.length === 0) return 0
  const left = new Set(names)
  for (const speaker of new Set(lines.map((line) => line.speaker)))
    for (const word of splitWords(speaker)) left.delete(word)
  for (const { text } of lines) {
    if (left.size === 0) break
    const folded = text.toLowerCase()
    if (![...left].some((word) => folded.includes(word) || /[^\x20-\x7e]/.test(text))) continue
    for (const word of splitWords(text)) left.delete(word)
  }
  return left.size
}
