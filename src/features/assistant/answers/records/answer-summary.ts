/** Answers from stored summaries: action items, decisions, open questions, and the summary itself. */
import { splitName } from '../../../../core/name-runs.ts'
import { findUser } from '../../../accounts/identity/index.ts'
import { findRequester, type SummaryLine } from '../../../text/extractive-summary/index.ts'
import { AUXILIARIES } from '../../../text/passage-ranking/index.ts'
import { noCalls } from './answer-calls.ts'
import { answerPrices, asksForPrice } from './answer-prices.ts'
import {
  type Fact,
  LINES_MAX,
  listFacts,
  loadCalls,
  nameCall,
  nameQuestionScope,
  stateEmpty,
} from './compose-record.ts'
import { count, formatClock, formatDay, joinAnd } from './dates.ts'
import type { AnswerKind, CallRecord, RecordPorts, RecordQuestion, RecordsAnswer, Side } from './model.ts'
import { type CallSummary, type SummarizedPromise, selectCallSummaries } from './summarized-calls.ts'
import { containsAll } from './terms.ts'
import { TranscriptReader } from './transcript-reader.ts'

interface Summarized {
  readonly call: CallRecord
  readonly summary: CallSummary
}

export interface RecordedLine {
  readonly call: CallRecord
  readonly line: SummaryLine & Partial<SummarizedPromise>
}

export interface LoadedSummaries {
  readonly summaries: readonly Summarized[]
  readonly calls: readonly CallRecord[]
  readonly notice: string | null
}

export async function loadSummaries(ports: RecordPorts, question: RecordQuestion): Promise<LoadedSummaries> {
  const { calls, notice } = await loadCalls(ports, question)
  const stored = await selectCallSummaries(
    ports.db,
    ports.org,
    calls.map(({ id }) => id),
  )
  const summaries = calls.flatMap((call): Summarized[] => {
    const summary = stored.get(call.id)
    return summary === undefined ? [] : [{ call, summary }]
  })
  return { summaries, calls, notice }
}

/** Part of the summary that a kind of question is about. */
export interface SummaryPart {
  /** Noun in singular. */
  readonly noun: string
  readonly select: (summary: CallSummary) => readonly (SummaryLine & Partial<SummarizedPromise>)[]
  readonly describe: (line: RecordedLine) => string
}

const DECISIONS: SummaryPart = {
  noun: 'decision',
  select: ({ decisions }) => decisions,
  describe: ({ line }) => `${speakerIn(line)}${line.text}`,
}

const QUESTIONS: SummaryPart = {
  noun: 'open question',
  select: ({ openQuestions }) => openQuestions,
  describe: ({ line }) => `${speakerIn(line)}${line.text}`,
}

const ACTIONS: SummaryPart = {
  noun: 'action item',
  select: ({ actionItems }) => actionItems,
  describe: ({ line }) => describeTask(line),
}

/** Owner, words and due date of an action item, who requested it without a promise, and whether it is done. */
export function describeTask({
  text,
  owner,
  due,
  dueDate,
  spans,
  task,
}: SummaryLine & Partial<SummarizedPromise>): string {
  const isDone = task?.status === 'done'
  const until = isDone ? ' (done)' : describeDue(due, dueDate)
  const requester = findRequester({ owner: owner ?? null, spans })
  const by = requester === null ? '' : ` (requested by ${requester})`
  return `${owner?.name ? owner.name : 'Nobody named'}${by}: ${text}${until}`
}

function describeDue(due: string | null | undefined, dueDate: string | null | undefined): string {
  return dueDate ? ` (due ${formatDay(dueDate)})` : due ? ` (due: ${due})` : ''
}

/** Name of the speaker, unless the line begins with it. */
export function speakerIn({ text, spans }: SummaryLine): string {
  const speaker = spans[0]?.speaker ?? ''
  return speaker === '' || text.startsWith(speaker) ? '' : `${speaker}: `
}

/** “Which price was agreed?” and “Did we agree on a price?”, but not “What was decided in the pricing call?” */
const AGREED_PRICE =
  /\b(?:what|which) (?:\w+ )?(?:price|fee|cost)\b|\bagree\w* (?:on )?(?:an?|the) (?:\w+ )?(?:price|fee)\b/i

/** Few decisions state a price. */
export const answerDecisions: AnswerKind = async (ports, question) =>
  (asksForPrice(question) && AGREED_PRICE.test(question.prompt) ? await answerPrices(ports, question) : undefined) ??
  answerPart(ports, question, DECISIONS, isSaidBy)
export const answerOpenQuestions: AnswerKind = (ports, question) => answerPart(ports, question, QUESTIONS, isSaidBy)

const isSaidBy = (question: RecordQuestion, { call, line }: RecordedLine): boolean => {
  const speakers = line.spans.map(({ speaker }) => speaker)
  if (question.people.length > 0)
    return !isPersonInCalls(question) || speakers.some((name) => question.people.includes(name))
  if (question.side === undefined || !question.isOneCall) return true
  return speakers.some((name) =>
    call.people.some((one) => one.name === name && one.isInternal === (question.side === 'internal')),
  )
}

/** Whether a person in the question restricts the lines. In a question about many calls, a person selects the calls. */
const isPersonInCalls = ({ isOneCall }: RecordQuestion): boolean => isOneCall

/** Words of questions about what one side will do for the other. */
const PROMISES = ['promise', 'promised', 'promises', 'commit', 'committed', 'commitments']

const isAboutPromises = ({ words }: Pick<RecordQuestion, 'words'>): boolean => PROMISES.some((word) => words.has(word))

const isAboutPeople = (words: ReadonlySet<string>): boolean => words.has('which') && words.has('people')

/** Our side as the subject: “What did we promise customers?” also names the other side. */
const WE_PROMISE = /\b(?:we|i)\s+(?:have\s+|ever\s+|already\s+|still\s+)?(?:promis|commit|owed?\b)/i

/** Side that made the promises which a question is about. */
function findPromisingSide({ words, side, prompt }: RecordQuestion): Side | undefined {
  if (WE_PROMISE.test(prompt)) return 'internal'
  if (!isAboutPromises({ words })) return undefined
  return side ?? (words.has('we') || words.has('i') ? 'internal' : undefined)
}

const asksForPromises = (question: RecordQuestion): boolean =>
  WE_PROMISE.test(question.prompt) || isAboutPromises(question)

/** Whether nobody promised or accepted an action item, and nobody keeps it as a task. */
const isOnlyRequested = ({ owner = null, spans, task }: RecordedLine['line']): boolean =>
  task === undefined && findRequester({ owner, spans }) !== null

/** Words of questions about tasks that aren't done. */
const OPEN = ['open', 'pending', 'outstanding', 'still', 'left', 'remains']

const asksForOpen = ({ words }: RecordQuestion): boolean =>
  isAboutOverdue(words) || OPEN.some((word) => words.has(word))

export const UNKNOWN_STATUS = 'Only tasks have a status. Other action items can be finished.'

export const answerActions: AnswerKind = async (ports, question) => {
  const mine = await findCaller(ports, question)
  const isWanted = (asked: RecordQuestion, { call, line }: RecordedLine): boolean => {
    const { words, people, now } = asked
    if (line.task?.status === 'done' && asksForOpen(asked)) return false
    const owner = line.owner?.name ?? ''
    if (isAboutOverdue(words) && !(line.dueDate && new Date(line.dueDate) < startOfDay(now))) return false
    if (words.has('due') && !line.due) return false
    if (asksForPromises(asked) && isOnlyRequested(line)) return false
    if (mine !== undefined) return owner === mine
    const names = people.filter((name) => call.people.some((one) => one.name === name) || call.owner.name === name)
    const owners = selectTaskOwners(question, names)
    if (owners.length > 0) return owners.includes(owner)
    const wanted = findPromisingSide(question)
    // Without known sides, all tasks are listed.
    if (wanted === undefined || call.people.every(({ isInternal }) => isInternal === null)) return true
    return call.people.some(({ name, isInternal }) => name === owner && isInternal === (wanted === 'internal'))
  }
  const asksForOwners = ['who', 'whose'].some((word) => question.words.has(word)) || isAboutPeople(question.words)
  if (asksForOwners && !question.isOneCall) return answerOwners(ports, question, isWanted)
  const answer = await answerPart(ports, question, ACTIONS, isWanted)
  if (answer === undefined || !answer.answered || !asksForOpen(question)) return answer
  return { ...answer, notice: [answer.notice, UNKNOWN_STATUS].filter((part) => part !== null).join(' ') }
}

/**
 * Names in the question that mean owners of tasks, and not the other party of the calls. Sheila isn't one in “What did we
 * promise Sheila?” Bea isn't one in “What should Jonas send Bea?”
 */
function selectTaskOwners({ words, isOneCall, prompt }: RecordQuestion, names: readonly string[]): readonly string[] {
  if (WE_PROMISE.test(prompt) || (!isOneCall && words.has('with'))) return []
  const subjects = names.filter((name) => isTaskSubject(prompt, name))
  return subjects.length > 0 ? subjects : names
}

/** Whether a part of a name follows an auxiliary verb. */
const isTaskSubject = (prompt: string, name: string): boolean => {
  const parts = new Set(splitName(name))
  const words = splitName(prompt)
  return words.some((word, at) => parts.has(word) && AUXILIARIES.has(words[at - 1] ?? ''))
}

/** Words of questions about tasks that nobody has done in time. */
const OVERDUE = ['overdue', 'not', 'missed', 'broken', 'forgotten', 'forgot', 'late']
const isAboutOverdue = (words: ReadonlySet<string>): boolean => OVERDUE.some((word) => words.has(word))

const startOfDay = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))

/** Name of the caller, if the question is about the caller's own tasks. */
export async function findCaller(
  { db, org, principal }: RecordPorts,
  { words, isMine }: RecordQuestion,
): Promise<string | undefined> {
  const isAsked =
    isMine ||
    (words.has('i') &&
      ['must', 'have', 'need', 'should', 'promise', 'promised', 'commit'].some((word) => words.has(word)))
  if (!isAsked || principal.user === undefined) return undefined
  const user = await findUser(db, org, { id: principal.user.id })
  return user === undefined ? undefined : `${user.firstName} ${user.lastName}`.trim()
}

type IsWanted = (question: RecordQuestion, line: RecordedLine) => boolean

function selectLines(
  { summaries }: LoadedSummaries,
  question: RecordQuestion,
  part: SummaryPart,
  isWanted: IsWanted,
): RecordedLine[] {
  return summaries.flatMap(({ call, summary }) =>
    part
      .select(summary)
      .map((line): RecordedLine => ({ call, line }))
      .filter(({ line }) => containsAll([line.text, ...line.spans.map(({ quote }) => quote)].join(' '), question.topic))
      .filter((line) => isWanted(question, line)),
  )
}

export async function answerPart(
  ports: RecordPorts,
  question: RecordQuestion,
  part: SummaryPart,
  isWanted: IsWanted,
): Promise<RecordsAnswer | undefined> {
  const loaded = await loadSummaries(ports, question)
  const { calls, summaries, notice } = loaded
  const [first] = calls
  if (first === undefined) return noCalls(question)
  const lines = selectLines(loaded, question, part, isWanted)
  const isOne = calls.length === 1
  const place = isOne
    ? ` in the call ${nameCall(first)}`
    : ` in ${count(calls.length, 'call')}${nameQuestionScope(question)}`
  if (lines.length === 0) {
    const isComplete = summaries.length === calls.length && calls.every(({ isAnalyzed }) => isAnalyzed)
    // A restriction that nothing fits can still be answered by passages.
    if (!isComplete || question.topic.length > 0) return undefined
    if (question.people.length > 0 && part === ACTIONS && isAboutPromises(question)) {
      if (findPromisingSide(question) === 'internal')
        return stateEmpty(`No promises of our side were recorded${place}.`)
      return stateEmpty(`No promises of ${joinAnd(question.people)} were recorded${place}.`)
    }
    if (isRestricted(question, part)) return undefined
    return stateEmpty(`No ${part.noun}s were recorded${place}.`)
  }
  const listed = lines.slice(0, isOne ? 25 : LINES_MAX)
  const reader = new TranscriptReader(
    ports,
    listed.map(({ call }) => call),
  )
  const facts: Fact[] = []
  for (const one of listed) {
    const proofs = await reader.findQuotes(one.call, one.line.spans)
    // A person can write a task without words of the call.
    if (proofs.length === 0 && one.line.spans.length > 0) continue
    const { start } = proofs[0]?.line ?? { start: null }
    const at = start === null ? '' : ` at ${formatClock(start)}`
    const where = isOne ? (at === '' ? '' : ` [${at.slice(4)}]`) : ` [${nameCall(one.call)}${at}]`
    facts.push({ text: `${part.describe(one)}${where}`, proofs, calls: [one.call.id] })
  }
  if (facts.length === 0) return undefined
  const adjective = part === ACTIONS && isAboutOverdue(question.words) ? 'overdue ' : ''
  const about = isOne && question.topicText !== '' ? ` about “${question.topicText}”` : ''
  const answer = listFacts(`${count(lines.length, `${adjective}${part.noun}`)}${about}${place}`, facts, {
    notice,
    limit: 25,
  })
  const omitted = lines.length - facts.length
  if (omitted <= 0) return answer
  return { ...answer, pieces: [...answer.pieces, { text: `\n- … and ${omitted} more in earlier calls.`, proofs: [] }] }
}

const isRestricted = (question: RecordQuestion, part: SummaryPart): boolean => {
  const { people, side, words, isMine } = question
  const isByPeople = people.length > 0 || side !== undefined || isMine || findPromisingSide(question) !== undefined
  return isByPeople || (part === ACTIONS && (words.has('due') || isAboutOverdue(words)))
}

/** Groups action items by owner, for questions such as “Who has open actions?”. */
async function answerOwners(
  ports: RecordPorts,
  question: RecordQuestion,
  isWanted: IsWanted,
): Promise<RecordsAnswer | undefined> {
  const loaded = await loadSummaries(ports, question)
  const lines = selectLines(loaded, question, ACTIONS, isWanted)
  if (lines.length === 0) return undefined
  const by = [...Map.groupBy(lines, ({ line }) => line.owner?.name ?? 'Nobody named')].sort(
    ([, a], [, b]) => b.length - a.length,
  )
  const listed = by.slice(0, LINES_MAX)
  const reader = new TranscriptReader(
    ports,
    listed.flatMap(([, own]) => own.slice(0, 1).map(({ call }) => call)),
  )
  const facts: Fact[] = []
  for (const [owner, own] of listed) {
    const [newest] = own
    if (newest === undefined) continue
    const proofs = await reader.findQuotes(newest.call, newest.line.spans)
    const due = newest.line.dueDate ? `, due ${formatDay(newest.line.dueDate)}` : ''
    facts.push({
      text: `${owner}: ${count(own.length, 'action item')}, the newest: ${newest.line.text} [${nameCall(newest.call)}${due}]`,
      proofs,
      calls: own.map(({ call }) => call.id),
    })
  }
  const notice = [loaded.notice, UNKNOWN_STATUS].filter((part) => part !== null)
  return listFacts(
    `${count(lines.length, isAboutOverdue(question.words) ? 'overdue action item' : 'action item')} in ${count(loaded.calls.length, 'call')}${nameQuestionScope(question)} by owner`,
    facts,
    { notice: notice.join(' ') },
  )
}

/** Maximum number of calls whose headlines are listed. */
const HEADLINES_MAX = 8

export const answerSummary: AnswerKind = async (ports, question) => {
  const { summaries, calls, notice } = await loadSummaries(ports, question)
  const [only] = summaries
  if (only === undefined) return undefined
  const listed = summaries.slice(0, calls.length === 1 ? 1 : HEADLINES_MAX)
  const reader = new TranscriptReader(
    ports,
    listed.map(({ call }) => call),
  )
  if (calls.length === 1) {
    const { headline, paragraphs } = only.summary
    const lines = [...(headline === null ? [] : [headline]), ...paragraphs]
    const facts: Fact[] = []
    for (const line of lines) {
      const proofs = await reader.findQuotes(only.call, line.spans)
      if (proofs.length > 0) facts.push({ text: line.text, proofs, calls: [only.call.id] })
    }
    return facts.length === 0
      ? undefined
      : listFacts(`Summary of the call ${nameCall(only.call)}`, facts, { limit: 25, notice })
  }
  const facts: Fact[] = []
  for (const { call, summary } of listed) {
    if (summary.headline === null) continue
    const proofs = await reader.findQuotes(call, summary.headline.spans)
    if (proofs.length > 0) facts.push({ text: `${nameCall(call)}: ${summary.headline.text}`, proofs, calls: [call.id] })
  }
  if (facts.length === 0) return undefined
  const answer = listFacts(`${count(calls.length, 'call')}${nameQuestionScope(question)}, newest first`, facts, {
    notice,
  })
  const omitted = calls.length - facts.length
  return omitted <= 0
    ? answer
    : { ...answer, pieces: [...answer.pieces, { text: `\n- … and ${omitted} more.`, proofs: [] }] }
}
