/**
 * Answers questions from records. A question can have several parts (“When was the call, and who attended?”); records
 * answer it only if they answer each part.
 */
import type { ScopedConversations } from '../queries.ts'
import type { AnswerScope } from '../scope.ts'
import { answerComparison } from './answer-comparison.ts'
import { answerField } from './answer-fields.ts'
import { ANSWERS } from './answer-kinds.ts'
import { joinAnswers } from './compose-record.ts'
import { correctWords } from './correct-words.ts'
import type { KindRow } from './kind-row.ts'
import { KINDS } from './kinds.ts'
import type { RecordPorts, RecordQuestion, RecordsAnswer, Side } from './model.ts'
import { nameCaller } from './name-caller.ts'
import { narrowScope } from './narrow.ts'
import { readPick } from './pick.ts'
import { readWords, type Word } from './question-words.ts'
import { recognizeKinds, restOfAll } from './recognize.ts'
import { readTimeRange, type TimeRange } from './time-range.ts'
import { CLASSES } from './vocabulary.ts'

export interface RecordsQuestion {
  readonly scope: AnswerScope
  readonly prompt: string
  readonly now: Date
}

/** Words before “team” that mean the caller's side. */
const OUR: ReadonlySet<string> = new Set(['my', 'our', 'sales', 'the'])
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
const REFERS = /\b(?:it|that|this|them|they|those|these)\b/i
const isIncomplete = (part: string): boolean => REFERS.test(part) || part.trim().split(/\s+/).length <= INCOMPLETE_WORDS

export async function answerFromRecords(
  ports: RecordPorts,
  { scope, prompt: given, now }: RecordsQuestion,
): Promise<RecordsAnswer | undefined> {
  if (scope.kind !== 'conversations' || given.length > LENGTH_MAX) return undefined
  const prompt = await nameCaller(ports, given)
  const isOneCall = scope.within.conversationIds?.length === 1
  const compared = await answerComparison(ports, scope.within, { prompt, now, isOneCall })
  if (compared !== undefined) return compared
  const whole = await answerPart(ports, scope.within, prompt, now)
  if (whole !== undefined) return whole
  const parts = prompt.split(NEXT_PART).filter((part) => /\p{L}/u.test(part))
  if (parts.length < 2 || parts.length > PARTS_MAX) return undefined
  const answers: RecordsAnswer[] = []
  const open: string[] = []
  for (const part of parts) {
    const answer = await answerPart(ports, scope.within, part, now)
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
  now: Date,
): Promise<RecordsAnswer | undefined> {
  const isOneCall = scope.conversationIds?.length === 1
  const all = correctWords(readWords(prompt))
  const timed = isOneCall ? { range: undefined, question: all } : readTimeRange(all, now)
  const { pick, question } = readPick(timed.question)
  const given = { prompt, now, range: timed.range, pick: isOneCall ? undefined : pick, isOneCall }
  for (const { kind, rest } of recognizeKinds(question, isOneCall).slice(0, KINDS_MAX)) {
    const row: KindRow = KINDS[kind]
    const narrowed = await narrowScope(ports, scope, rest, row.rest, isOneCall)
    if (narrowed === undefined) continue
    const answer = await ANSWERS[kind](ports, complete(ports, question, narrowed, given))
    if (answer !== undefined) return answer
  }
  const narrowed = await narrowScope(ports, scope, restOfAll(question), 'target', isOneCall)
  return narrowed === undefined ? undefined : answerField(ports, complete(ports, question, narrowed, given), question)
}

type QuestionContext = Pick<RecordQuestion, 'prompt' | 'now' | 'range' | 'pick' | 'isOneCall'>

function complete(
  ports: RecordPorts,
  question: readonly Word[],
  narrowed: Pick<RecordQuestion, 'within' | 'topic' | 'topicText' | 'people' | 'names' | 'labels' | 'isNarrowed'>,
  given: QuestionContext,
): RecordQuestion {
  const words = new Set(question.map(({ word }) => word))
  const isTeam = question.some(({ word }, at) => word === 'team' && OUR.has(question[at - 1]?.word ?? ''))
  const isMine = (words.has('my') && !isTeam) || words.has('mine')
  const anytime = isMine ? own(ports, narrowed.within) : narrowed.within
  const within = withinRange(anytime, given.range)
  return { ...narrowed, ...given, words, side: isTeam ? 'internal' : sideIn(words), isMine, anytime, within }
}

function sideIn(words: ReadonlySet<string>): Side | undefined {
  const names = (list: readonly string[] | undefined) => (list ?? []).some((word) => words.has(word))
  const [isExternal, isInternal] = [names(CLASSES.customer), names(CLASSES.seller)]
  if (isExternal === isInternal) return undefined
  return isExternal ? 'external' : 'internal'
}

/** Restricts a scope to a time range. */
export function withinRange(within: ScopedConversations, range: TimeRange | undefined): ScopedConversations {
  if (range === undefined) return within
  const { from, to } = within.filters
  const start = later(from, range.from)
  const end = earlier(to, range.until === undefined ? undefined : new Date(range.until.getTime() - 1))
  return { ...within, filters: { ...within.filters, from: start, to: end } }
}

const later = (a: Date | undefined, b: Date | undefined) => (a === undefined || (b !== undefined && b > a) ? b : a)
const earlier = (a: Date | undefined, b: Date | undefined) => (a === undefined || (b !== undefined && b < a) ? b : a)

/** Restricts a scope of all calls to those of the caller. Other scopes stay: “my tasks in this call” is about tasks. */
function own({ principal }: RecordPorts, within: ScopedConversations): ScopedConversations {
  const { opportunityIds, ownerIds, teamIds } = within.filters
  const isEverything =
    within.conversationIds === undefined && [opportunityIds, ownerIds, teamIds].every((ids) => ids === undefined)
  if (!isEverything || principal.user === undefined) return within
  return { ...within, filters: { ...within.filters, ownerIds: [principal.user.id] } }
}
