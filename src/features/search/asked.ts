/** A question made ready for the index: in which way it is looked for, and what comes of it. */
import type { Context } from '../../core/operation.ts'
import type { Hit, Wanted } from '../../core/search.ts'
import { type Mode, meaningOf } from './meaning.ts'
import type { Question } from './question.ts'
import type { Ranked } from './rank.ts'

/** What of the world a search needs; operations and jobs have it. */
export type SearchPorts = Pick<Context, 'db' | 'org' | 'search' | 'embedding' | 'log' | 'signal'>

export interface Asked {
  readonly question: Question
  readonly wanted: Wanted
  /** How it is really looked for. */
  readonly mode: Mode
  readonly notice: string | null
}

/** The best of each way that are looked at. */
export const CANDIDATES = 200

/** What was found, as much of it as the window shows. */
export interface Found<T> {
  readonly data: readonly T[]
  /** How many there are in all windows. */
  readonly total: number
  readonly mode: Mode
  /** Why it was not looked for as asked, in words. */
  readonly notice: string | null
  /** How many of all have no vector yet, and were found by words alone. */
  readonly withoutVectors: number
}

/** @param purpose a question is put to what people said, a query to what is written */
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

/** Words that nobody looks for, and exclusions alone, ask for nothing. */
export const looksForSomething = ({ terms, vector, speakers }: Wanted): boolean =>
  terms.length > 0 || vector !== undefined || speakers.length > 0

/** @param ranked all of what was found @param data what the window shows of it */
export function told<T>({ mode, notice, wanted }: Asked, ranked: readonly Ranked<Hit>[], data: readonly T[]): Found<T> {
  const withoutVectors = wanted.vector === undefined ? 0 : ranked.filter(({ hit }) => hit.semantic === null).length
  return { data, total: ranked.length, mode, notice, withoutVectors }
}
