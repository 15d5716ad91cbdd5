/**
 * Verdict of a yes-or-no question, if a sentence supports it: a reply to the same question, or a statement that covers
 * every term of the question. Anything that isn't asserted, is limited, or has an unclear negation supports nothing.
 */
import { listSameMeaning } from '../../../../core/same-meaning.ts'
import { stemWord } from '../../../../core/stems.ts'
import { extractTerms, isSmallWord, splitWords } from '../../../../core/terms.ts'
import { detectAnswerPolarity, isDisclaimed, isQualified } from '../../../text/sentences/index.ts'
import { isContentTerm } from './answerable.ts'
import type { Passage } from './format-passage.ts'
import type { LineSentence } from './sentences.ts'
import { PAST } from './topic.ts'

/** `disputed`: the texts support both. */
export type Verdict = 'yes' | 'no' | 'disputed'

/** Reply of a passage to a yes-or-no question. */
export interface Judgment {
  readonly value: boolean
  /** Sentence that says it. */
  readonly by: LineSentence
}

const YES_NO =
  /^\W*(?:(?:so|and|but|ok|okay|well|please)\W+)*(?:do|does|did|don['’]?t|doesn['’]?t|didn['’]?t|is|isn['’]?t|are|aren['’]?t|was|wasn['’]?t|were|weren['’]?t|has|hasn['’]?t|have|haven['’]?t|had|will|won['’]?t|can|could|would|should)\b/i
/** Questions to the assistant, and questions with several answers: “Can you list …”, “Is it blue or red?” */
const NOT_YES_NO =
  /^\W*(?:(?:can|could|would|will) you (?:please |also |just )?(?:list|show|give|tell|find|summari[sz]e|explain|help|draft|write|compare|name|describe|check|search|look|provide|make|create|send|get|identify|recap|remind)|do you (?:know|think|remember|see|find|have (?:any|an?|some)|happen)|(?:can|could|would|will|do|did|should|am) i)\b|\bor\b|\b(?:what|which|who|how|why|when|where)\b/i
/** Words that make a statement weaker than the question. */
const WEAKENING =
  /\b(?:if|whether|wonder\w*|unclear|unsure|unless|until|when|once|might|may|maybe|perhaps|probably|likely|could|would|should|hope\w*|hoping|plan\w*|think|thought|guess|believ\w*|assum\w*|suppos\w*|want\w*|need\w*|try\w*|trying|almost|nearly|part(?:ly|ially)?|some|sometimes|only|few|half|most|mostly|usually|used|ask\w*|consider\w*|will|won['’]?t|going|gonna)\b/gi
// Without its apostrophe, a contraction is one of these words. “Percent” and “client” end like them.
const NEGATION =
  /^(?:not|never|no|cannot|nobody|none|neither|nor|without|hardly|barely|\p{L}+n['’]t|(?:do|does|did|is|are|was|were|has|have|had|ca|could|wo|would|should|must|need)nt)$/u
/** Maximum number of words between a negation and the first term that it denies. */
const NEAR = 3
/** Minimum number of terms of a question. With fewer, unrelated sentences cover it. */
const TERMS_MIN = 2

/** Words that a statement can lack. Every other word of the question can be the one that decides. */
export const FILLERS: ReadonlySet<string> = new Set(
  `actually really still already now just also ever even currently exactly definitely sure please yet again today
  anyone anybody someone somebody everyone everybody anything something`
    .split(/\s+/)
    .map(stemWord),
)
/** Words for the state that is in question: “Is single sign-on included?” – “Single sign-on, if you want it.” */
const OF_STATE: ReadonlySet<string> = new Set(
  'included possible available supported allowed required needed extra necessary'.split(' ').map(stemWord),
)
const BASE_FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries(PAST).map(([base, past]) => [stemWord(past), stemWord(base)]),
)
export const toBaseForm = (term: string): string => BASE_FORMS.get(term) ?? term

export const startsLikeYesOrNo = (question: string): boolean => YES_NO.test(question)
export const asksYesOrNo = (question: string): boolean => YES_NO.test(question) && !NOT_YES_NO.test(question)

/** Number of sentences in both directions that belong to what a key sentence is about. */
const SUBJECT_REACH = 3

/**
 * Whether a passage and the sentences around it contain each term that the question is about. “Was the export problem
 * solved?” isn't answered by the solution of another problem.
 */
export function containsSubject(question: string, { of, all, key }: Passage): boolean {
  const said = new Set(
    [...splitWords(of.title), ...of.lines.map(({ speaker }) => speaker).flatMap(splitWords)].map(stemWord),
  )
  for (const { terms } of all.slice(Math.max(0, key - SUBJECT_REACH), key + SUBJECT_REACH + 1)) {
    for (const term of terms) said.add(toBaseForm(term))
  }
  return extractTerms(question)
    .map(toBaseForm)
    .filter((term) => isContentTerm(term) && !FILLERS.has(term) && !OF_STATE.has(term))
    .every((term) => said.has(term) || [...listSameMeaning(term)].some((other) => said.has(other)))
}

/** Judges passages by their key sentences. @returns undefined where the question isn't one of yes or no */
export function judgePassages(question: string, passages: readonly Passage[]): readonly (Judgment | undefined)[] {
  const terms = [...new Set(extractTerms(question).map(toBaseForm))].filter((term) => !FILLERS.has(term))
  if (!asksYesOrNo(question) || terms.length < TERMS_MIN) return passages.map(() => undefined)
  return passages.map((passage) => judge(question, terms, passage))
}

export function toVerdict(judged: readonly (Judgment | undefined)[]): Verdict | null {
  const [yes, no] = [true, false].map((value) => judged.some((one) => one?.value === value))
  return yes && no ? 'disputed' : yes ? 'yes' : no ? 'no' : null
}

function judge(question: string, terms: readonly string[], { of, all, key }: Passage): Judgment | undefined {
  const sentence = all[key]
  if (sentence === undefined) return undefined
  const [previous, next] = [all[key - 1], all[key + 1]]
  const covers = (one: LineSentence | undefined): boolean => {
    if (one === undefined) return false
    const said = new Set(one.terms.map(toBaseForm))
    const known = new Set([...splitWords(of.title), ...splitWords(one.speaker)].map(stemWord))
    return terms.filter((term) => said.has(term)).length >= TERMS_MIN && terms.every((t) => said.has(t) || known.has(t))
  }
  if (sentence.isQuestion) return covers(sentence) ? replyTo(sentence, next) : undefined
  if (previous?.isQuestion && covers(previous)) return replyTo(previous, sentence)
  const carried = covers(sentence) ? undefined : findCarried(all, key, terms)
  const said = carried ?? sentence
  if (!(covers(sentence) || carried !== undefined)) return undefined
  const [before, after] = [all[said.position - 1], all[said.position + 1]]
  if (isQualified(said, before, after) || isWeaker(said.text, question)) return undefined
  const value = stated(said, { question, terms }, before, after)
  return value === undefined ? undefined : { value, by: said }
}

const CARRIES = /\b(?:it|that|this|them|they|those|these)\b/i
/** Number of sentences before a pronoun in which people say what it means. */
const CARRIED_REACH = 4

/**
 * Finds a statement that continues the one before it with a pronoun: “The speed isn't shown anywhere. We don't store it.”
 * It contains a term of the question, and the sentences before it contain the others, the first of these one of them. It
 * is the key sentence or the next one.
 */
function findCarried(all: readonly LineSentence[], key: number, terms: readonly string[]): LineSentence | undefined {
  const has = (one: LineSentence, term: string) => one.terms.some((said) => toBaseForm(said) === term)
  return [key, key + 1].flatMap((at) => {
    const [sentence, next] = [all[at - 1], all[at]]
    if (sentence === undefined || next === undefined || next.speaker !== sentence.speaker) return []
    if (next.isQuestion || sentence.isQuestion || !CARRIES.test(next.text)) return []
    const rest = terms.filter((term) => !has(next, term))
    const before = all.slice(Math.max(0, at - CARRIED_REACH), at)
    const isExplained = rest.length < terms.length && rest.some((term) => has(sentence, term))
    return isExplained && rest.every((term) => before.some((one) => has(one, term))) ? [next] : []
  })[0]
}

function replyTo(asked: LineSentence, reply: LineSentence | undefined): Judgment | undefined {
  if (reply === undefined || reply.speaker === asked.speaker || reply.isQuestion) return undefined
  // “Isn't it ready?” “No.” and “It's not ready?” “Yes.” can mean either.
  const value = NEGATED.test(asked.text) ? undefined : detectAnswerPolarity(reply.text)
  return value === undefined ? undefined : { value, by: reply }
}
const NEGATED = /\b(?:not|never|\w+n['’]t)\b/i

/** Whether a sentence has a weakening word that the question lacks. */
function isWeaker(text: string, question: string): boolean {
  const asked = question.toLowerCase()
  return [...text.matchAll(WEAKENING)].some(([word]) => !asked.includes(word.toLowerCase()))
}

/** Negations that are part of what a question asks: “Does it work without reception?” */
const ASKED_NEGATION = /\b(?:without|never|nobody|none)\b/gi

/** Polarity of a statement: its only negation must belong to what was asked. */
function stated(
  sentence: LineSentence,
  { question, terms }: { readonly question: string; readonly terms: readonly string[] },
  previous: LineSentence | undefined,
  next: LineSentence | undefined,
): boolean | undefined {
  const words = [...sentence.text.matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu)]
  const asked = words.filter(
    ([word]) => !isSmallWord(word.toLowerCase()) && terms.includes(toBaseForm(stemWord(word.toLowerCase()))),
  )
  const [first, last] = [asked[0], asked.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const range = { from: first.index, to: last.index + last[0].length }
  if (isDisclaimed(sentence, range, previous, next)) return undefined
  const wanted = new Set((question.match(ASKED_NEGATION) ?? []).map((word) => word.toLowerCase()))
  const said = new Set(words.map(([word]) => word.toLowerCase()))
  if (!wanted.isSubsetOf(said)) return undefined
  const negations = words.filter(([word]) => NEGATION.test(word.toLowerCase()) && !wanted.has(word.toLowerCase()))
  const [negation, ...others] = negations
  if (negation === undefined) return true
  const distance = words.indexOf(first) - words.indexOf(negation)
  const belongs = distance <= NEAR && negation.index < range.to
  return others.length === 0 && belongs ? false : undefined
}
