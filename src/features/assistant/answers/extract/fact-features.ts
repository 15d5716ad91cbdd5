/**
 * Features of sentences that state a fact. Short questions (“rate limit of the api”, “who approved it”) use the words of
 * the answer, or those of a question that somebody answers. `npm run train:answers` trains the weights with questions
 * that were written for Parley. They contain no words of any conversation.
 */
import { stemWord } from '../../../../core/stems.ts'
import { isSmallWord, splitWords } from '../../../../core/terms.ts'
import { isContentTerm, isFormTerm } from './answerable.ts'
import type { LineSentence } from './sentences.ts'
import { listSynonyms } from './synonyms.ts'

export const FACT_FEATURES = [
  /** Ratio of the question's words that the sentence contains in the same form. */
  'exact',
  /** Number of the question's terms that nobody says near the sentence, as a ratio of three. */
  'missing',
  /** Whether a reason is stated, if the question asks for one. */
  'because',
  /** Whether a name is stated, if the question asks for a person. */
  'person',
  'isQuestion',
  /** Ratio of the question's terms in the question of somebody else that precedes the sentence. */
  'reply',
  /** Whether the sentence greets or thanks. */
  'greeting',
  'brief',
] as const
export type FactFeature = (typeof FACT_FEATURES)[number]

/** Maximum number of terms of a question that are looked for. */
const TERMS_MAX = 24
/** Number of sentences before and after a sentence within which terms are near. */
const NEAR = 2
/** Number of missing terms from which more make no difference. */
const MISSING_MAX = 3
/** Number of sentences after a question within which it is answered. */
const REPLY_REACH = 4
/** Number of words up to which a sentence is brief. */
const BRIEF_WORDS = 6
const ASKS_REASON = /\b(?:why|reasons?|how come|what (?:is |was )?(?:the )?(?:root )?caus(?:e|es|ed))\b/i
const STATES_REASON =
  /\b(?:because|since|so that|due to|reasons?|that's why|which is why|driven by|as a result|caused?|thanks to|related to|given the|in response to)\b/i
/** Whether a question asks for a reason. */
export const asksForReason = (question: string): boolean => ASKS_REASON.test(question)
/** Whether a sentence has a word that introduces a reason. */
export const statesReason = (text: string): boolean => STATES_REASON.test(text)
const ASKS_PERSON = /\bwho\b/i
const STATES_NAME = /[\p{Ll},] \p{Lu}\p{Ll}+/u
/** Whether a sentence contains a capitalized word that doesn't start it. */
export const statesName = (text: string): boolean => STATES_NAME.test(text)
const GREETS =
  /^(?:(?:um|uh|okay|yeah|so|well|right|great|sure),? )*(?:thank|thanks|hello|hi|hey|good (?:morning|afternoon|evening)|welcome|ladies and gentlemen)\b/i

/**
 * @param all sentences of the text in order
 * @returns a function that computes the values of `FACT_FEATURES` for a sentence of the text
 */
export function createFactReader(
  question: string,
  all: readonly LineSentence[],
  rarity: (term: string) => number,
): (sentence: LineSentence) => number[] {
  const words = splitWords(question).filter((word) => !isSmallWord(word))
  const terms = selectTerms(words)
  const wordings = terms.map(listSynonyms)
  const forms = new Map(words.map((word) => [stemWord(word), word]))
  const weights = terms.map(rarity)
  const total = weights.reduce((sum, one) => sum + one, 0) || 1
  const contains = ({ terms: own }: LineSentence, wording: ReadonlySet<string>) => own.some((term) => wording.has(term))
  /** For each wording, the sentences that contain it. */
  const places = wordings.map((wording) => Uint8Array.from(all, (sentence) => (contains(sentence, wording) ? 1 : 0)))
  const cover = (at: number) =>
    places.reduce((sum, place, index) => sum + (place[at] === 1 ? (weights[index] ?? 0) : 0), 0) / total
  const [asksReason, asksPerson] = [ASKS_REASON.test(question), ASKS_PERSON.test(question)]
  return ({ position, speaker, words: own, text, isQuestion }) => {
    const said = new Set(own)
    let missing = 0
    for (const place of places)
      if (place.subarray(Math.max(0, position - NEAR), position + NEAR + 1).indexOf(1) === -1) missing++
    let reply = 0
    for (let at = Math.max(0, position - REPLY_REACH); at < position; at++) {
      const before = all[at]
      if (before?.isQuestion === true && before.speaker !== speaker) reply = Math.max(reply, cover(at))
    }
    const values: Record<FactFeature, number> = {
      exact: terms.filter((term) => said.has(forms.get(term) ?? term)).length / Math.max(1, terms.length),
      missing: Math.min(MISSING_MAX, missing) / MISSING_MAX,
      because: asksReason && STATES_REASON.test(text) ? 1 : 0,
      person: asksPerson && statesName(text) ? 1 : 0,
      isQuestion: isQuestion ? 1 : 0,
      reply,
      greeting: GREETS.test(text) ? 1 : 0,
      brief: own.length <= BRIEF_WORDS ? 1 : 0,
    }
    return FACT_FEATURES.map((name) => values[name])
  }
}

/** Stems of the words that an answer contains, or all stems if none of the words is specific. */
function selectTerms(words: readonly string[]): readonly string[] {
  const stems = [...new Set(words.map(stemWord))].slice(0, TERMS_MAX)
  const content = stems.filter(isContentTerm)
  return content.length > 0 ? content : stems.filter((stem) => !isFormTerm(stem))
}
