/** Writes the glossary terms of a question in other spellings. */
import { tokenizer } from '../key-phrases/index.ts'
import { toSpellingKey } from './keys.ts'
import { createSpellingMatcher } from './matcher.ts'
import type { TermInQuery } from './model.ts'

/** The question with each term in its correct spelling, as records name it. */
export const toCorrectSpelling = (question: string, terms: readonly TermInQuery[]): string =>
  replaceTerms(question, terms, ({ entry }) => entry.term)

/**
 * The question with each term in the spelling that the texts contain most often, so that ranking finds it there. A term
 * that the texts don't contain stays.
 */
export function toSpokenSpelling(question: string, terms: readonly TermInQuery[], texts: readonly string[]): string {
  if (terms.length === 0) return question
  const match = createSpellingMatcher(terms.map(({ entry }) => entry))
  const cut = tokenizer()
  const counts = new Map<string, Map<string, number>>()
  for (const text of texts) {
    for (const { entry, spelling } of match(text, cut(text))) {
      const known = counts.get(entry.id) ?? new Map<string, number>()
      counts.set(entry.id, known.set(spelling.text, (known.get(spelling.text) ?? 0) + 1))
    }
  }
  return replaceTerms(question, terms, ({ entry }) => {
    const [most] = [...(counts.get(entry.id) ?? [])].toSorted(([, a], [, b]) => b - a)
    return most?.[0]
  })
}

function replaceTerms(
  question: string,
  terms: readonly TermInQuery[],
  choose: (term: TermInQuery) => string | undefined,
): string {
  let [spelled, end] = ['', 0]
  for (const term of terms) {
    const chosen = choose(term)
    // The same spelling stays as written, with its ending.
    const isSame = chosen === undefined || toSpellingKey(chosen) === toSpellingKey(term.text)
    spelled += question.slice(end, term.from) + (isSame ? term.text : chosen)
    end = term.to
  }
  return spelled + question.slice(end)
}

/** Sentences that name the terms of a question of which the quotes contain other spellings. */
export function describeSpellings(terms: readonly TermInQuery[], quotes: readonly string[]): string[] {
  if (terms.length === 0) return []
  const match = createSpellingMatcher(terms.map(({ entry }) => entry))
  const cut = tokenizer()
  const said = quotes.flatMap((quote) => match(quote, cut(quote)))
  return terms.flatMap(({ entry, text }) => {
    const own = toSpellingKey(text)
    const others = said.filter((one) => one.entry.id === entry.id && toSpellingKey(one.spelling.text) !== own)
    const spellings = [...new Set(others.map(({ spelling }) => `“${spelling.text}”`))]
    return spellings.length === 0 ? [] : [`Other spellings of “${text}” are included: ${spellings.join(', ')}.`]
  })
}
