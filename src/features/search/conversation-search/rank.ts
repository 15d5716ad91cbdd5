/**
 * Ranks the hits of the index. Pure functions.
 *
 * Lexical and semantic scores have different units, so each is scaled to 0 to 1 over the hits. Adding scaled scores
 * ranks better than adding ranks. Of neighboring passages, only the best is kept. The score rises if the question names
 * the speaker. It also rises with the score of the whole conversation: a conversation that returns to a subject is more
 * likely the intended one.
 */
import type { IndexHit } from '../../../core/search.ts'
import type { RankingWeights } from './weights.ts'

export interface RankingRules<H extends IndexHit> {
  /** ID of the conversation or source of a hit. */
  readonly getGroup: (hit: H) => string
  /** Whether neighboring passages overlap, so that only one of them is returned. */
  readonly overlapping: boolean
  /** Whether the search compared words, and whether it compared meaning. */
  readonly lexical: boolean
  readonly semantic: boolean
  /** Ratio of a hit that a named speaker says, 0 to 1; undefined if the question names no speaker. */
  readonly spokenBy?: ((hit: H) => number) | undefined
  /** Number of neighboring question terms that are neighbors in a hit too; undefined if there are none to compare. */
  readonly together?: ((hit: H) => number) | undefined
  /** Confidence that the question names the conversation, 0 to 1; undefined if it names none. */
  readonly namedAs?: ((group: string) => number) | undefined
  /** Whether a hit comes before all others that aren't first. */
  readonly isFirst?: ((hit: H) => boolean) | undefined
  readonly weights: RankingWeights
}

export interface RankedHit<H extends IndexHit> {
  readonly hit: H
  /** 0 to 1. */
  readonly score: number
}

/**
 * Ranks hits, best first. The result doesn't depend on the order of the hits: ties are sorted by group and position.
 */
export function rank<H extends IndexHit>(found: readonly H[], rules: RankingRules<H>): RankedHit<H>[] {
  const { getGroup, weights } = rules
  const byPlace = (a: H, b: H) => compare(getGroup(a), getGroup(b)) || a.position - b.position
  const first = new Set(rules.isFirst === undefined ? [] : found.filter(rules.isFirst))
  const place = ({ hit }: RankedHit<H>) => (first.has(hit) ? 0 : 1)
  const compareRanked = (a: RankedHit<H>, b: RankedHit<H>) =>
    place(a) - place(b) || b.score - a.score || byPlace(a.hit, b.hit)
  // Sorted first, because floating-point sums depend on the order.
  const hits = found.toSorted(byPlace)
  const scores = fuseScores(hits, rules, weights)
  const own = hits.map((hit, index) => ({ hit, score: byNamed(scores[index] ?? 0, rules.spokenBy?.(hit), weights) }))
  const passages = own.toSorted(compareRanked)
  const moments = rules.overlapping ? withoutNeighbours(passages, getGroup) : passages
  return byName(
    asAWhole(byTogether(moments, rules, weights), weights).toSorted(compareRanked),
    rules,
    weights,
  ).toSorted(compareRanked)
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Combined lexical and semantic scores, in the order of the hits. */
function fuseScores(
  hits: readonly IndexHit[],
  asked: { lexical: boolean; semantic: boolean },
  weights: RankingWeights,
): number[] {
  const most = Math.max(0, ...hits.map(({ lexical }) => lexical))
  const known = hits.flatMap(({ semantic }) => (semantic === null ? [] : [semantic]))
  const low = Math.min(...known)
  const width = Math.max(...known) - low
  const scaleSimilarity = (semantic: number) => (width > 0 ? (semantic - low) / width : 1)
  // A hit without a vector gets the mean similarity, which is neutral.
  const usual = known.reduce((sum, one) => sum + scaleSimilarity(one), 0) / Math.max(1, known.length)
  const byWords = asked.lexical ? (asked.semantic && known.length > 0 ? weights.lexical : 1) : 0
  const byMeaning = asked.semantic && known.length > 0 ? 1 - byWords : 0
  return hits.map(
    ({ lexical, semantic }) =>
      byWords * (most > 0 ? lexical / most : 0) + byMeaning * (semantic === null ? usual : scaleSimilarity(semantic)),
  )
}

function byNamed(score: number, share: number | undefined, { speaker }: RankingWeights): number {
  return share === undefined ? score : (score * (1 + speaker * share)) / (1 + speaker)
}

/** Number of best hits whose text is compared, because comparing text is slow. */
const READ = 100

/** Raises hits in which terms are neighbors as in the question: “gas limit”, “devnet 5”. */
function byTogether<H extends IndexHit>(
  best: readonly RankedHit<H>[],
  { together }: RankingRules<H>,
  weights: RankingWeights,
): readonly RankedHit<H>[] {
  if (together === undefined) return best
  const read = best.slice(0, READ).map(({ hit }) => together(hit))
  const most = Math.max(0, ...read)
  if (most === 0) return best
  return best.map(({ hit, score }, at) => ({
    hit,
    score: (1 - weights.together) * score + (weights.together * (read[at] ?? 0)) / most,
  }))
}

/** Removes hits next to a better one. @param best hits, best first */
function withoutNeighbours<H extends IndexHit>(
  best: readonly RankedHit<H>[],
  groupOf: (hit: H) => string,
): RankedHit<H>[] {
  const taken = new Map<string, Set<number>>()
  return best.filter(({ hit }) => {
    const group = groupOf(hit)
    const positions = taken.get(group) ?? new Set()
    if ([-1, 0, 1].some((step) => positions.has(hit.position + step))) return false
    taken.set(group, positions.add(hit.position))
    return true
  })
}

function asAWhole<H extends IndexHit>(
  moments: readonly RankedHit<H>[],
  { conversation }: RankingWeights,
): RankedHit<H>[] {
  const most = Math.max(0, ...moments.map(({ hit }) => hit.whole))
  // Without a lexical search there are no conversation scores.
  if (most === 0) return [...moments]
  return moments.map(({ hit, score }) => ({
    hit,
    score: clamped((1 - conversation) * score + (conversation * hit.whole) / most),
  }))
}

/** Number of hits of a named conversation that its name raises. */
const NAME_RAISES = 2

/**
 * Raises the best hits of conversations that the question names. The others have to match by themselves, so that a
 * title doesn't put a whole conversation before the sentence that answers.
 * @param best hits, best first
 */
function byName<H extends IndexHit>(
  best: RankedHit<H>[],
  { getGroup, namedAs }: RankingRules<H>,
  { name }: RankingWeights,
): RankedHit<H>[] {
  if (namedAs === undefined) return best
  const raised = new Map<string, number>()
  return best.map(({ hit, score }) => {
    const group = getGroup(hit)
    const before = raised.get(group) ?? 0
    raised.set(group, before + 1)
    return { hit, score: clamped((1 - name) * score + (before < NAME_RAISES ? name * namedAs(group) : 0)) }
  })
}

/** Corrects rounding errors of sums to the range 0 to 1. */
const clamped = (score: number) => Math.min(1, Math.max(0, score))
