/** Ranks the hits of a conversation search. */
import type { SearchCriteria, SpokenHit, TranscriptLine } from '../../../core/search.ts'
import { createPairCount } from '../../../core/term-pairs.ts'
import type { Named } from './names.ts'
import type { PreparedQuery } from './prepare-query.ts'
import { type RankedHit, rank } from './rank.ts'
import { speakersNamed, weighNamedSpeakers } from './speakers.ts'
import { type RankingWeights, WEIGHTS } from './weights.ts'

export interface RankedMoment extends RankedHit<SpokenHit> {
  /** Line that answers best; set only if the conversation was ranked line by line. */
  readonly line?: TranscriptLine | undefined
}

export interface RankedHits {
  /** Best first. */
  readonly moments: readonly RankedMoment[]
  /** Speakers in the hits that the question mentions by name. */
  readonly speakers: ReadonlySet<string>
}

export interface RankOptions {
  readonly named?: Named | undefined
  readonly weights?: RankingWeights | undefined
  /** Whether a hit comes before all others that aren't first. */
  readonly isFirst?: ((hit: SpokenHit) => boolean) | undefined
}

export function rankHits(
  { question, criteria }: Pick<PreparedQuery, 'question' | 'criteria'>,
  hits: readonly SpokenHit[],
  { named = new Map(), weights, isFirst }: RankOptions = {},
): RankedHits {
  const speakers = speakersNamed(question, hits)
  if (criteria.terms.length === 0 && criteria.vector === undefined) return { moments: asTheyCome(hits), speakers }
  const moments = rank(hits, {
    getGroup: ({ conversationId }) => conversationId,
    overlapping: true,
    ...rulesFor(criteria, question.isQuestion ? 'asked' : 'given'),
    ...(weights === undefined ? {} : { weights }),
    isFirst,
    namedAs: named.size === 0 ? undefined : (id) => named.get(id)?.confidence ?? 0,
    together: neighboursIn(criteria.terms),
    spokenBy: speakers.size === 0 ? undefined : ({ lines }) => weighNamedSpeakers(lines, speakers),
  })
  return { moments, speakers }
}

/** Counts the distinct pairs of neighboring question terms that also occur in this order in a line of the passage. */
function neighboursIn(terms: readonly string[]): ((hit: SpokenHit) => number) | undefined {
  const count = createPairCount(terms)
  return count && (({ lines }) => count(lines.map(({ text }) => text)))
}

/** Ranking options shared by conversation search and knowledge search. */
export const rulesFor = ({ terms, vector }: SearchCriteria, kind: keyof typeof WEIGHTS) => ({
  lexical: terms.length > 0,
  semantic: vector !== undefined,
  weights: WEIGHTS[kind],
})

/**
 * Order without ranking criteria: newest conversation first, as the index returns them, then by position. All scores
 * are equal.
 */
function asTheyCome(hits: readonly SpokenHit[]): RankedHit<SpokenHit>[] {
  const moments: RankedHit<SpokenHit>[] = []
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
