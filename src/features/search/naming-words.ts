/** Words of a question that may name somebody or something. */
import { fold } from '../../core/fold.ts'
import { isSmallWord } from '../../core/terms.ts'
import type { Question } from './question.ts'

const RUNS = /[\p{L}\p{N}\p{M}]+/gu

/** Words written as names are. Who asks writes sentences; who gives a few words writes all of them as it comes. */
export function capitalsOf({ core, asks }: Pick<Question, 'core' | 'asks'>): ReadonlySet<string> {
  const words = core.split(/\s+/).filter((word) => !asks || /^["'“(]*\p{Lu}/u.test(word))
  return new Set(namingWords(words.join(' ')))
}

/** Folded as titles are, each once. */
export function namingWords(core: string): string[] {
  const words = fold(core)
    .replace(/['’ʼ]s?(?![\p{L}\p{N}])/gu, '')
    .match(RUNS)
  return [...new Set(words)].filter((word) => [...word].length >= 2 && !isSmallWord(word))
}
