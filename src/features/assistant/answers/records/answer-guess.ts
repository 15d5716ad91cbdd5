/** Answers a question by the kind that its meaning suggests, if no pattern recognizes its form. */
import type { ScopedConversations } from '../queries.ts'
import { ANSWERS } from './answer-kinds.ts'
import { completeQuestion, type QuestionContext } from './complete-question.ts'
import type { RatedKind } from './kind-classifier.ts'
import type { KindRow } from './kind-row.ts'
import { KINDS, type RecordKind } from './kinds.ts'
import { isKnownWord } from './known-words.ts'
import type { RecordPorts, RecordsAnswer } from './model.ts'
import { findNamedWords, narrowScope } from './narrow.ts'
import type { Word } from './question-words.ts'
import { type RestGroup, restOfKind } from './recognize.ts'

/** Minimum probability of a kind: among many calls, and in one, whose passages are a good answer too. */
const PROBABLE = { many: 0.35, one: 0.6 } as const
/** Minimum probability of a kind that is answered although it leaves out words of the question. */
const CERTAIN = 0.6
/** The same for words of other kinds, which can change the meaning of the question. */
const VERY_CERTAIN = 0.8
/** Maximum number of these words. */
const OMITTED_MAX = 1
/** Kinds of which the status of an account is an answer. */
const STATUS_LIKE: ReadonlySet<RecordKind | 'none'> = new Set([
  ...(['accountStatus', 'summary', 'dealStage', 'dealRisks', 'blockers', 'openQuestions', 'satisfaction'] as const),
])
/** Kinds about one colleague. Without a user, “I” is nobody. */
const OF_CALLER: ReadonlySet<RecordKind> = new Set([
  ...(['talkShare', 'coaching', 'scores', 'questionCount', 'dynamics', 'monologue', 'callsByOwner'] as const),
])
/** Minimum probability of these kinds together. */
const STATUS = 0.4
/** Kinds whose answer is empty without the words that restrict it. */
const ABOUT_WORDS: ReadonlySet<RecordKind> = new Set(['said', 'mentions', 'countCalls', 'listCalls', 'person', 'draft'])
/** Kinds that quote what people say. In one call, the best passages answer these questions. */
const QUOTING: ReadonlySet<RecordKind> = new Set([
  ...(['said', 'contacts', 'problems', 'objections', 'requests', 'praise', 'blockers', 'dealReasons'] as const),
  ...(['satisfaction', 'accountStatus', 'dealRisks', 'coaching', 'worthHearing', 'person'] as const),
])

export async function answerGuess(
  ports: RecordPorts,
  scope: ScopedConversations,
  question: readonly Word[],
  guessed: readonly RatedKind[],
  given: QuestionContext,
): Promise<RecordsAnswer | undefined> {
  const [best] = guessed
  if (best === undefined || best.kind === 'none') return undefined
  return (
    (await answerKind(ports, scope, question, best.kind, best.probability, given)) ??
    (await answerStatus(ports, scope, question, guessed, given))
  )
}

async function answerKind(
  ports: RecordPorts,
  scope: ScopedConversations,
  question: readonly Word[],
  kind: RecordKind,
  probability: number,
  given: QuestionContext,
): Promise<RecordsAnswer | undefined> {
  const { isOneCall } = given
  if (probability < PROBABLE[isOneCall ? 'one' : 'many'] || (isOneCall && QUOTING.has(kind))) return undefined
  const isOfNobody = ports.principal.user === undefined && question.some(({ word }) => word === 'i')
  if (isOfNobody && OF_CALLER.has(kind)) return undefined
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
  if (omitted.length === 0 || omitted.length > OMITTED_MAX || omitted.some(isCapitalized)) return undefined
  if (probability < VERY_CERTAIN && omitted.some(({ word }) => isKnownWord(word))) return undefined
  const wider = await narrowScope(ports, scope, named, 'none', isOneCall)
  if (wider === undefined) return undefined
  const answer = await ANSWERS[kind](ports, completeQuestion(ports, question, wider, given))
  if (answer?.answered !== true) return undefined
  const notice = `The answer isn't restricted to “${omitted.map(({ written }) => written).join(' ')}”.`
  return { ...answer, notice: answer.notice === null ? notice : `${answer.notice} ${notice}` }
}

/** States how things stand with a named account, for a question that can mean several parts of it. */
async function answerStatus(
  ports: RecordPorts,
  scope: ScopedConversations,
  question: readonly Word[],
  guessed: readonly RatedKind[],
  given: QuestionContext,
): Promise<RecordsAnswer | undefined> {
  const probability = guessed.reduce((sum, one) => sum + (STATUS_LIKE.has(one.kind) ? one.probability : 0), 0)
  if (given.isOneCall || probability < STATUS) return undefined
  const { named, omitted } = await splitRest(ports, scope, restOfKind(question, 'accountStatus', false))
  if (named.length === 0 || omitted.length > OMITTED_MAX || omitted.some(isCapitalized)) return undefined
  const narrowed = await narrowScope(ports, scope, named, 'none', false)
  if (narrowed === undefined || narrowed.names.length === 0) return undefined
  const answer = await ANSWERS.accountStatus(ports, completeQuestion(ports, question, narrowed, given))
  return answer?.answered === true ? answer : undefined
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

/** An unknown name restricts the question to something that isn't recorded. */
const isCapitalized = ({ written }: Word): boolean => /^\p{Lu}/u.test(written)
