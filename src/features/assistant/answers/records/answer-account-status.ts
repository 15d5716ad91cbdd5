/** Answers where things stand with an account or a person: deals, the last call, tasks and worries. */
import { readDealField, readOutcome } from '../../../conversations/crm-records/index.ts'
import { noCalls } from './answer-calls.ts'
import { describeDeal, loadDeals } from './answer-deals.ts'
import { answerSummary, describeTask } from './answer-summary.ts'
import { type Fact, listFacts, nameCall } from './compose-record.ts'
import { count, formatDay } from './dates.ts'
import { findWorry, isOpen, NEWEST_CALLS, readDealState } from './deal-state.ts'
import type { AnswerKind, RecordPorts, RecordQuestion } from './model.ts'
import type { Deal } from './queries-deals.ts'
import { type SummarizedCall, selectSummarizedCalls } from './summarized-calls.ts'
import { TranscriptReader } from './transcript-reader.ts'

/** Maximum numbers of deals and tasks in an answer. */
const DEALS_MAX = 3
const TASKS_MAX = 4

export const answerAccountStatus: AnswerKind = async (ports, question) => {
  if (question.isOneCall) return undefined
  const isOfDeals = question.within.filters.opportunityIds !== undefined
  const named = [...question.names, ...question.people]
  // “My call tomorrow” restricts no earlier calls.
  const isFuture = question.range?.from !== undefined && question.range.from > question.now
  const inRange = await selectSummarizedCalls(
    ports.db,
    ports.org,
    isFuture ? question.anytime : question.within,
    NEWEST_CALLS,
  )
  // “Prepare me for Thursday”: the day can be the one of the next call.
  const isOutside = question.range !== undefined && !isFuture && inRange.calls.length === 0 && named.length > 0
  const { total, calls: newest } = isOutside
    ? await selectSummarizedCalls(ports.db, ports.org, question.anytime, NEWEST_CALLS)
    : inRange
  const ofCalls = isFuture || isOutside ? { ...question, within: question.anytime } : question
  ports.derivesFrom(newest.map(({ call }) => call.id))
  if (newest.length === 0) return noCalls(question)
  if (named.length === 0 && !isOfDeals) {
    // “What happened last week?” The status of something in a title is a matter of passages.
    return question.isNarrowed ? undefined : answerSummary(ports, question)
  }
  const reader = new TranscriptReader(
    ports,
    newest.map(({ call }) => call),
  )
  const deals = (await loadDeals(ports, ofCalls))
    .toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
    .slice(0, DEALS_MAX)
  const names = named.length > 0 ? named : deals.map(({ title }) => `“${title}”`)
  const facts: Fact[] = []
  for (const deal of deals) facts.push(await describeState(ports, ofCalls, deal))
  facts.push(...(await describeLastCall(reader, newest)), ...(await listTasks(reader, newest)))
  const worry = deals.length === 0 || deals.some(isOpen) ? await findWorry(reader, newest) : undefined
  if (worry !== undefined) facts.push(worry)
  const lead = `Status of ${names.slice(0, 3).join(', ')} after ${count(total, 'call')}`
  const notice = isOutside ? `No call was found for “${question.range?.label}”, so the answer covers all calls.` : null
  return { ...listFacts(lead, facts, { notice }), yieldsToModel: true }
}

async function describeState(ports: RecordPorts, question: RecordQuestion, deal: Deal): Promise<Fact> {
  const { signals } = await readDealState(ports, question, deal)
  const outcome = readOutcome(deal.fields)
  const reason = outcome === 'lost' ? readDealField(deal.fields, 'lossReason') : undefined
  const more = [...(reason === undefined ? [] : [`Loss reason: ${reason}.`]), ...signals.map(({ text }) => text)]
  return { text: [`Deal ${describeDeal(deal)}.`, ...more].join(' '), calls: deal.callIds }
}

async function describeLastCall(reader: TranscriptReader, [last]: readonly SummarizedCall[]): Promise<Fact[]> {
  if (last === undefined) return []
  const headline = last.summary?.headline ?? null
  const proofs = headline === null ? [] : await reader.findQuotes(last.call, headline.spans)
  const said = headline === null || proofs.length === 0 ? '' : `: ${headline.text}`
  return [{ text: `Last call: ${nameCall(last.call)}${said}`, proofs, calls: [last.call.id] }]
}

/** Promises of the newest call that has some, without those that are done. */
async function listTasks(reader: TranscriptReader, newest: readonly SummarizedCall[]): Promise<Fact[]> {
  const listOpen = ({ summary }: SummarizedCall) =>
    (summary?.actionItems ?? []).filter(({ task }) => task?.status !== 'done')
  const source = newest.find((one) => listOpen(one).length > 0)
  if (source === undefined) return []
  const facts: Fact[] = []
  for (const item of listOpen(source).slice(0, TASKS_MAX)) {
    const proofs = await reader.findQuotes(source.call, item.spans)
    if (proofs.length === 0) continue
    const of = source.call.hasStart ? `, ${formatDay(source.call.startedAt)}` : ''
    facts.push({ text: `Task${of}: ${describeTask(item)}`, proofs, calls: [source.call.id] })
  }
  return facts
}
