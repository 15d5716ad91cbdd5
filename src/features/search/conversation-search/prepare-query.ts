/** Prepares a question for the search index, and builds the result page. */
import type { Embedding } from '../../../core/embedding.ts'
import type { Context } from '../../../core/operation.ts'
import type { IndexHit, SearchCriteria } from '../../../core/search.ts'
import type { Match } from './match-kinds.ts'
import { embedTexts, type SearchMode } from './meaning.ts'
import { type QueryWord, queryWords } from './query-words.ts'
import type { SearchQuestion } from './question.ts'
import type { RankedHit } from './rank.ts'

/** Ports that a search uses. Operations and jobs have them. */
export type SearchPorts = Pick<Context, 'db' | 'org' | 'search' | 'embedding' | 'log' | 'signal' | 'requestWorkers'>

export interface PreparedQuery {
  readonly question: SearchQuestion
  /** Words that a hit must hold to be exact. */
  readonly words: readonly QueryWord[]
  readonly criteria: SearchCriteria
  /** Floor of the embedding model; undefined without a vector, or if it wasn't measured. */
  readonly floor?: Embedding['floor']
  /** Search mode that is used, which can differ from the requested one. */
  readonly mode: SearchMode
  readonly notice: string | null
}

/** Maximum number of hits by words, and of hits by meaning, that are ranked. */
export const CANDIDATES = 200

/** A glossary term that the query names, and its other spellings in the results. */
export interface IncludedSpellings {
  readonly term: string
  readonly spellings: readonly string[]
}

/** One page of results. */
export interface SearchPage<T> {
  readonly data: readonly T[]
  /** Number of exact results on all pages, and of related ones. */
  readonly total: number
  readonly related: number
  /** Words of the query that nothing in scope contains. */
  readonly unknownWords: readonly string[]
  /** Words that were searched instead of unknown ones. */
  readonly interpretedAs: readonly Interpretation[]
  /** Glossary terms that the query names, and their other spellings in the results. */
  readonly includedSpellings: readonly IncludedSpellings[]
  readonly mode: SearchMode
  /** Why semantic search wasn't possible; null if it was possible or not requested. */
  readonly notice: string | null
  /** Number of results on all pages without a vector, which were found by words only. */
  readonly withoutVectors: number
}

/** @param purpose `question` for transcripts, `query` for documents */
/** A word of the query, and its forms in the results. */
export interface Interpretation {
  readonly word: string
  readonly as: readonly string[]
}

export async function prepareQuery(
  ports: SearchPorts,
  question: SearchQuestion,
  mode: SearchMode,
  purpose: 'question' | 'query',
): Promise<PreparedQuery> {
  const byMeaning = mode !== 'lexical' && question.core !== ''
  const { vectors: [vector] = [], notice = null } = byMeaning ? await embedTexts(ports, [question.core], purpose) : {}
  const words = queryWords(question)
  const noted = [...new Set(words.flatMap(({ runs, akin = [] }) => [...runs.flat(), ...akin]))]
  const variants = noted.filter((term) => !question.terms.includes(term))
  const terms = mode === 'semantic' && vector !== undefined ? [] : [...question.terms, ...variants]
  const wanted = {
    terms,
    noted,
    phrases: question.phrases,
    without: question.without,
    speakers: question.speakers,
    ...(vector === undefined ? {} : { vector }),
  }
  const used = vector === undefined ? 'lexical' : terms.length > 0 ? 'hybrid' : 'semantic'
  return { question, words, criteria: wanted, floor: vector && ports.embedding.floor, mode: used, notice }
}

/** Whether the query has search criteria. Stop words and exclusions alone don't count. */
export const hasCriteria = ({ terms, vector, speakers }: SearchCriteria): boolean =>
  terms.length > 0 || vector !== undefined || speakers.length > 0

/** Report of the words that were searched instead of, or in addition to, those of the query. */
export type QueryReport = Pick<SearchPage<unknown>, 'interpretedAs' | 'includedSpellings'>

/**
 * @param ranked all results
 * @param data results on the requested page
 */
export function toSearchPage<T>(
  { mode, notice, criteria }: PreparedQuery,
  ranked: readonly (RankedHit<IndexHit> & { readonly match: Match })[],
  data: readonly T[],
  unknown: ReadonlySet<QueryWord>,
  { interpretedAs = [], includedSpellings = [] }: Partial<QueryReport> = {},
): SearchPage<T> {
  const withoutVectors = criteria.vector === undefined ? 0 : ranked.filter(({ hit }) => hit.semantic === null).length
  const total = ranked.filter(({ match }) => match === 'exact').length
  const unknownWords = [...unknown].map(({ word }) => word)
  const counts = { total, related: ranked.length - total }
  return { data, ...counts, unknownWords, interpretedAs, includedSpellings, mode, notice, withoutVectors }
}
