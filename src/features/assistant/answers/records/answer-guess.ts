/** Answers a question by the kind that its meaning suggests, if no pattern recognizes its form. */
import { isCommonWord } from '../../../../core/common-words.ts'
import { extractTerms } from '../../../../core/terms.ts'
import type { ScopedConversations } from '../queries.ts'
import { ANSWERS } from './answer-kinds.ts'
import { completeQuestion, type QuestionContext } from './complete-question.ts'
import { CERTAIN } from './guess-kinds.ts'
import type { RatedKind } from './kind-classifier.ts'
import type { KindRow } from './kind-row.ts'
import { KINDS, type RecordKind } from './kinds.ts'
import { SPEECH } from './kinds-said.ts'
import { examplesOfKind, isKnownWord } from './known-words.ts'
import type { RecordPorts, RecordsAnswer } from './model.ts'
import { findNamedWords, narrowScope } from './narrow.ts'
import { permitted } from './queries.ts'
import { INTERROGATIVES, type Word } from './question-words.ts'
import { isNever, type RestGroup, restOfKind } from './recognize.ts'
import { CLASSES } from './vocabulary.ts'

/** Minimum probability of a kind: among many calls, and in one, whose passages are a good answer too. */
const PROBABLE = { many: 0.35, one: 0.6 } as const
/** Minimum probability of a kind from which a word of another kind can be left out. Such a word can change the meaning. */
const VERY_CERTAIN = 0.8
/** Maximum number of words that are left out. */
const OMITTED_MAX = 1
/** Kinds of which the status of an account is an answer, and their minimum probability together. */
const STATUS_LIKE: ReadonlySet<RecordKind | 'none'> = new Set([
  ...(['accountStatus', 'summary', 'dealStage', 'dealRisks', 'blockers', 'openQuestions', 'satisfaction'] as const),
])
const STATUS_MIN = 0.4
/** Kinds about one colleague. Without a user, “I” is nobody. */
const OF_CALLER: ReadonlySet<RecordKind> = new Set([
  ...(['talkShare', 'coaching', 'scores', 'questionCount', 'dynamics', 'monologue', 'callsByOwner'] as const),
])
/** Kinds whose answer is empty without the words that restrict it. */
const ABOUT_WORDS: ReadonlySet<RecordKind> = new Set([
  ...(['said', 'mentions', 'countCalls', 'listCalls', 'person', 'draft'] as const),
  // “Any security concerns?” isn't answered by other concerns.
  // “What do you charge for onboarding?” isn't answered by other amounts.
  ...(['problems', 'objections', 'requests', 'praise', 'money'] as const),
])
/** Kinds that quote what people say. In one call, the best passages answer these questions. */
const QUOTING: ReadonlySet<RecordKind> = new Set([
  ...(['said', 'contacts', 'problems', 'objections', 'requests', 'praise', 'blockers', 'dealReasons'] as const),
  ...(['satisfaction', 'accountStatus', 'dealRisks', 'coaching', 'worthHearing', 'person'] as const),
])

/** Kinds about the calls themselves. “How long is the onboarding?” is about what people say. */
const OF_CALLS: ReadonlySet<RecordKind> = new Set(['date', 'duration'])
const CALL_LIKE: ReadonlySet<string> = new Set(['it', 'meet', 'talk'].flatMap((name) => CLASSES[name] ?? []))

const isAboutCalls = (question: readonly Word[], kind: RecordKind): boolean => {
  const own = new Set([...CALL_LIKE, ...examplesOfKind(kind)])
  return question.some(({ word }) => own.has(word))
}

const SPEECH_WORDS: ReadonlySet<string> = new Set([...SPEECH.trim().split(/\s+/), ...examplesOfKind('said')])

/** “What does Jonas bring to the warehouse?” is about what he does, not about what he says. */
const isAboutSpeech = (question: readonly Word[]): boolean => question.some(({ word }) => SPEECH_WORDS.has(word))

export interface GuessedQuestion extends QuestionContext {
  readonly scope: ScopedConversations
  readonly question: readonly Word[]
  /** All kinds, most probable first. */
  readonly guessed: readonly RatedKind[]
  /** Whether a recognized record is empty. Then the status of an account isn't an answer. */
  readonly isEmpty: boolean
}

/** @returns undefined if no kind is probable enough, or its record is empty */
export async function answerGuess(ports: RecordPorts, asked: GuessedQuestion): Promise<RecordsAnswer | undefined> {
  const [best] = asked.guessed
  if (best === undefined || best.kind === 'none') return undefined
  const answer = await answerKind(ports, asked, best.kind, best.probability)
  return answer ?? (asked.isEmpty ? undefined : answerStatus(ports, asked))
}

async function answerKind(
  ports: RecordPorts,
  { scope, question, guessed: _, isEmpty: __, ...given }: GuessedQuestion,
  kind: RecordKind,
  probability: number,
): Promise<RecordsAnswer | undefined> {
  const { isOneCall } = given
  if (probability < PROBABLE[isOneCall ? 'one' : 'many'] || (isOneCall && QUOTING.has(kind))) return undefined
  const isOfNobody = ports.principal.user === undefined && question.some(({ word }) => word === 'i')
  if ((isOfNobody && OF_CALLER.has(kind)) || isNever(question, kind)) return undefined
  if (OF_CALLS.has(kind) && !isAboutCalls(question, kind)) return undefined
  if (kind === 'said' && !isAboutSpeech(question)) return undefined
  const row: KindRow = KINDS[kind]
  const rest = restOfKind(question, kind, isOneCall)
  const narrowed = await narrowScope(ports, scope, rest, row.rest, isOneCall)
  if (narrowed !== undefined) {
    const answer = await ANSWERS[kind](ports, completeQuestion(ports, question, narrowed, given))
    if (answer?.answered === true) return answer
  }
  // In one call, passages about these words are a better answer.
  if (isOneCall || probability < CERTAIN || ABOUT_WORDS.has(kind)) return undefined
  const { named, omitted } = await splitRest(ports, scope, rest)
  if (rest.some(({ isTopic, words }) => isTopic && words.some((word) => omitted.includes(word)))) return undefined
  if (omitted.length === 0 || !canOmit(omitted) || omitted.some((word) => isSubject(question, word))) return undefined
  if (probability < VERY_CERTAIN && omitted.some(({ word }) => isKnownWord(word))) return undefined
  const wider = await narrowScope(ports, scope, named, 'none', isOneCall)
  if (wider === undefined) return undefined
  const answer = await ANSWERS[kind](ports, completeQuestion(ports, question, wider, given))
  return answer?.answered === true ? withOmitted(answer, omitted) : undefined
}

/** States how things stand with a named account, for a question that can mean several parts of it. */
async function answerStatus(
  ports: RecordPorts,
  { scope, question, guessed, isEmpty: _, ...given }: GuessedQuestion,
): Promise<RecordsAnswer | undefined> {
  const probability = guessed.reduce((sum, one) => sum + (STATUS_LIKE.has(one.kind) ? one.probability : 0), 0)
  if (given.isOneCall || probability < STATUS_MIN) return undefined
  const { named, omitted } = await splitRest(ports, scope, restOfKind(question, 'accountStatus', false))
  if (named.length === 0 || !canOmit(omitted) || omitted.some((word) => isSubject(question, word))) return undefined
  const narrowed = await narrowScope(ports, scope, named, 'none', false)
  if (narrowed === undefined || narrowed.names.length === 0) return undefined
  // “What happened with Saltmarsh's wedding?” is about something that people speak about in the calls.
  const things = omitted.filter(({ word }) => !isKnownWord(word)).flatMap(({ word }) => extractTerms(word))
  const conversations = permitted(ports.org, narrowed.within)
  if (things.length > 0 && (await ports.search.saidIn(ports.db, ports.org, { conversations }, things, 1)).size > 0)
    return undefined
  const answer = await ANSWERS.accountStatus(ports, completeQuestion(ports, question, narrowed, given))
  return answer?.answered === true ? withOmitted(answer, omitted) : undefined
}

const ARTICLES: ReadonlySet<string> = new Set('the a an our my your their his her its'.split(' '))
const BE: ReadonlySet<string> = new Set(CLASSES.be)

/**
 * Whether a word is the subject: “Who is the engineer for Marrowby?” isn't answered by the owner of the calls, nor “Why
 * were proofs lost?” by lost deals.
 */
function isSubject(question: readonly Word[], word: Word): boolean {
  const at = question.indexOf(word)
  // “Who retired?” isn't answered by those who didn't.
  if (at === 1 && question[0]?.word === 'who') return true
  const [before = '', previous = ''] = [question[at - 1]?.word, question[at - 2]?.word]
  // “What is in the contract?” isn't answered by the status of the account.
  return ARTICLES.has(before) ? BE.has(previous) || previous === 'in' : BE.has(before) && INTERROGATIVES.has(previous)
}

/** An unknown name restricts the question to something that isn't recorded, also in lower case: “better than wayloom”. */
export const canOmit = (words: readonly Word[]): boolean =>
  words.length <= OMITTED_MAX && words.every(({ word, written }) => !/^\p{Lu}/u.test(written) && isOrdinary(word))

/** Whether a word is English, or part of questions in general. Words of up to four letters aren't listed. */
const isOrdinary = (word: string): boolean => word.length < LISTED_MIN || isCommonWord(word) || isKnownWord(word)
const LISTED_MIN = 5

/** Adds the notice that words of the question restrict nothing. */
function withOmitted(answer: RecordsAnswer, omitted: readonly Word[]): RecordsAnswer {
  if (omitted.length === 0) return answer
  const notice = `The answer isn't restricted to “${omitted.map(({ written }) => written).join(' ')}”.`
  return { ...answer, notice: answer.notice === null ? notice : `${answer.notice} ${notice}` }
}

/** Splits the rest of a question into the names of people and accounts, and other words. */
async function splitRest(
  ports: RecordPorts,
  scope: ScopedConversations,
  rest: readonly RestGroup[],
): Promise<{ readonly named: readonly RestGroup[]; readonly omitted: readonly Word[] }> {
  const words = rest.flatMap((group) => group.words)
  const names = await findNamedWords(ports, scope, words)
  return {
    named: rest
      .map((group) => ({ ...group, words: group.words.filter(({ word }) => names.has(word)) }))
      .filter((group) => group.words.length > 0),
    // “A two minute brief” isn't restricted.
    omitted: words.filter(({ word }) => !names.has(word) && !/^\p{N}+(?:am|pm)?$/u.test(word)),
  }
}
