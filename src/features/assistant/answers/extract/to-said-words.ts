/**
 * Replaces words of a question that nobody says by words of the same meaning. “Can it send SMS?” becomes “Can it send
 * texts?” in a call where people speak about texts. The built-in encoder and the stems don't relate
 * such words.
 */
import { listSameMeaning } from '../../../../core/same-meaning.ts'
import { stemWord } from '../../../../core/stems.ts'
import { isSmallWord, splitWords } from '../../../../core/terms.ts'

const WORD = /[\p{L}\p{M}]{3,}/gu

/** Word with others of the same meaning, as typed in a question. */
interface TypedWord {
  readonly stem: string
  readonly others: ReadonlySet<string>
}

/** Words of a question that have others of the same meaning. */
export function listReplaceable(question: string): TypedWord[] {
  return [
    ...new Set(
      splitWords(question)
        .filter((word) => !isSmallWord(word))
        .map(stemWord),
    ),
  ].flatMap((stem) => {
    const others = listSameMeaning(stem)
    return others.size === 0 ? [] : [{ stem, others }]
  })
}

/** @param texts what is said in the conversation */
export function toSaidWords(question: string, texts: readonly string[]): string {
  const typed = listReplaceable(question)
  if (typed.length === 0) return question
  const wanted = new Set(typed.flatMap(({ stem, others }) => [stem, ...others]))
  // For each stem, its words with their number.
  const said = new Map<string, Map<string, number>>()
  for (const text of texts) {
    for (const word of splitWords(text)) {
      const stem = stemWord(word)
      if (!wanted.has(stem)) continue
      const words = said.get(stem) ?? new Map<string, number>()
      said.set(stem, words.set(word, (words.get(word) ?? 0) + 1))
    }
  }
  const replacements = new Map(
    typed.flatMap(({ stem, others }) => {
      if (said.has(stem)) return []
      const [most] = [...others].flatMap((other) => [...(said.get(other) ?? [])]).toSorted(([, a], [, b]) => b - a)
      return most === undefined ? [] : [[stem, most[0]] as const]
    }),
  )
  return replacements.size === 0
    ? question
    : question.replace(WORD, (word) => {
        const [own = ''] = splitWords(word)
        return isSmallWord(own) ? word : (replacements.get(stemWord(own)) ?? word)
      })
}
