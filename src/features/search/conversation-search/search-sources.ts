/** Knowledge search: from a question to ranked passages with quotes. */
import type { SourceHit } from '../../../core/search.ts'
import { selectSourceTitles } from '../knowledge-base/index.ts'
import { reportSpellings, withGlossary } from './glossary-spellings.ts'
import { type MatchedResult, matchWrittenHits, selectMatches } from './match-hits.ts'
import type { Match, MatchFilter } from './match-kinds.ts'
import type { SearchMode } from './meaning.ts'
import {
  CANDIDATES,
  hasCriteria,
  type PreparedQuery,
  prepareQuery,
  type SearchPage,
  type SearchPorts,
  toSearchPage,
} from './prepare-query.ts'
import type { QueryWord } from './query-words.ts'
import type { SearchQuestion } from './question.ts'
import { bestQuote, computeTermWeights, type HitQuote } from './quote.ts'
import { type RankedHit, rank } from './rank.ts'
import { rulesFor } from './rank-moments.ts'

export interface FoundPassage {
  readonly source: { readonly id: string; readonly title: string }
  /** Relevance, 0 to 1; comparable only within one response. */
  readonly score: number
  readonly match: Match
  /** Scores of the index: lexical ≥ 0; semantic −1 to 1, or null if not computed. */
  readonly found: { readonly lexical: number; readonly semantic: number | null }
  readonly quote: HitQuote<{ readonly text: string }>
  /** Headings above the passage, from the outermost to the innermost. */
  readonly headings: readonly string[]
  /** Position in its source, in reading order from 0. */
  readonly position: number
  /** Text of the passage, verbatim. */
  readonly text: string
}

/** Number of best hits that term weights are computed from. It doesn't depend on the page, so quotes are stable. */
const SAMPLE = 20

export interface SourceSearch {
  readonly question: SearchQuestion
  readonly within: 'all' | readonly string[]
  readonly mode: SearchMode
  /** Results to return. Undefined returns all candidates in the order of their scores. */
  readonly match?: MatchFilter | undefined
  readonly limit: number
  /** Number of results to skip. */
  readonly offset?: number
}

/** Searches knowledge sources, best first. */
export async function searchSources(
  ports: SearchPorts,
  { question: given, within, mode, match, limit, offset = 0 }: SourceSearch,
): Promise<SearchPage<FoundPassage>> {
  const { question, terms } = await withGlossary(ports, given)
  const asked = await prepareQuery(ports, question, mode, 'query')
  const { ranked, unknown } = hasCriteria(asked.criteria) ? await ranking(ports, within, asked, match) : NOTHING
  const page = ranked.slice(offset, offset + limit)
  const ids = new Set(page.map(({ hit }) => hit.sourceId))
  const titles = await selectSourceTitles(ports.db, ports.org, [...ids])
  const telling = computeTermWeights(
    [...new Set([...question.terms, ...asked.criteria.terms])],
    ranked.slice(0, SAMPLE).map(({ hit }) => hit.text),
  )
  const data = page.flatMap(({ hit, score, match }): FoundPassage[] => {
    const title = titles.get(hit.sourceId)
    // The source was deleted after the index query.
    if (title === undefined) return []
    const { headings, position, text, lexical, semantic } = hit
    const source = { id: hit.sourceId, title }
    return [
      {
        source,
        score,
        match,
        found: { lexical, semantic },
        quote: bestQuote(splitPassageLines(text), telling),
        headings,
        position,
        text,
      },
    ]
  })
  const includedSpellings = reportSpellings(
    terms,
    ranked.map(({ hit: { text } }) => ({ hit: { lines: [{ text }] } })),
  )
  return toSearchPage(asked, ranked, data, unknown, { includedSpellings })
}

interface Results {
  readonly ranked: readonly MatchedResult<RankedHit<SourceHit>>[]
  readonly unknown: ReadonlySet<QueryWord>
}

const NOTHING: Results = { ranked: [], unknown: new Set() }

async function ranking(
  { db, org, search }: SearchPorts,
  sources: 'all' | readonly string[],
  asked: PreparedQuery,
  filter: MatchFilter | undefined,
): Promise<Results> {
  const { criteria } = asked
  const hits = await search.findInSources(db, org, sources, criteria, CANDIDATES)
  const matched = matchWrittenHits(asked, hits, ({ headings, text }) => [...headings, text])
  const getGroup = ({ sourceId }: SourceHit) => sourceId
  const isFirst = filter && ((hit: SourceHit) => matched.findMatch(hit).match === 'exact')
  const ranked = rank(hits, { getGroup: getGroup, overlapping: false, isFirst, ...rulesFor(criteria, 'written') })
  return { ranked: selectMatches(ranked, matched, getGroup, filter), unknown: matched.unknown }
}

/** Splits a passage into lines. Paragraphs, table rows and list items are lines of their own. */
function splitPassageLines(text: string): readonly [{ text: string }, ...{ text: string }[]] {
  const [first = { text }, ...others] = text
    .split('\n')
    .map((line) => ({ text: line.trim() }))
    .filter((line) => line.text !== '')
  return [first, ...others]
}
