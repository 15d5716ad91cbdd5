/** Ranks the hits of a conversation search. */
import type { SpokenHit, SpokenLine, Wanted } from '../../../core/search.ts'
import { createPairCount } from '../../../core/term-pairs.ts'
import type { Named } from './names.ts'
import type { Asked } from './prepare-query.ts'
import { type Ranked, rank } from './rank.ts'
import { speakersNamed, spokenBy } from './speakers.ts'
import { WEIGHTS, type Weights } from './weights.ts'

export interface RankedMoment extends Ranked<SpokenHit> {
  /** Line that answers best; set only if the conversation was ranked line by line. */
  readonly line?: SpokenLine | undefined
}

export interface RankedHits {
  /** Best first. */
  readonly moments: readonly RankedMoment[]
  /** Speakers in the hits that the question mentions by name. */
  readonly speakers: ReadonlySet<string>
}

export interface RankOptions {
  readonly named?: Named | undefined
  readonly weights?: Weights | undefined
  /** Whether a hit comes before all others that aren't first. */
  readonly isFirst?: ((hit: SpokenHit) => boolean) | undefined
}

export function rankHits(
  { question, wanted }: Pick<Asked, 'question' | 'wanted'>,
  hits: readonly SpokenHit[],
  { named = new Map(), weights, isFirst }: RankOptions = {},
): RankedHits {
  const speakers = speakersNamed(question, hits)
  if (wanted.terms.length === 0 && wanted.vector === undefined) return { moments: asTheyCome(hits), speakers }
  const moments = rank(hits, {
    groupOf: ({ conversationId }) => conversationId,
    overlapping: true,
    ...rulesFor(wanted, question.asks ? 'asked' : 'given'),
    ...(weights === undefined ? {} : { weights }),
    isFirst,
    namedAs: named.size === 0 ? undefined : (id) => named.get(id)?.confidence ?? 0,
    together: neighboursIn(wanted.terms),
    spokenBy: speakers.size === 0 ? undefined : ({ lines }) => spokenBy(lines, speakers),
  })
  return { moments, speakers }
}

/** Counts the distinct pairs of neighboring question terms that also occur in this order in a line of the passage. */
function neighboursIn(terms: readonly string[]): ((hit: SpokenHit) => number) | undefined {
  const count = createPairCount(terms)
  return count && (({ lines }) => count(lines.map(({ text }) => text)))
}

/** Ranking options shared by conversation search and knowledge search. */
export const rulesFor = ({ terms, vector }: Wanted, kind: keyof typeof WEIGHTS) => ({
  lexical: terms.length > 0,
  semantic: vector !== undefined,
  weights: WEIGHTS[kind],
})

/**
 * Order without ranking criteria: newest conversation first, as the index returns them, then by position. All scores
 * are equal.
 */
function asTheyCome(hits: readonly SpokenHit[]): Ranked<SpokenHit>[] {
  const moments: Ranked<SpokenHit>[] = []
  for (const found of Map.groupBy(hits, ({ conversationId }) => conversationId).values()) {
    let last = Number.NEGATIVE_INFINITY
    for (const hit of found.toSorted((a, b) => a.position - b.position)) {
      if (hit.position <= last + 1) continue
      last = hit.position
      moments.push({ hit, score: 1 })
    }
  }
  return moments
}
