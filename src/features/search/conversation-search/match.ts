/**
 * Decides whether a hit holds the words of a query (`exact`) or is only similar (`related`).
 *
 * A hit is exact if its passage holds every word, also in another grammatical form. Words that name the conversation or
 * a speaker of the passage count as held, but at least one word is said in the passage. Related hits need a minimum of
 * similarity and of held words. `npm run train:floor` measures it.
 */

import { findAmounts } from '../../../core/numbers.ts'
import type { IndexHit, TranscriptLine } from '../../../core/search.ts'
import { containsSequence, extractTerms } from '../../../core/terms.ts'
import type { Match } from './match-kinds.ts'
import type { Named } from './names.ts'
import type { PreparedQuery } from './prepare-query.ts'
import type { QueryWord } from './query-words.ts'

export interface Matched {
  readonly match: Match
  /** Whether a related hit is similar enough to be shown. True for exact hits. */
  readonly isNear: boolean
  /** Whether the query names the conversation or a speaker of the passage. */
  readonly isNamed: boolean
}

/** A passage, and the names under which it is known, to compare with a query. */
export interface Comparable {
  readonly hit: IndexHit
  /** Terms of the query in the part that is compared. */
  readonly held: readonly string[]
  /** Verbatim texts of the passage, each a line. */
  readonly texts: () => readonly string[]
  /** Terms of names: of the conversation, if the query names it, and of the speakers. */
  readonly names: ReadonlySet<string>
}

/** Ratio of held words that a related hit needs if no floor of its similarity is known. */
const HELD_MIN = 1 / 3
/** Ratio of held words, with related ones, from which no similarity is needed: the encoder compares single words badly. */
const AKIN_MIN = 1 / 2
/** Number of words up to which a query whose words nobody says is a name rather than a description. */
const NAME_WORDS = 2

export type Compare = (one: Comparable) => Matched

/** Number of related hits by similarity if no floor is known. */
const NEAREST = 10

/**
 * @param hits all hits of the search
 * @param unknown words that no passage in scope holds
 */
export function createCompare(
  { question, words, criteria, mode, floor }: PreparedQuery,
  hits: readonly IndexHit[],
  unknown: ReadonlySet<QueryWord>,
): Compare {
  const isName = mode === 'hybrid' && words.length > 0 && words.length <= NAME_WORDS && unknown.size === words.length
  const nearest = hits.flatMap(({ semantic }) => semantic ?? []).toSorted((a, b) => b - a)[NEAREST - 1] ?? -1
  return ({ hit, held, texts, names }) => {
    const terms = new Set(held)
    const inPassage = words.filter((word) => holdsWord(word, terms, texts))
    const isSaid = inPassage.length > 0
    const isHeld = (word: QueryWord) => inPassage.includes(word) || isNamed(word, names)
    if (words.length === 0 ? criteria.vector === undefined : isSaid && words.every(isHeld)) {
      return { match: 'exact', isNear: true, isNamed: false }
    }
    const count = words.filter(isHeld).length
    const akin = words.filter((word) => !inPassage.includes(word) && word.akin?.some((term) => terms.has(term)))
    const isOther = count + akin.length === 0 && (isName || question.speakers.length > 0)
    const ratio = (inPassage.length + akin.length) / Math.max(1, words.length)
    const near = !isOther && ((akin.length > 0 && ratio >= AKIN_MIN) || isNear(hit, ratio))
    return { match: 'related', isNear: near, isNamed: !isOther && count > inPassage.length }
  }

  /** @param held ratio of the query's words that the hit holds */
  function isNear({ semantic }: IndexHit, held: number): boolean {
    if (semantic === null) return held >= HELD_MIN
    if (floor === undefined) return held >= HELD_MIN || semantic >= nearest
    return semantic + floor.held * held >= floor.similarity
  }
}

function holdsWord({ runs, amount }: QueryWord, held: ReadonlySet<string>, texts: () => readonly string[]): boolean {
  if (amount === undefined) return runs.some((run) => holds(run, held, texts))
  if (!runs.some((run) => run.every((term) => held.has(term)))) return false
  return texts().some((text) =>
    findAmounts(text).some(
      ({ value, unit }) => value === amount.value && (unit === amount.unit || unit === null || amount.unit === null),
    ),
  )
}

function holds(run: readonly string[], held: ReadonlySet<string>, texts: () => readonly string[]): boolean {
  if (!run.every((term) => held.has(term))) return false
  return run.length === 1 || texts().some((text) => containsSequence(extractTerms(text), run))
}

const isNamed = ({ runs }: QueryWord, names: ReadonlySet<string>): boolean =>
  names.size > 0 && runs.some((run) => run.every((term) => names.has(term)))

/** Terms of the names under which the hits of a conversation search are known. */
export function createNames(
  named: Named,
): (conversationId: string, lines: readonly TranscriptLine[]) => ReadonlySet<string> {
  const ofSpeaker = new Map<string, readonly string[]>()
  return (conversationId, lines) => {
    const names = new Set(named.get(conversationId)?.terms)
    for (const { speaker } of lines) {
      if (speaker === '') continue
      let terms = ofSpeaker.get(speaker)
      if (terms === undefined) {
        terms = extractTerms(speaker)
        ofSpeaker.set(speaker, terms)
      }
      for (const term of terms) names.add(term)
    }
    return names
  }
}
