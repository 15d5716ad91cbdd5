/**
 * Parts of a text that are about an account. In a forecast, people discuss one account after the other: “Pellwater?” –
 * “Lost, four weeks ago. … In one line, we lost fifteen points for integration.”
 */
import { fold } from '../../../../core/fold.ts'
import { extractTerms } from '../../../../core/terms.ts'
import { isContentTerm } from './answerable.ts'
import type { Passage } from './format-passage.ts'
import type { LineSentence } from './sentences.ts'
import { listSynonyms } from './synonyms.ts'
import { toBaseForm } from './verdict.ts'

export interface AccountNames {
  /** Accounts that the question names. */
  readonly names: readonly string[]
  /** Other accounts of the organization, at which a part about the named ones ends. */
  readonly others: readonly string[]
  /** IDs of the texts that are calls with another account. They only mention the named ones. */
  readonly withOthers: ReadonlySet<string>
}

/** Maximum number of sentences after a name that can be about it. */
const REACH = 40
/** The same in a call with another account. */
const REACH_WITH_OTHERS = 4
/** Minimum length of the word that people say for an account. */
const NAME_MIN = 3
const ARTICLE = /^the\s+/i
/** Minimum ratio of the question's words in a passage. The name that the passage is about isn't one of them. */
const COVERED_MIN = 0.6

/** The word that people say for an account: “Harbor” for “Harbor & Vane Provisions”. Undefined for names like “3M”. */
export function toSpokenAccount(name: string): string | undefined {
  const first = /^\p{Lu}[\p{L}\p{M}\p{N}]*/u.exec(name.replace(ARTICLE, ''))?.[0]
  return first === undefined || first.length < NAME_MIN ? undefined : first
}

/** A question with the names of the accounts, which people can say in it: “the roses” and “the roses at Saltmarsh”. */
export const listNamedWordings = (question: string, { names }: AccountNames): string[] =>
  names.flatMap((name) => {
    const said = toSpokenAccount(name)
    return said === undefined ? [] : [`${question} ${said}`]
  })

const UPPER = /\p{Lu}/u
const WORD = /\p{L}[\p{L}\p{M}\p{N}]*/gu

/**
 * Tests whether the sentence at a position is in a part of the text that is about one of the accounts.
 * @param id of the text
 */
export function createStretchReader(
  { names, others, withOthers }: AccountNames,
  id: string,
  all: readonly LineSentence[],
): (position: number) => boolean {
  // Some speech recognition writes no capitals.
  const toWritten = all.some(({ text }) => UPPER.test(text)) ? (name: string) => name : fold
  const toWords = (some: readonly string[]) =>
    new Set(some.flatMap((name) => toSpokenAccount(name) ?? []).map(toWritten))
  const own = toWords(names)
  const foreign = toWords(others).difference(own)
  const about = new Set<number>()
  const reach = withOthers.has(id) ? REACH_WITH_OTHERS : REACH
  let left = 0
  all.forEach(({ text, position }) => {
    const said = new Set(text.match(WORD))
    if (!said.isDisjointFrom(own)) left = reach
    else if (!said.isDisjointFrom(foreign)) left = 0
    if (left > 0) about.add(position)
    left--
  })
  return (position) => about.has(position)
}

/** Whether a passage contains most words of the content of a question, in any form. */
export function coversQuestion(question: string, { all, from, to }: Passage): boolean {
  const wordings = [...new Set(extractTerms(question).map(toBaseForm))].filter(isContentTerm).map(listSynonyms)
  const said = new Set(all.slice(from, to).flatMap(({ terms }) => terms.map(toBaseForm)))
  const count = wordings.filter((wording) => [...wording].some((term) => said.has(term))).length
  return wordings.length > 0 && count >= COVERED_MIN * wordings.length
}
