/** Matches the hits of a search with the words of its query, and selects those to show. */
import type { IndexHit, SpokenHit } from '../../../core/search.ts'
import { createTermSight } from '../../../core/term-prefilter.ts'
import type { permittedConversations } from '../../conversations/records/index.ts'
import { type Comparable, createCompare, createNames, type Matched } from './match.ts'
import type { Match, MatchFilter } from './match-kinds.ts'
import type { Named } from './names.ts'
import type { PreparedQuery, SearchPorts } from './prepare-query.ts'
import type { QueryWord } from './query-words.ts'
import type { RankedHit } from './rank.ts'
import { linesBy } from './speakers.ts'

export interface MatchedHits<H extends IndexHit> {
  findMatch(hit: H): Matched
  /** Words of the query that nothing in scope contains. */
  readonly unknown: ReadonlySet<QueryWord>
}

/** With `speaker:`, only the lines of these speakers count. */
export async function matchSpokenHits(
  { db, org, search }: Pick<SearchPorts, 'db' | 'org' | 'search'>,
  permitted: ReturnType<typeof permittedConversations>,
  asked: PreparedQuery,
  found: readonly SpokenHit[],
  named: Named = new Map(),
): Promise<MatchedHits<SpokenHit>> {
  const hits = asSpoken(found, asked)
  const namesOf = createNames(named)
  const names = hits.map(({ conversationId, lines }) => namesOf(conversationId, lines))
  const missing = unsaid(asked.words, hits, [...names, ...[...named.values()].map(({ terms }) => terms)])
  const terms = missing.flatMap(({ runs }) => runs.flat())
  const said = terms.length === 0 ? new Map() : await search.saidIn(db, org, { conversations: permitted }, terms, 1)
  const unknown = new Set(missing.filter(({ runs }) => !runs.some((run) => run.every((term) => said.has(term)))))
  return matched(
    asked,
    found.map((hit, at) => ({
      hit,
      held: hits[at]?.held ?? [],
      names: names[at] ?? new Set(),
      texts: () => hits[at]?.lines.map(({ text }) => text) ?? [],
    })),
    unknown,
  )
}

function asSpoken(
  hits: readonly SpokenHit[],
  { question: { speakers }, criteria }: PreparedQuery,
): readonly SpokenHit[] {
  if (speakers.length === 0) return hits
  const sight = createTermSight(criteria.noted ?? [])
  return hits.map((hit) => {
    const lines = linesBy(hit.lines, speakers)
    return { ...hit, lines, held: [...sight(lines.map(({ text }) => text).join('\n'))] }
  })
}

/** @param textsOf verbatim texts of a hit */
export function matchWrittenHits<H extends IndexHit>(
  asked: PreparedQuery,
  hits: readonly H[],
  textsOf: (hit: H) => readonly string[],
): MatchedHits<H> {
  const unknown = new Set(unsaid(asked.words, hits, []))
  return matched(
    asked,
    hits.map((hit) => ({ hit, held: hit.held, names: new Set(), texts: () => textsOf(hit) })),
    unknown,
  )
}

const unsaid = (
  words: readonly QueryWord[],
  hits: readonly IndexHit[],
  names: readonly ReadonlySet<string>[],
): QueryWord[] => {
  const held = new Set(hits.flatMap((hit) => hit.held))
  for (const terms of names) for (const term of terms) held.add(term)
  return words.filter(({ runs }) => !runs.some((run) => run.every((term) => held.has(term))))
}

function matched<H extends IndexHit>(
  asked: PreparedQuery,
  all: readonly (Comparable & { readonly hit: H })[],
  unknown: ReadonlySet<QueryWord>,
): MatchedHits<H> {
  const compare = createCompare(
    asked,
    all.map(({ hit }) => hit),
    unknown,
  )
  const known = new Map<H, Matched>(all.map((one) => [one.hit, compare(one)]))
  const NONE: Matched = { match: 'related', isNear: false, isNamed: false }
  return { unknown, findMatch: (hit) => known.get(hit) ?? NONE }
}

/** Maximum number of results of a conversation that aren't similar enough, but that the query names. */
const NAMED_ONLY_MAX = 2

export type MatchedResult<R extends RankedHit<IndexHit>> = R & { readonly match: Match }

/**
 * Results of a question about one conversation, in the order of their likelihood. Its lines were ranked with their
 * context, which finds answers in other words. So all are shown if one passage is similar enough, and none otherwise.
 */
export function selectRead<R extends RankedHit<SpokenHit>>(
  ranked: readonly R[],
  { findMatch }: MatchedHits<SpokenHit>,
  filter: MatchFilter | undefined,
): MatchedResult<R>[] {
  const all = ranked.map((one) => ({ ...one, ...findMatch(one.hit) }))
  if (filter === undefined) return all
  return filter === 'exact'
    ? all.filter(({ match }) => match === 'exact')
    : all.some(({ isNear, isNamed }) => isNear || isNamed)
      ? all
      : []
}

/**
 * Results to show, in order: exact ones, then related ones that are similar enough. Scores stay in that order: exact
 * ones are at least 0.5, related ones below.
 * @param filter undefined keeps all results and scores
 */
export function selectMatches<H extends IndexHit, R extends RankedHit<H>>(
  ranked: readonly R[],
  { findMatch }: MatchedHits<H>,
  groupOf: (hit: H) => string,
  filter: MatchFilter | undefined,
): MatchedResult<R>[] {
  if (filter === undefined) return ranked.map((one) => ({ ...one, match: findMatch(one.hit).match }))
  const exact: MatchedResult<R>[] = []
  const related: MatchedResult<R>[] = []
  const byName = new Map<string, number>()
  for (const one of ranked) {
    const { match, isNear, isNamed } = findMatch(one.hit)
    if (match === 'exact') exact.push({ ...one, match, score: 0.5 + one.score / 2 })
    if (match === 'exact' || filter === 'exact' || !(isNear || isNamed)) continue
    if (!isNear) {
      const group = groupOf(one.hit)
      const before = byName.get(group) ?? 0
      if (before >= NAMED_ONLY_MAX) continue
      byName.set(group, before + 1)
    }
    related.push({ ...one, match, score: one.score / 2 })
  }
  return [...exact, ...related]
}
