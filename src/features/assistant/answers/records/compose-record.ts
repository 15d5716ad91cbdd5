/** Composes answers from facts: a lead, then one line for each fact. */
import type { AnswerPart, Proof } from '../text.ts'
import { count, formatDay } from './dates.ts'
import type { CallRecord, RecordPorts, RecordQuestion, RecordsAnswer } from './model.ts'
import { selectCalls } from './queries.ts'

/** Maximum number of lines of an answer. */
export const LINES_MAX = 10
/** Maximum number of calls whose records are read. */
const CALLS_MAX = 200

export interface Fact {
  readonly text: string
  readonly proofs?: readonly Proof[]
  /** Conversations that the fact comes from. Those of the quotes are added. */
  readonly calls?: readonly string[]
}

export interface Loaded {
  readonly calls: readonly CallRecord[]
  readonly total: number
  /** Description of calls that weren't read. Null if all were. */
  readonly notice: string | null
}

/** Reads the calls of a question, and registers them as sources of the answer. */
export async function loadCalls(
  ports: RecordPorts,
  { within, pick }: Pick<RecordQuestion, 'within' | 'pick'>,
  limit = CALLS_MAX,
): Promise<Loaded> {
  const { total, calls } = await selectCalls(ports.db, ports.org, within, {
    order: pick?.order ?? 'newest',
    limit: Math.min(limit, pick?.count ?? limit),
  })
  ports.derivesFrom(calls.map(({ id }) => id))
  const isCut = pick === undefined && total > calls.length
  return {
    calls,
    total,
    notice: isCut ? `The answer covers the newest ${calls.length} of ${count(total, 'call')}.` : null,
  }
}

/** Title of a call, with its date if the source stated one. */
export const nameCall = ({
  title,
  startedAt,
  hasStart,
}: Pick<CallRecord, 'title' | 'startedAt' | 'hasStart'>): string =>
  hasStart ? `“${title}”, ${formatDay(startedAt)}` : `“${title}”`

export const nameQuestionScope = ({
  names,
  labels,
  people,
  range,
  duration,
  topicText,
}: Pick<RecordQuestion, 'names' | 'labels' | 'people' | 'range' | 'duration' | 'topicText'>): string =>
  [
    ...(duration === undefined ? [] : [` ${duration.label}`]),
    ...(labels.length > 0 ? [` (${labels.slice(0, 3).join(', ')})`] : []),
    ...(names.length + people.length > 0 ? [` with ${[...names, ...people].slice(0, 3).join(', ')}`] : []),
    ...(topicText === '' ? [] : [` about “${topicText}”`]),
    ...(range === undefined ? [] : [` (${range.label})`]),
  ].join('')

/** Lines of what was said in calls. Of several calls, each line names its own. */
export const toFacts = (
  said: readonly { readonly text: string; readonly proofs: readonly Proof[]; readonly call: CallRecord }[],
  isOneCall: boolean,
): Fact[] =>
  said.map(({ text, proofs, call }) => ({
    text: isOneCall ? text : `${text} [${nameCall(call)}]`,
    proofs,
    calls: [call.id],
  }))

/** “ in the call …” for a single call, else the number of calls that the facts come from, with the scope of the question. */
export const nameFoundCalls = (
  calls: readonly CallRecord[],
  facts: readonly Fact[],
  question: Parameters<typeof nameQuestionScope>[0],
): string =>
  calls.length === 1 && calls[0] !== undefined
    ? ` in the call ${nameCall(calls[0])}`
    : ` in ${count(new Set(facts.flatMap((fact) => fact.calls ?? [])).size, 'call')}${nameQuestionScope(question)}`

/**
 * Composes a lead and its lines. A single fact follows the lead directly.
 * @param lead ends without punctuation
 */
export function listFacts(
  lead: string,
  facts: readonly Fact[],
  { notice = null, limit = LINES_MAX }: { readonly notice?: string | null; readonly limit?: number } = {},
): RecordsAnswer {
  const shown = facts.slice(0, limit)
  const omitted = facts.length - shown.length
  const first: AnswerPart = { text: `${lead}:`, proofs: [] }
  const lines = shown.map(({ text, proofs = [] }): AnswerPart => ({ text: `\n- ${text}`, proofs }))
  const rest: AnswerPart[] = omitted === 0 ? [] : [{ text: `\n- … and ${omitted} more.`, proofs: [] }]
  return finishAnswer([first, ...lines, ...rest], shown, notice)
}

/** Composes sentences. */
export const stateFacts = (facts: readonly Fact[], notice: string | null = null): RecordsAnswer =>
  finishAnswer(
    facts.map(({ text, proofs = [] }, at): AnswerPart => ({ text: at === 0 ? text : ` ${text}`, proofs })),
    facts,
    notice,
  )

/** Counts the accounts of calls, and separately the calls that have none. @param names accounts by call ID */
export function countAccounts(
  found: readonly { readonly call: { readonly id: string } }[],
  names: ReadonlyMap<string, string>,
): string {
  const ids = new Set(found.map(({ call }) => call.id))
  const accounts = new Set([...ids].flatMap((id) => names.get(id) ?? []))
  const others = [...ids].filter((id) => !names.has(id)).length
  if (others === 0) return count(accounts.size, 'account')
  if (accounts.size === 0) return count(others, 'call')
  return `${count(accounts.size, 'account')} and ${count(others, 'call')} without an account`
}

/** States that a record is empty. */
export const stateEmpty = (text: string): RecordsAnswer => ({
  pieces: [{ text, proofs: [] }],
  conversations: [],
  answered: false,
  notice: null,
})

/** States that the analysis recognized nothing of this kind. The transcripts can still contain it. */
export const stateUnrecognized = (text: string): RecordsAnswer => ({ ...stateEmpty(text), yieldsToQuotes: true })

/** Joins the answers to the parts of a question. */
export function joinAnswers(answers: readonly RecordsAnswer[]): RecordsAnswer {
  const pieces = answers.flatMap(({ pieces: [first, ...rest] }, at): AnswerPart[] =>
    first === undefined ? [] : [{ ...first, text: at === 0 ? first.text : `\n\n${first.text}` }, ...rest],
  )
  const notices = [...new Set(answers.flatMap(({ notice }) => (notice === null ? [] : [notice])))]
  return {
    pieces,
    conversations: [...new Set(answers.flatMap(({ conversations }) => conversations))],
    answered: answers.some(({ answered }) => answered),
    yieldsToModel: answers.some(({ yieldsToModel }) => yieldsToModel),
    yieldsToQuotes: answers.every(({ yieldsToQuotes }) => yieldsToQuotes),
    notice: notices.length === 0 ? null : notices.join(' '),
  }
}

function finishAnswer(pieces: readonly AnswerPart[], facts: readonly Fact[], notice: string | null): RecordsAnswer {
  const used = facts.flatMap(({ proofs = [], calls = [] }) => [...calls, ...proofs.map(({ of }) => of.id)])
  return { pieces, conversations: [...new Set(used)], answered: true, notice }
}
