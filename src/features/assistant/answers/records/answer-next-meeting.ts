/** Answers when people meet again: planned calls, and appointments in the transcript. */
import type { SummaryContent } from '../../../text/extractive-summary/index.ts'
import { noCalls } from './answer-calls.ts'
import { type Fact, listFacts, loadCalls, nameCall, stateEmpty } from './compose-record.ts'
import { count, formatClock, formatMoment } from './dates.ts'
import { appointmentsTask, isAppointment } from './find-appointments.ts'
import type { RecordedQuote } from './find-quotes.ts'
import type { AnswerKind, CallRecord } from './model.ts'
import { selectSummaries, selectTopics } from './queries.ts'
import { TranscriptReader } from './transcript-reader.ts'

const LINES_MAX = 4
/** Maximum number of newest calls whose transcripts are read. */
const READ_MAX = 3
/** The same for a question about the meetings with several customers. */
const READ_MAX_ALL = 20
/** Words of questions about several meetings. */
const SEVERAL = ['calls', 'meetings', 'customers', 'accounts', 'upcoming']

const WISHES = /\b(?:want|wants|wanted|prefer|prefers|like) to\b/i

export const answerNextMeeting: AnswerKind = async (ports, question) => {
  // “When does Arthur want to talk again?” is about what he says.
  if (question.people.length > 0 && WISHES.test(question.prompt)) return undefined
  const isSeveral = !question.isOneCall && SEVERAL.some((word) => question.words.has(word))
  const { calls } = await loadCalls(ports, { ...question, pick: undefined }, isSeveral ? READ_MAX_ALL : READ_MAX)
  const [newest] = calls
  if (newest === undefined) return noCalls(question)
  const planned = calls.filter(({ hasStart, startedAt }) => hasStart && new Date(startedAt) > question.now)
  if (planned.length > 0) {
    return listFacts(
      'Planned calls',
      planned.map((call) => ({ text: `“${call.title}”, ${formatMoment(call.startedAt)}`, calls: [call.id] })),
    )
  }
  const ids = calls.map(({ id }) => id)
  const [topics, summaries] = await Promise.all([
    selectTopics(ports.db, ports.org, ids),
    selectSummaries(ports.db, ports.org, ids),
  ])
  const facts: Fact[] = []
  const read: CallRecord[] = []
  // The newest agreement counts. An appointment before a newer call with the same customer has passed.
  for (const call of calls) if (!read.some((newer) => isSameCustomer(newer, call))) read.push(call)
  const reader = new TranscriptReader(ports, read)
  for (const call of read) {
    const summary = summaries.get(call.id)
    if (summary === undefined || !topics.has(call.id)) {
      if (isSeveral) continue
      return undefined
    }
    const found = await findAppointments(reader, call, summary)
    if (isSeveral) {
      const last = found.at(-1)
      if (last !== undefined) facts.push({ ...last, text: `${last.text} [${nameCall(call)}]` })
      continue
    }
    facts.push(...found)
    if (facts.length > 0) break
  }
  if (facts.length === 0) {
    const one = `the ${question.isOneCall ? 'call' : 'newest call,'} ${nameCall(newest)}`
    const scope = read.length === 1 ? one : `the newest ${read.length} calls`
    return stateEmpty(`No date of another meeting was found in ${scope}.`)
  }
  if (isSeveral)
    return listFacts(`Next meetings, as agreed in ${facts.length} of the newest ${count(read.length, 'call')}`, facts)
  const source = calls.find(({ id }) => facts[0]?.calls?.includes(id)) ?? newest
  return listFacts(`Next meeting, as agreed in the call ${nameCall(source)}`, facts.slice(-LINES_MAX))
}

/** Whether two calls belong to the same deal, or have an external person in common. */
function isSameCustomer(a: CallRecord, b: CallRecord): boolean {
  if (a.opportunity !== null && a.opportunity.id === b.opportunity?.id) return true
  const names = new Set(a.people.filter(({ isInternal }) => isInternal === false).map(({ name }) => name))
  return b.people.some(({ name, isInternal }) => isInternal === false && names.has(name))
}

async function findAppointments(reader: TranscriptReader, call: CallRecord, summary: string): Promise<Fact[]> {
  const { actionItems, decisions } = JSON.parse(summary) as SummaryContent
  const recorded = [...actionItems, ...decisions].flatMap(({ spans }) => spans)
  const quotes = new Map<number, RecordedQuote>()
  for (const { segment, quote } of recorded) {
    if (isAppointment(quote)) quotes.set(segment, { segment, quote })
  }
  for (const said of await reader.run(appointmentsTask, call)) {
    if (!quotes.has(said.segment)) quotes.set(said.segment, said)
  }
  const inOrder = [...quotes].toSorted(([a], [b]) => a - b).map(([, quote]) => quote)
  const proofs = await reader.findQuotes(call, inOrder)
  return proofs.map((proof): Fact => {
    const { speaker, start } = proof.line
    const at = start === null ? '' : ` [${formatClock(start)}]`
    return { text: `${speaker === '' ? '' : `${speaker}: `}“${proof.quote}”${at}`, proofs: [proof], calls: [call.id] }
  })
}
