/** Answers what is due: promises of both sides, as people keep them in tasks, and whom to contact because of them. */
import { addDays, formatDay as toDay } from '../../../../core/calendar-words.ts'
import { getToday } from '../../../collaboration/tasks/index.ts'
import { noCalls } from './answer-calls.ts'
import { answerQuietAccounts } from './answer-quiet-accounts.ts'
import {
  describeTask,
  findCaller,
  type LoadedSummaries,
  loadSummaries,
  type RecordedLine,
  UNKNOWN_STATUS,
} from './answer-summary.ts'
import {
  type Fact,
  joinAnswers,
  LINES_MAX,
  listFacts,
  nameCall,
  nameQuestionScope,
  stateEmpty,
} from './compose-record.ts'
import { count } from './dates.ts'
import { type DueDays, readDueDays } from './due-days.ts'
import type { AnswerKind, RecordPorts, RecordQuestion, RecordsAnswer } from './model.ts'
import { selectAccountNames } from './queries-names.ts'
import { containsAll } from './terms.ts'
import { TranscriptReader } from './transcript-reader.ts'

/** Days after which a promise that nobody keeps as a task isn't listed as overdue, because it is probably done. */
const LATE_DAYS = 14
/** Maximum number of later tasks that are shown if nothing is due. */
const LATER_MAX = 3

/** “What do I have to do today?” and “Which tasks are due this week?”, but not “What did we agree today?”. */
const ASKS_DUE =
  /\bdue\b|\b(?:have|need|needs|must|should|got|supposed)\b.*\b(?:do|done|finish|deliver|send|follow[- ]?up)\b|\bmy (?:open |pending )?(?:tasks?|to-?dos?|action items?|actions|promises|followups|follow-ups|priorit(?:y|ies))\b|\b(?:tasks?|to-?dos?) (?:for |of )?(?:today|tomorrow|this|next)\b/i

interface DueLine extends RecordedLine {
  /** YYYY-MM-DD */
  readonly dueOn: string
}

interface DueTasks {
  readonly loaded: LoadedSummaries
  readonly due: readonly DueLine[]
  readonly overdue: readonly DueLine[]
  readonly later: readonly DueLine[]
}

/** Undefined if the question names no day or week on which something is due. */
export const answerDue: AnswerKind = async (ports, asked) => {
  const today = getToday({ principal: ports.principal, clock: { now: () => asked.now } })
  const days = readDueDays(asked.prompt, today)
  if (days === undefined || asked.isOneCall || !ASKS_DUE.test(asked.prompt)) return undefined
  const question = withoutRange(asked)
  const mine = await findCaller(ports, question)
  const isWanted = ({ line }: RecordedLine): boolean =>
    mine === undefined || line.owner?.name === mine || line.task?.assigneeId === ports.principal.user?.id
  const tasks = await loadDueTasks(ports, question, { days, today, isWanted })
  const { loaded, due, overdue, later } = tasks
  if (loaded.calls.length === 0) return noCalls(question)
  const scope = `${mine === undefined ? '' : ` for ${mine}`} in ${count(loaded.calls.length, 'call')}${nameQuestionScope(question)}`
  if (due.length + overdue.length === 0) {
    if (later.length === 0)
      return { ...stateEmpty(`Nothing is due ${days.label}${scope}, and nothing later.`), notice: loaded.notice }
    const next = await describeLines(ports, later.slice(0, LATER_MAX))
    return listFacts(`Nothing is due ${days.label}${scope}. Due next`, next, { notice: loaded.notice })
  }
  const late = overdue.length === 0 ? '' : ` and ${count(overdue.length, 'overdue one')}`
  return listLines(ports, tasks, `${count(due.length, 'task')} due ${days.label}${late}${scope}`)
}

/** “Who should I call today?”: accounts with a promise that is due, then accounts with an open deal and no recent call. */
export const answerToContact: AnswerKind = async (ports, asked) => {
  if (asked.isOneCall) return undefined
  const today = getToday({ principal: ports.principal, clock: { now: () => asked.now } })
  const days = readDueDays(asked.prompt, today) ?? { from: today, until: today, label: 'today' }
  const question = withoutRange(asked)
  const tasks = await loadDueTasks(ports, question, { days, today, isWanted: () => true })
  const { loaded, due, overdue } = tasks
  if (loaded.calls.length === 0) return noCalls(question)
  const ids = [...due, ...overdue].map(({ call }) => call.id)
  const names = await selectAccountNames(ports.db, ports.org, [...new Set(ids)])
  const scope = `${count(loaded.calls.length, 'call')}${nameQuestionScope(question)}`
  const promises: RecordsAnswer =
    ids.length === 0
      ? { ...stateEmpty(`No promise is due ${days.label} or overdue in ${scope}.`), notice: loaded.notice }
      : await listLines(ports, tasks, `Promises that are due ${days.label} or overdue, in ${scope}`, names)
  const quiet = await answerQuietAccounts(ports, question)
  return joinAnswers(quiet === undefined ? [promises] : [promises, quiet])
}

/** The days restrict the tasks, and not the calls. */
const withoutRange = (question: RecordQuestion): RecordQuestion => ({
  ...question,
  ...{ within: question.anytime, range: undefined, pick: undefined },
})

async function loadDueTasks(
  ports: RecordPorts,
  question: RecordQuestion,
  given: { readonly days: DueDays; readonly today: string; readonly isWanted: (line: RecordedLine) => boolean },
): Promise<DueTasks> {
  const { days, today, isWanted } = given
  const loaded = await loadSummaries(ports, question)
  const lines = loaded.summaries
    .flatMap(({ call, summary }) => summary.actionItems.map((line): RecordedLine => ({ call, line })))
    .filter(({ line }) => line.task?.status !== 'done')
    .filter(({ line }) => containsAll([line.text, ...line.spans.map(({ quote }) => quote)].join(' '), question.topic))
    .filter(isWanted)
    .flatMap((one): DueLine[] => {
      const dueOn = one.line.dueDate?.slice(0, 10)
      return dueOn === undefined ? [] : [{ ...one, dueOn }]
    })
    .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))
  const late = toDay(addDays(new Date(today), -LATE_DAYS))
  const isLate = ({ line, dueOn }: DueLine): boolean =>
    dueOn < today && dueOn < days.from && (line.task !== undefined || dueOn >= late)
  return {
    loaded,
    due: lines.filter(({ dueOn }) => dueOn >= days.from && dueOn <= days.until),
    // Overdue tasks don't belong to next week.
    overdue: days.from > today ? [] : lines.filter(isLate),
    later: lines.filter(({ dueOn }) => dueOn > days.until && dueOn >= today),
  }
}

/** Tasks that are due, then overdue ones, newest first. @param accounts names of the accounts by call */
async function listLines(
  ports: RecordPorts,
  tasks: DueTasks,
  lead: string,
  accounts: ReadonlyMap<string, string> = new Map(),
): Promise<RecordsAnswer> {
  const lines = [...tasks.due, ...tasks.overdue.toReversed()]
  const facts = await describeLines(ports, lines.slice(0, LINES_MAX), (call) => accounts.get(call.id))
  const answer = listFacts(lead, facts, { notice: joinNotices(tasks) })
  const omitted = lines.length - facts.length
  if (omitted === 0) return answer
  return { ...answer, pieces: [...answer.pieces, { text: `\n- … and ${omitted} more.`, proofs: [] }] }
}

/** Tasks with their calls. @param nameAccount undefined for calls of an unknown account */
async function describeLines(
  ports: RecordPorts,
  lines: readonly DueLine[],
  nameAccount: (call: RecordedLine['call']) => string | undefined = () => undefined,
): Promise<Fact[]> {
  const reader = new TranscriptReader(
    ports,
    lines.map(({ call }) => call),
  )
  const facts: Fact[] = []
  for (const { call, line } of lines) {
    const proofs = await reader.findQuotes(call, line.spans)
    if (proofs.length === 0 && line.spans.length > 0) continue
    const account = nameAccount(call)
    const text = `${account === undefined ? '' : `${account}. `}${describeTask(line)} [${nameCall(call)}]`
    facts.push({ text, proofs, calls: [call.id] })
  }
  return facts
}

function joinNotices({ loaded, due, overdue }: DueTasks): string | null {
  const isUnknown = [...due, ...overdue].some(({ line }) => line.task === undefined)
  return [loaded.notice, isUnknown ? UNKNOWN_STATUS : null].filter((part) => part !== null).join(' ') || null
}
