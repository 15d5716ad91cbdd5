/** Keys of spellings: equal for spellings that differ only in case, accents, punctuation and word endings. */
import { type Token, tokenizer } from '../key-phrases/index.ts'

/** Stems of the words of a spelling: `Way-Looms` has the same key as `way loom`. Empty without letters and digits. */
export const toSpellingKey = (text: string): string => toTokenKey(tokenizer()(text))

export const toTokenKey = (tokens: readonly Token[]): string => tokens.map(({ stem }) => stem).join(' ')

/**
 * Whether a spelling is an abbreviation in capitals, such as `IT` or `SLA`. Texts must contain it in capitals, because
 * many abbreviations are also ordinary words.
 */
export const isAbbreviation = (spelling: string): boolean => /^\p{Lu}[\p{Lu}\d&./-]{1,9}$/u.test(spelling)
