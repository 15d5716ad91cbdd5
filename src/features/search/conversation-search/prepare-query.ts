/** Prepares a question for the search index, and builds the result page. */
import type { Context } from '../../../core/operation.ts'
import type { Hit, Wanted } from '../../../core/search.ts'
import { type Mode, meaningOf } from './meaning.ts'
import type { Question } from './question.ts'
import type { Ranked } from './rank.ts'

/** Ports that a search uses. Operations and jobs have them. */
export type SearchPorts = Pick<Context, 'db' | 'org' | 'search' | 'embedding' | 'log' | 'signal'>

export interface Asked {
  readonly question: Question
  readonly wanted: Wanted
  /** Search mode that is used, which can differ from the requested one. */
  readonly mode: Mode
  readonly notice: string | null
}

/** Maximum number of hits by words, and of hits by meaning, that are ranked. */
export const CANDIDATES = 200

/** One page of results. */
export interface Found<T> {
  readonly data: readonly T[]
  /** Number of results on all pages. */
  readonly total: number
  readonly mode: Mode
  /** Why semantic search wasn't possible; null if it was possible or not requested. */
  readonly notice: string | null
  /** Number of results on all pages without a vector, which were found by words only. */
  readonly withoutVectors: number
}

/** @param purpose `question` for transcripts, `query` for documents */
export async function ask(
  ports: SearchPorts,
  question: Question,
  mode: Mode,
  purpose: 'question' | 'query',
): Promise<Asked> {
  const byMeaning = mode !== 'lexical' && question.core !== ''
  const { vectors: [vector] = [], notice = null } = byMeaning ? await meaningOf(ports, [question.core], purpose) : {}
  const terms = mode === 'semantic' && vector !== undefined ? [] : question.terms
  const wanted = {
    terms,
    phrases: question.phrases,
    without: question.without,
    speakers: question.speakers,
    ...(vector === undefined ? {} : { vector }),
  }
  return { question, wanted, mode: vector === undefined ? 'lexical' : terms.length > 0 ? 'hybrid' : 'semantic', notice }
}

/** Whether the query has search criteria. Stop words and exclusions alone don't count. */
export const hasCriteria = ({ terms, vector, speakers }: Wanted): boolean =>
  terms.length > 0 || vector !== undefined || speakers.length > 0

/**
 * @param ranked all results
 * @param data results on the requested page
 */
export function told<T>({ mode, notice, wanted }: Asked, ranked: readonly Ranked<Hit>[], data: readonly T[]): Found<T> {
  const withoutVectors = wanted.vector === undefined ? 0 : ranked.filter(({ hit }) => hit.semantic === null).length
  return { data, total: ranked.length, mode, notice, withoutVectors }
}
