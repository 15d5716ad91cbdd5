/** Words of a question that can be names. */
import { fold } from '../../../core/fold.ts'
import { isSmallWord } from '../../../core/terms.ts'
import type { SearchQuestion } from './question.ts'

const RUNS = /[\p{L}\p{N}\p{M}]+/gu

/** Capitalized words of a question. In keyword queries, capitalization is ignored and all words are returned. */
export function extractCapitalizedWords({
  core,
  isQuestion,
}: Pick<SearchQuestion, 'core' | 'isQuestion'>): ReadonlySet<string> {
  const words = core.split(/\s+/).filter((word) => !isQuestion || /^["'“(]*\p{Lu}/u.test(word))
  return new Set(namingWords(words.join(' ')))
}

/** Distinct words, folded in the same way as titles. */
export function namingWords(core: string): string[] {
  const words = fold(core)
    .replace(/['’ʼ]s?(?![\p{L}\p{N}])/gu, '')
    .match(RUNS)
  return [...new Set(words)].filter((word) => [...word].length >= 2 && !isSmallWord(word))
}
