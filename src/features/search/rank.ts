/**
 * From what the index found to an order. Pure.
 *
 * Words and meaning are measured in units that cannot be compared, so each is laid out between 0 and 1 over what was
 * found (the sum of scores laid out so ranks better than the sum of ranks). A moment is found by its best passage. It
 * gains by who speaks and by how much its whole conversation speaks of the matter: one that comes back to it is more
 * likely the one that was meant.
 */
import type { Hit } from '../../core/search.ts'
import type { Weights } from './weights.ts'

export interface Rules<H extends Hit> {
  /** The conversation or source it is part of. */
  readonly groupOf: (hit: H) => string
  /** Whether passages in a row share what they hold, so that only one of them is told. */
  readonly overlapping: boolean
  /** Whether words, and whether meaning, were looked for. */
  readonly lexical: boolean
  readonly semantic: boolean
  /** 0 to 1: how much of it is by whom was asked for; undefined when nobody was. */
  readonly spokenBy?: ((hit: H) => number) | undefined
  /** How many neighbours of the question stand side by side in it; undefined when there are none to look for. */
  readonly together?: ((hit: H) => number) | undefined
  /** 0 to 1: how surely the question names that conversation; undefined when it names none. */
  readonly namedAs?: ((group: string) => number) | undefined
  readonly weights: Weights
}

export interface Ranked<H extends Hit> {
  readonly hit: H
  /** 0 to 1. */
  readonly score: number
}

/** Best first, whatever the order of the hits; equal ones by group and position. */
export function rank<H extends Hit>(found: readonly H[], rules: Rules<H>): Ranked<H>[] {
  const { groupOf, weights } = rules
  const byPlace = (a: H, b: H) => compare(groupOf(a), groupOf(b)) || a.position - b.position
  const best = (a: Ranked<H>, b: Ranked<H>) => b.score - a.score || byPlace(a.hit, b.hit)
  // In one order from the start: sums of the same numbers in another order may be other sums.
  const hits = found.toSorted(byPlace)
  const scores = fused(hits, rules, weights)
  const own = hits.map((hit, index) => ({ hit, score: byNamed(scores[index] ?? 0, rules.spokenBy?.(hit), weights) }))
  const passages = own.toSorted(best)
  const moments = rules.overlapping ? withoutNeighbours(passages, groupOf) : passages
  return byName(asAWhole(byTogether(moments, rules, weights), weights), rules, weights).toSorted(best)
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** One score each, in the order of the hits. */
function fused(hits: readonly Hit[], asked: { lexical: boolean; semantic: boolean }, weights: Weights): number[] {
  const most = Math.max(0, ...hits.map(({ lexical }) => lexical))
  const known = hits.flatMap(({ semantic }) => (semantic === null ? [] : [semantic]))
  const low = Math.min(...known)
  const width = Math.max(...known) - low
  const near = (semantic: number) => (width > 0 ? (semantic - low) / width : 1)
  // What has no vector yet is as near as the others are on the whole: neither pushed back nor forward.
  const usual = known.reduce((sum, one) => sum + near(one), 0) / Math.max(1, known.length)
  const byWords = asked.lexical ? (asked.semantic && known.length > 0 ? weights.lexical : 1) : 0
  const byMeaning = asked.semantic && known.length > 0 ? 1 - byWords : 0
  return hits.map(
    ({ lexical, semantic }) =>
      byWords * (most > 0 ? lexical / most : 0) + byMeaning * (semantic === null ? usual : near(semantic)),
  )
}

function byNamed(score: number, share: number | undefined, { speaker }: Weights): number {
  return share === undefined ? score : (score * (1 + speaker * share)) / (1 + speaker)
}

/** Moments whose words are looked at, the best of them: it takes reading them. */
const READ = 100

/** Words that stand together in the question mean more where they do so again: “gas limit”, “devnet 5”. */
function byTogether<H extends Hit>(
  best: readonly Ranked<H>[],
  { together }: Rules<H>,
  weights: Weights,
): readonly Ranked<H>[] {
  if (together === undefined) return best
  const read = best.slice(0, READ).map(({ hit }) => together(hit))
  const most = Math.max(0, ...read)
  if (most === 0) return best
  return best.map(({ hit, score }, at) => ({
    hit,
    score: (1 - weights.together) * score + (weights.together * (read[at] ?? 0)) / most,
  }))
}

/** @param best best first: whichever comes first is told, and those beside it are not. */
function withoutNeighbours<H extends Hit>(best: readonly Ranked<H>[], groupOf: (hit: H) => string): Ranked<H>[] {
  const taken = new Map<string, Set<number>>()
  return best.filter(({ hit }) => {
    const group = groupOf(hit)
    const positions = taken.get(group) ?? new Set()
    if ([-1, 0, 1].some((step) => positions.has(hit.position + step))) return false
    taken.set(group, positions.add(hit.position))
    return true
  })
}

function asAWhole<H extends Hit>(moments: readonly Ranked<H>[], { conversation }: Weights): Ranked<H>[] {
  const most = Math.max(0, ...moments.map(({ hit }) => hit.whole))
  // Where no words were looked for, what was found is all that is known of a conversation.
  if (most === 0) return [...moments]
  return moments.map(({ hit, score }) => ({
    hit,
    score: clamped((1 - conversation) * score + (conversation * hit.whole) / most),
  }))
}

/** Whoever names a conversation wants that one, whatever else is said of its name elsewhere. */
function byName<H extends Hit>(all: Ranked<H>[], { groupOf, namedAs }: Rules<H>, { name }: Weights): Ranked<H>[] {
  if (namedAs === undefined) return all
  return all.map(({ hit, score }) => ({ hit, score: clamped((1 - name) * score + name * namedAs(groupOf(hit))) }))
}

/** Sums of shares may come out a hair beyond. */
const clamped = (score: number) => Math.min(1, Math.max(0, score))
