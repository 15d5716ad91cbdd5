/**
 * Answers questions from records. A question can have several parts (“When was the call, and who attended?”); records
 * answer it only if they answer each part.
 */
import type { ScopedConversations } from '../queries.ts'
import type { AnswerScope } from '../scope.ts'
import { answerComparison } from './answer-comparison.ts'
import { answerFieldByAccount } from './answer-field-by-account.ts'
import { answerField } from './answer-fields.ts'
import { answerGuess } from './answer-guess.ts'
import { ANSWERS } from './answer-kinds.ts'
import { completeQuestion } from './complete-question.ts'
import { joinAnswers } from './compose-record.ts'
import { correctWords } from './correct-words.ts'
import { readDurationRange } from './duration-range.ts'
import { guessKinds, isCertain, isImprobable } from './guess-kinds.ts'
import type { KindRow } from './kind-row.ts'
import { KINDS, type RecordKind } from './kinds.ts'
import type { RecordPorts, RecordsAnswer } from './model.ts'
import { nameCaller } from './name-caller.ts'
import { nameDecider } from './name-decider.ts'
import { nameRival } from './name-rival.ts'
import { narrowScope } from './narrow.ts'
import { readPick } from './pick.ts'
import { readWords } from './question-words.ts'
import { type Candidate, recognizeKinds, restOfAll } from './recognize.ts'
import { readTimeRange } from './time-range.ts'

export interface RecordsQuestion {
  readonly scope: AnswerScope
  readonly prompt: string
  readonly now: Date
}

/** Maximum length of a question to records, in UTF-16 units. Longer texts contain instructions that no record follows. */
const LENGTH_MAX = 600
/** Maximum number of parts of a question. */
const PARTS_MAX = 3
/** Maximum number of kinds that are tried. */
const KINDS_MAX = 3
/** Beginning of another question in the same sentence. */
const NEXT_PART = /[?.!]\s+(?=\S)|,?\s+and\s+(?=(?:when|who|how|what|which|where|why)\b)/i
/** Number of words up to which a later part is incomplete without the first one: “and how many drivers?” */
const INCOMPLETE_WORDS = 4
/** Words for what an earlier part is about: “and how did we answer them?” */
const REFERS = /\b(?:it|that|this|them|they|those|these|he|she|him|her)\b/i
const isIncomplete = (part: string): boolean => REFERS.test(part) || part.trim().split(/\s+/).length <= INCOMPLETE_WORDS

export async function answerFromRecords(
  ports: RecordPorts,
  { scope, prompt: given, now }: RecordsQuestion,
): Promise<RecordsAnswer | undefined> {
  if (scope.kind !== 'conversations' || given.length > LENGTH_MAX) return undefined
  const prompt = nameDecider(await nameCaller(ports, given))
  const isOneCall = scope.within.conversationIds?.length === 1
  const compared = await answerComparison(ports, scope.within, { prompt, now, isOneCall })
  if (compared !== undefined) return compared
  const parts = prompt.split(NEXT_PART).filter((part) => /\p{L}/u.test(part))
  const hasParts = parts.length > 1 && parts.length <= PARTS_MAX
  const whole = await answerPart(ports, scope.within, prompt, { now, mayGuess: !hasParts })
  if (whole !== undefined || !hasParts) return whole
  // A guess can leave out a part of the question.
  return (
    (await answerParts(ports, scope.within, parts, now)) ??
    answerPart(ports, scope.within, prompt, { now, mayGuess: true })
  )
}

async function answerParts(
  ports: RecordPorts,
  scope: ScopedConversations,
  parts: readonly string[],
  now: Date,
): Promise<RecordsAnswer | undefined> {
  const isOneCall = scope.conversationIds?.length === 1
  const answers: RecordsAnswer[] = []
  const open: string[] = []
  for (const [index, part] of parts.entries()) {
    // “… and when?” is about what the first part finds.
    const isBare = index > 0 && !isOneCall && part.trim().split(/\s+/).length === 1
    const answer = isBare ? undefined : await answerPart(ports, scope, part, { now, mayGuess: true })
    if (answer !== undefined) answers.push(answer)
    else if (!isOneCall && answers.some(({ answered }) => answered) && isIncomplete(part)) open.push(part)
    else return undefined
  }
  const joined = joinAnswers(answers)
  if (open.length === 0) return joined
  const missing = `No record answers ${open.map((part) => `“${part.trim()}”`).join(' and ')}.`
  return { ...joined, notice: joined.notice === null ? missing : `${joined.notice} ${missing}` }
}

async function answerPart(
  ports: RecordPorts,
  scope: ScopedConversations,
  prompt: string,
  { now, mayGuess }: { readonly now: Date; readonly mayGuess: boolean },
): Promise<RecordsAnswer | undefined> {
  const isOneCall = scope.conversationIds?.length === 1
  const all = await nameRival(ports, scope, correctWords(readWords(prompt)))
  const timed = isOneCall ? { range: undefined, question: all } : readTimeRange(all, now)
  const lasting = isOneCall ? { duration: undefined, question: timed.question } : readDurationRange(timed.question)
  const { pick, question } = readPick(lasting.question)
  const given = {
    prompt,
    now,
    range: timed.range,
    duration: lasting.duration,
    pick: isOneCall ? undefined : pick,
    isOneCall,
  }
  const recognized = recognizeKinds(question, isOneCall).slice(0, KINDS_MAX)
  // A pattern that leaves no word of the question is certain.
  const guessed = recognized[0]?.rest.length === 0 ? [] : await guessKinds(ports, scope, all)
  // Before kinds that list calls by account: “the number of vehicles by customer”.
  const everything = await narrowScope(ports, scope, [], 'none', isOneCall)
  const byAccount =
    everything && (await answerFieldByAccount(ports, completeQuestion(ports, question, everything, given), question))
  if (byAccount !== undefined) return byAccount
  let empty: { readonly kind: RecordKind; readonly answer: RecordsAnswer } | undefined
  const tryRecognized = async (candidates: readonly Candidate[]): Promise<RecordsAnswer | undefined> => {
    for (const { kind, rest } of candidates) {
      const row: KindRow = KINDS[kind]
      const narrowed = await narrowScope(ports, scope, rest, row.rest, isOneCall)
      if (narrowed === undefined) continue
      const answer = await ANSWERS[kind](ports, completeQuestion(ports, question, narrowed, given))
      if (answer?.answered === true) return answer
      if (answer !== undefined) empty ??= { kind, answer }
    }
    return undefined
  }
  const isDoubtful = ({ kind, rest }: Candidate) => rest.length > 0 && isImprobable(guessed, kind)
  const answer = await tryRecognized(recognized.filter((one) => !isDoubtful(one)))
  if (answer !== undefined) return answer
  const tryField = async (wordsMin: number) => {
    const narrowed = await narrowScope(ports, scope, restOfAll(question), 'target', isOneCall)
    const asked = narrowed && completeQuestion(ports, question, narrowed, given)
    return asked && answerField(ports, asked, question, wordsMin)
  }
  // A title of several words is certain: “Who is the decision maker?”
  const titled = empty === undefined ? await tryField(2) : undefined
  if (titled !== undefined) return titled
  // A guess of another kind must be certain to replace the statement that a record is empty.
  const isGuess = mayGuess && (empty === undefined || isCertain(guessed, empty.kind))
  const guess = isGuess
    ? await answerGuess(ports, { ...given, scope, question, guessed, isEmpty: empty !== undefined })
    : undefined
  if (guess !== undefined) return guess
  const last = await tryRecognized(recognized.filter(isDoubtful))
  if (last !== undefined) return last
  if (empty !== undefined) return empty.answer
  return tryField(1)
}
