/** Words of a query, and the ways in which a passage can hold them. */
import {
  type AmountSpan,
  findAmounts,
  findVersions,
  formatNumberForms,
  formatVersionForms,
} from '../../../core/numbers.ts'
import { extractTerms } from '../../../core/terms.ts'
import type { SearchQuestion } from './question.ts'

/** A sequence of terms. */
export type TermRun = readonly string[]

export interface QueryWord {
  /** The word as in the query. */
  readonly word: string
  /** A passage that contains one of these sequences holds the word. */
  readonly runs: readonly TermRun[]
  /** Terms about the same subject. A passage that contains one of them is related. */
  readonly akin?: readonly string[]
  /** Number that the word means; the sequences only find it, and the text decides. */
  readonly amount?: Pick<AmountSpan, 'value' | 'unit'>
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’ʼ][\p{L}\p{N}\p{M}]+)*/gu

/** Key of a word in `Question.variants`. */
export const wordKey = (word: string): string => extractTerms(word).join(' ')

/** Distinct words that the search looks for, in order. Question words and stop words are omitted. */
export function queryWords({
  core,
  terms,
  variants,
  akin,
}: Pick<SearchQuestion, 'core' | 'terms' | 'variants' | 'akin'>): QueryWord[] {
  const looked = new Set(terms)
  const words = new Map<string, QueryWord>()
  const amounts = findAmounts(core).filter(isQuantity(core))
  const versions = findVersions(core)
  for (const { 0: word, index } of core.matchAll(WORD)) {
    const version = versions.find(({ from, to }) => index >= from && index < to)
    if (version !== undefined) {
      const typed = core.slice(version.from, version.to)
      words.set(typed, { word: typed, runs: formatVersionForms(version.parts).map(extractTerms) })
      continue
    }
    const amount = amounts.find(({ from, to }) => index >= from && index < to)
    if (amount !== undefined) {
      const { value, unit } = amount
      const runs = formatNumberForms(value).map(extractTerms)
      words.set(`${unit ?? ''}${value}`, { word: core.slice(amount.from, amount.to), runs, amount: { value, unit } })
      continue
    }
    const own = extractTerms(word)
    if (own.length === 0 || !own.every((term) => looked.has(term))) continue
    const key = own.join(' ')
    const others = akin?.get(key)
    words.set(key, {
      word,
      runs: [...runsIn(word, own), ...(variants?.get(key) ?? [])],
      ...(others === undefined ? {} : { akin: others }),
    })
  }
  return [...words.values()]
}

/** Whether an amount is a quantity rather than a code: it has few digits and doesn't start with 0. */
const isQuantity =
  (text: string) =>
  ({ from, to, value }: AmountSpan): boolean =>
    value < 1e12 && !/^0\d/.test(text.slice(from, to))

/**
 * A compound identifier is held as a whole or by all of its parts. Words of scripts without spaces consist of pairs of
 * characters, which are all needed.
 */
function runsIn(word: string, [whole = '', ...parts]: TermRun): TermRun[] {
  if (parts.length === 0) return [[whole]]
  return [...word].length === parts.length + 2 ? [[whole, ...parts]] : [[whole], parts]
}
