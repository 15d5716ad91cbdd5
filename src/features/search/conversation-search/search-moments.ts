/** Conversation search: from a question to ranked passages with quotes. */
import type { Visibility } from '../../../core/principal.ts'
import type { SpokenHit, TranscriptLine } from '../../../core/search.ts'
import { containsSequence, extractTerms } from '../../../core/terms.ts'
import {
  type ConversationFilters,
  type FoundConversation,
  isAnyPermitted,
  NO_FILTERS,
  permittedConversations,
  selectFoundConversations,
} from '../../conversations/records/index.ts'
import { reportSpellings, withGlossary } from './glossary-spellings.ts'
import { interpretations, withVariants } from './interpret.ts'
import { type MatchedResult, matchSpokenHits, selectMatches, selectRead } from './match-hits.ts'
import type { Match, MatchFilter } from './match-kinds.ts'
import type { SearchMode } from './meaning.ts'
import { findNamedConversations } from './names.ts'
import { findNearWords } from './near-words.ts'
import {
  CANDIDATES,
  hasCriteria,
  type IncludedSpellings,
  type Interpretation,
  type PreparedQuery,
  prepareQuery,
  type SearchPage,
  type SearchPorts,
  toSearchPage,
} from './prepare-query.ts'
import type { QueryWord } from './query-words.ts'
import type { SearchQuestion } from './question.ts'
import { bestQuote, computeTermWeights, type HitQuote } from './quote.ts'
import { type RankedMoment, rankHits } from './rank-moments.ts'
import { rankWithin } from './rank-within.ts'
import { withRelatedWords } from './related-words.ts'
import { type Sort, sortByTime } from './sort.ts'
import { linesBy } from './speakers.ts'

/** Scope of a conversation search. */
export interface ConversationScope {
  /** Visibility of the caller. */
  readonly visibility: Visibility
  readonly filters?: ConversationFilters
  /** Limits the search to these conversations. An empty list finds nothing. */
  readonly conversationIds?: readonly string[] | undefined
  /** Conversations that aren't searched. */
  readonly omittedIds?: readonly string[]
}

export interface SearchHit {
  readonly conversation: FoundConversation
  /** Relevance, 0 to 1; comparable only within one response. */
  readonly score: number
  readonly match: Match
  /** Scores of the index: lexical ≥ 0; semantic −1 to 1, or null if not computed. */
  readonly found: { readonly lexical: number; readonly semantic: number | null }
  readonly quote: HitQuote<TranscriptLine>
  /** Lines of the passage, in order. */
  readonly lines: Lines
}

type Lines = readonly [TranscriptLine, ...TranscriptLine[]]

/** Number of best hits that term weights are computed from. It doesn't depend on the page, so quotes are stable. */
const SAMPLE = 20

export interface MomentSearch {
  readonly question: SearchQuestion
  readonly within: ConversationScope
  readonly mode: SearchMode
  /**
   * Results to return. Undefined returns all candidates in the order of their scores, for callers that judge passages
   * themselves.
   */
  readonly match?: MatchFilter | undefined
  /** Defaults to `relevance`. */
  readonly sort?: Sort
  readonly limit: number
  /** Number of results to skip. */
  readonly offset?: number
}

/** Searches conversations, best first. Of overlapping passages, only the best is returned. */
export async function searchPassages(
  ports: SearchPorts,
  { question, within, mode, match, sort = 'relevance', limit, offset = 0 }: MomentSearch,
): Promise<SearchPage<SearchHit>> {
  const { asked, ranked, unknown, interpretedAs, includedSpellings } = await findResults(ports, {
    ...{ question, within, mode, match },
  })
  const sorted = sort === 'time' ? sortByTime(ranked.moments) : ranked.moments
  const page = sorted.slice(offset, offset + limit)
  const ids = new Set(page.map(({ hit }) => hit.conversationId))
  const conversations = await selectFoundConversations(ports.db, ports.org, within.visibility, [...ids])
  const quote = page.length === 0 ? undefined : quoting(asked, ranked)
  const data = page.flatMap(({ hit, score, match, line }): SearchHit[] => {
    const conversation = conversations.get(hit.conversationId)
    const [first, ...others] = hit.lines
    // The conversation was hidden or deleted after the index query.
    if (conversation === undefined || first === undefined || quote === undefined) return []
    const lines: Lines = [first, ...others]
    const { lexical, semantic } = hit
    return [
      {
        conversation,
        score,
        match,
        found: { lexical, semantic },
        quote: quote(line === undefined ? lines : [line]),
        lines,
      },
    ]
  })
  return toSearchPage(asked, ranked.moments, data, unknown, { interpretedAs, includedSpellings })
}

/** Notice of a search in no conversations, which would otherwise state that nobody says the words. */
const NO_CONVERSATIONS = 'Nothing matches the filters, so nothing was searched.'

interface SearchResults {
  readonly asked: PreparedQuery
  readonly ranked: Results
  readonly unknown: ReadonlySet<QueryWord>
  readonly interpretedAs: readonly Interpretation[]
  readonly includedSpellings: readonly IncludedSpellings[]
}

/**
 * Searches all spellings of glossary terms, and searches similar words instead of unknown ones if there are no exact
 * results.
 */
async function findResults(
  ports: SearchPorts,
  { question: given, within, mode, match }: Pick<MomentSearch, 'question' | 'within' | 'mode' | 'match'>,
): Promise<SearchResults> {
  const permitted = createCondition(ports, within)
  const { question, terms } = await withGlossary(ports, given)
  const asked = await prepareQuery(ports, question, mode, 'question')
  if (!hasCriteria(asked.criteria))
    return { asked, ranked: NOTHING, unknown: new Set(), interpretedAs: [], includedSpellings: [] }
  const ranked = await ranking(ports, asked, within, permitted, match)
  const { unknown } = ranked
  const includedSpellings = reportSpellings(terms, ranked.moments)
  const found = { asked, ranked, unknown, interpretedAs: [], includedSpellings }
  const isExact = ranked.moments.some((moment) => moment.match === 'exact')
  if (match === undefined || unknown.size === 0 || isExact) return found
  if (ranked.moments.length === 0 && (await isExcludedByFilters(ports, within))) {
    return { ...found, asked: { ...asked, notice: NO_CONVERSATIONS }, unknown: new Set() }
  }
  const near = await findNearWords(ports, permitted, asked.words, unknown)
  if (near.length > 0) {
    const other = await prepareQuery(ports, withVariants(question, near), mode, 'question')
    const results = await ranking(ports, other, within, permitted, match)
    const interpretedAs = interpretations(near, results.moments)
    const spellings = reportSpellings(terms, results.moments)
    if (interpretedAs.length > 0)
      return { asked: other, ranked: results, unknown, interpretedAs, includedSpellings: spellings }
  }
  const akin = withRelatedWords(question, unknown)
  if (akin === undefined) return found
  const other = await prepareQuery(ports, akin, mode, 'question')
  return { ...found, asked: other, ranked: await ranking(ports, other, within, permitted, match) }
}

/** Whether the filters exclude all conversations that the caller can see, and there are any. */
async function isExcludedByFilters(ports: SearchPorts, within: ConversationScope): Promise<boolean> {
  const isAny = (scope: ConversationScope) => isAnyPermitted(ports.db, ports.org, createCondition(ports, scope))
  return !(await isAny(within)) && (await isAny({ visibility: within.visibility }))
}

const createCondition = (
  { org }: SearchPorts,
  { visibility, filters = NO_FILTERS, conversationIds, omittedIds }: ConversationScope,
) => permittedConversations(org, visibility, filters, conversationIds, omittedIds)

interface Results {
  readonly moments: readonly MatchedResult<RankedMoment>[]
  readonly speakers: ReadonlySet<string>
  readonly unknown: ReadonlySet<QueryWord>
}

const NOTHING: Results = { moments: [], speakers: new Set(), unknown: new Set() }

const getConversationId = ({ conversationId }: SpokenHit): string => conversationId

async function ranking(
  ports: SearchPorts,
  asked: PreparedQuery,
  { conversationIds }: ConversationScope,
  permitted: ReturnType<typeof permittedConversations>,
  filter: MatchFilter | undefined,
): Promise<Results> {
  const [only, ...others] = new Set(conversationIds)
  if (only !== undefined && others.length === 0) {
    const { ranked, matched, isRead } = await rankWithin(ports, { id: only, permitted }, asked, filter)
    const moments = isRead
      ? selectRead(ranked.moments, matched, filter)
      : selectMatches(ranked.moments, matched, getConversationId, filter)
    return { moments, speakers: ranked.speakers, unknown: matched.unknown }
  }
  const { db, org, search } = ports
  const named = await findNamedConversations(ports, permitted, asked.question)
  const within = { conversations: permitted, alwaysInclude: [...named.keys()] }
  const hits = await search.find(db, org, within, asked.criteria, CANDIDATES)
  const matched = await matchSpokenHits(ports, permitted, asked, hits, named)
  const isFirst = filter && ((hit: SpokenHit) => matched.findMatch(hit).match === 'exact')
  const { moments, speakers } = rankHits(asked, hits, { named, isFirst })
  return { moments: selectMatches(moments, matched, getConversationId, filter), speakers, unknown: matched.unknown }
}

function quoting({ question, criteria }: PreparedQuery, { moments, speakers }: Results) {
  const sample = moments.slice(0, SAMPLE).flatMap(({ hit }) => hit.lines.map(({ text }) => text))
  const telling = computeTermWeights([...new Set([...question.terms, ...criteria.terms])], sample)
  const isNamed = ({ speaker }: TranscriptLine) => speakers.has(speaker)
  return (lines: Lines) => bestQuote(withPhrase(withSpeaker(lines, question), question), telling, isNamed)
}

/** Lines by the speakers that the query selects. */
function withSpeaker(lines: Lines, { speakers }: SearchQuestion): Lines {
  const [first, ...others] = linesBy(lines, speakers)
  return first === undefined ? lines : [first, ...others]
}

/** Prefers lines that contain a searched phrase. */
function withPhrase(lines: Lines, { phrases }: SearchQuestion): Lines {
  const [first, ...others] = lines.filter(({ text }) =>
    phrases.some((phrase) => containsSequence(extractTerms(text), phrase)),
  )
  return first === undefined ? lines : [first, ...others]
}
