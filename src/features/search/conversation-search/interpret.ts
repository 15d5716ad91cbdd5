/** Applies similar words to a question, and reports those that the results contain. */
import type { SpokenHit } from '../../../core/search.ts'
import { extractTerms } from '../../../core/terms.ts'
import type { WordVariant } from './near-words.ts'
import type { Interpretation } from './prepare-query.ts'
import { type TermRun, wordKey } from './query-words.ts'
import type { SearchQuestion } from './question.ts'

/** Replaces unknown words in the text, and adds their other forms as variants. */
export function withVariants(question: SearchQuestion, near: readonly WordVariant[]): SearchQuestion {
  const variants = new Map(question.variants)
  let { core } = question
  for (const [{ word }, all] of Map.groupBy(near, ({ of }) => of)) {
    const key = wordKey(word)
    variants.set(key, [...(variants.get(key) ?? []), ...all.map(({ run }) => run)])
    const [best] = all
    if (best !== undefined) core = `${core} ${best.run.join(' ')}`
  }
  return { ...question, core, variants }
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’ʼ][\p{L}\p{N}\p{M}]+)*/gu
/** Number of best results in which the forms of words are looked for. */
const SAMPLE = 20

/** Forms of the words as the results contain them. Words without such a form are omitted. */
export function interpretations(
  near: readonly WordVariant[],
  results: readonly { readonly hit: SpokenHit }[],
): Interpretation[] {
  const lines = results.slice(0, SAMPLE).flatMap(({ hit }) => hit.lines)
  const texts = [...lines.map(({ text }) => text), ...new Set(lines.map(({ speaker }) => speaker))]
  return [...Map.groupBy(near, ({ of }) => of)].flatMap(([{ word }, all]) => {
    const as = [...new Set(all.flatMap(({ run }) => texts.flatMap((text) => findForm(text, run) ?? [])))]
    return as.length === 0 ? [] : [{ word, as: as.slice(0, 3) }]
  })
}

/** First sequence of words in a text with these terms. */
export function findForm(text: string, run: TermRun): string | undefined {
  const words = [...text.matchAll(WORD)].filter(([word]) => extractTerms(word).length > 0)
  const at = words.findIndex((_, from) =>
    run.every((term, n) => extractTerms(words[from + n]?.[0] ?? '').includes(term)),
  )
  const [first, last] = [words[at], words[at + run.length - 1]]
  return first === undefined || last === undefined ? undefined : text.slice(first.index, last.index + last[0].length)
}
