/**
 * Sentences that answer by what precedes them: replies to the same question, and values after the sentence that names
 * the thing.
 */
import { NUMBER_WORD } from '../../../../core/numbers.ts'
import { isContentTerm, isFormTerm } from './answerable.ts'
import type { LineSentence } from './sentences.ts'
import { listSynonyms } from './synonyms.ts'

/** Minimum ratio of the question's words, by rarity, in a sentence with a pronoun and those before it. */
const CARRIED_MIN = 0.8
/** The same for a sentence with a word of the question: “Then the warehouse. It opens in two weeks.” */
const CARRIED_OWN_MIN = 0.6
/** Number of sentences before a pronoun in which its subject is said. */
export const CARRIED_REACH = 8
/** Number of sentences before it, if the question has a single word that the subject can be recognized by. */
const CARRIED_NEAR = 2
const PRONOUN = /\b(?:they|them|their|it|its|he|she|him|her|that['’]s|this)\b/i
/** Maximum number of words of a sentence that is only a value: “Thirty-six dollars.” */
const VALUE_WORDS = 6
const STARTS_WITH_VALUE = new RegExp(
  String.raw`^\W*(?:(?:um|uh|so|about|around|roughly|maybe|only|just|up to),? ){0,3}(?:\d|(?:an?|half|${NUMBER_WORD})\b)`,
  'i',
)
/** Number of sentences after a question within which it is answered. */
const REPLY_REACH = 8
/** Minimum ratio of the question's words, by rarity, in a question of a speaker that is the same. */
const SAME_QUESTION = 0.5

/** Positions of sentences in which others answer somebody who asks the same. */
export function findReplies(
  all: readonly LineSentence[],
  asked: ReadonlySet<string>,
  rarity: (term: string) => number,
): ReadonlySet<number> {
  const sum = (terms: Iterable<string>) => [...terms].reduce((total, term) => total + rarity(term), 0)
  const most = sum(asked) || 1
  // “What's overtime costing us?” isn't the question “What does a cart cost?”
  const content = new Set([...asked].filter(isContentTerm))
  const isAbout = (terms: readonly string[]) => content.size === 0 || terms.some((term) => content.has(term))
  const replies = new Set<number>()
  all.forEach(({ isQuestion, terms, speaker }, at) => {
    if (!isQuestion || !isAbout(terms) || sum(new Set(terms.filter((term) => asked.has(term)))) / most < SAME_QUESTION)
      return
    for (const reply of all.slice(at + 1, at + 1 + REPLY_REACH))
      if (reply.speaker !== speaker) replies.add(reply.position)
  })
  return replies
}

/** Tests whether a sentence continues with a pronoun what the sentences before it say about the question. */
export function createCarriedReader(
  all: readonly LineSentence[],
  asked: ReadonlySet<string>,
  rarity: (term: string) => number,
): (sentence: LineSentence) => boolean {
  const telling = [...asked].filter((term) => !isFormTerm(term))
  const content = telling.filter(isContentTerm)
  const isSingle = telling.length > 1 && content.length === 1
  const wordings = (isSingle ? content : telling).map((term) => ({ term, said: listSynonyms(term) }))
  const most = wordings.reduce((sum, { term }) => sum + rarity(term), 0)
  return ({ text, position, terms, words }) => {
    const isValue = words.length <= VALUE_WORDS && STARTS_WITH_VALUE.test(text)
    if (telling.length < 2 || !(isValue || (!isSingle && PRONOUN.test(text)))) return false
    const first = Math.max(0, position - (isSingle ? CARRIED_NEAR : CARRIED_REACH))
    const reach = all.slice(first, position + 1).flatMap((sentence) => sentence.terms)
    const said = wordings.filter((one) => reach.some((term) => one.said.has(term)))
    const least = wordings.some((one) => terms.some((term) => one.said.has(term))) ? CARRIED_OWN_MIN : CARRIED_MIN
    return said.reduce((sum, { term }) => sum + rarity(term), 0) >= least * most
  }
}
