/**
 * Central sentences of a text: sentences that are similar to many other central ones (LexRank; G. Erkan and D. Radev,
 * 2004), selected without redundancy (maximal marginal relevance; J. Carbonell and J. Goldstein, 1998).
 */
import { announces, isNotice } from './notices.ts'
import type { TranscriptSentence } from './sentences.ts'

/** Minimum and maximum number of words, and minimum number of terms, of a self-contained sentence. */
const SHORTEST = 8
const LONGEST = 35
const TERMS_MIN = 4
/** Maximum number of sentences that are compared with each other. */
const COMPARED_MAX = 120
const DAMPING = 0.85
const ROUNDS = 20
/** Weight of centrality in the selection; the rest is the weight of novelty. */
const CENTRAL = 0.6
/** Cosine similarity from which two sentences say the same: an agent repeats an offer, a bot its answer. */
const SAME = 0.9

export type TermVector = ReadonlyMap<string, number>

/** Rarity of each term in the conversation. */
export function computeRarity(sentences: readonly TranscriptSentence[]): TermVector {
  const holding = new Map<string, number>()
  for (const { terms } of sentences) for (const term of new Set(terms)) holding.set(term, (holding.get(term) ?? 0) + 1)
  return new Map([...holding].map(([term, n]) => [term, Math.log(1 + sentences.length / n)]))
}

/** Questions, also without a question mark, which speech recognition often leaves out. */
const ASKS =
  /[?？]|^(?:(?:and|so|but|okay|well),? )*(?:can|could|do|does|did|will|would|should|is|are|have|has) (?:we|you|they|it|i|there)\b/i

/** Whether a sentence has the length and the content of a statement about the subjects of the conversation. */
const isStatement = ({ length, terms, text }: TranscriptSentence): boolean =>
  length >= SHORTEST &&
  length <= LONGEST &&
  terms.length >= TERMS_MIN &&
  !ASKS.test(text) &&
  !isNotice({ text }) &&
  !announces(text)

export interface WeightedSentence {
  readonly sentence: TranscriptSentence
  /** Centrality, 0 to 1. The most central sentence has 1. */
  readonly weight: number
  readonly vector: TermVector
}

/** Self-contained sentences, most central first. */
export function weighSentences(sentences: readonly TranscriptSentence[], rarity: TermVector): WeightedSentence[] {
  const statements = sentences.filter(isStatement)
  const alone = statements.filter(({ standsAlone }) => standsAlone)
  // A sentence that depends on its neighbors is better than a part of the conversation without any.
  const can = alone.length > 0 ? alone : statements.filter(({ spans }) => spans.length > 0)
  const vectors = can.map((sentence) => unit(weighTerms(sentence.terms, rarity)))
  const middle = new Map<string, number>()
  for (const vector of vectors) for (const [term, x] of vector) middle.set(term, (middle.get(term) ?? 0) + x)
  const compared = vectors
    .map((vector, index) => ({ vector, index, near: dot(vector, middle) }))
    .toSorted((a, b) => b.near - a.near)
    .slice(0, COMPARED_MAX)
  const ranks = lexRank(compared.map(({ vector }) => vector))
  const most = Math.max(...ranks, Number.MIN_VALUE)
  return compared
    .flatMap(({ vector, index }, at) => {
      const sentence = can[index]
      if (sentence === undefined) return []
      return [{ sentence, vector, weight: ((ranks[at] ?? 0) / most) * fluency(sentence) }]
    })
    .toSorted((a, b) => b.weight - a.weight || a.sentence.position - b.sentence.position)
}

/** @param said sentences that were selected before, to avoid redundancy */
export function chooseSentences(
  from: readonly WeightedSentence[],
  count: number,
  said: WeightedSentence[] = [],
): WeightedSentence[] {
  const picked: WeightedSentence[] = []
  let left = [...from]
  while (picked.length < count) {
    const worths = left.map((one) => {
      const again = [...said, ...picked].reduce((most, { vector }) => Math.max(most, dot(one.vector, vector)), 0)
      return { one, again, worth: CENTRAL * one.weight - (1 - CENTRAL) * again }
    })
    const best = worths
      .filter(({ again }) => again < SAME)
      .reduce<(typeof worths)[number] | undefined>((a, b) => (a === undefined || b.worth > a.worth ? b : a), undefined)
    if (best === undefined) break
    picked.push(best.one)
    left = left.filter((one) => one !== best.one)
  }
  return picked
}

/** Ratio of the text that remains without hesitations. Sentences with many hesitations are poor quotes. */
function fluency({ text, spans }: TranscriptSentence): number {
  return (
    text.length /
    Math.max(
      1,
      spans.reduce((sum, { quote }) => sum + quote.length, 0),
    )
  )
}

function lexRank(vectors: readonly TermVector[]): number[] {
  const n = vectors.length
  const alike = vectors.map((a, i) => vectors.map((b, j) => (i === j ? 0 : dot(a, b))))
  const sums = alike.map((row) => row.reduce((sum, x) => sum + x, 0) || 1)
  let ranks = vectors.map(() => 1 / n)
  for (let round = 0; round < ROUNDS; round++) {
    ranks = ranks.map((_, to) => {
      let got = 0
      for (let from = 0; from < n; from++) got += ((alike[from]?.[to] ?? 0) / (sums[from] ?? 1)) * (ranks[from] ?? 0)
      return (1 - DAMPING) / n + DAMPING * got
    })
  }
  return ranks
}

function weighTerms(terms: readonly string[], rarity: TermVector): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + (rarity.get(term) ?? 0))
  return counts
}

function unit(vector: Map<string, number>): TermVector {
  const length = Math.hypot(...vector.values()) || 1
  return new Map([...vector].map(([term, x]) => [term, x / length]))
}

export function dot(a: TermVector, b: TermVector): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  let sum = 0
  for (const [term, x] of small) sum += x * (large.get(term) ?? 0)
  return sum
}
