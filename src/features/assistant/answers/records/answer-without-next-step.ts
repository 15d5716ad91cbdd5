/** Answers which calls with outside people, and which open deals, have no next step. */
import { noCalls } from './answer-calls.ts'
import { describeDeal, loadDeals } from './answer-deals.ts'
import { isWithCustomer } from './call-figures.ts'
import { type Fact, listFacts, loadCalls, nameCall, nameQuestionScope, stateEmpty } from './compose-record.ts'
import { count } from './dates.ts'
import { isOpen, readDealState } from './deal-state.ts'
import type { AnswerKind } from './model.ts'
import { selectCallSummaries } from './summarized-calls.ts'

/** Deals in “Which deals have no next step?”. */
const DEALS: readonly string[] = ['deal', 'deals', 'opportunity', 'opportunities']

/** Maximum number of deals whose calls are read. */
const DEALS_MAX = 20

export const answerCallsWithoutNextStep: AnswerKind = async (ports, question) => {
  if (DEALS.some((word) => question.words.has(word))) return answerDealsWithoutNextStep(ports, question)
  const { calls, notice } = await loadCalls(ports, question)
  if (calls.length === 0) return noCalls(question)
  const outside = calls.filter(isWithCustomer)
  // Without known sides, each call counts.
  const counted = outside.length > 0 ? outside : calls
  const summaries = await selectCallSummaries(
    ports.db,
    ports.org,
    counted.map(({ id }) => id),
  )
  const summarized = counted.filter(({ id }) => summaries.has(id))
  const without = summarized.filter(({ id }) => summaries.get(id)?.actionItems.length === 0)
  const kind = outside.length > 0 ? ' with outside people' : ''
  const scope = `${count(summarized.length, 'call')}${kind}${nameQuestionScope(question)}`
  if (without.length === 0) return stateEmpty(`All of ${scope} have an action item.`)
  return listFacts(
    `${without.length} of ${scope} without an action item`,
    without.map((call) => ({ text: `${nameCall(call)} (${call.owner.name})`, calls: [call.id] })),
    { notice },
  )
}

/** Open deals whose last call has no action item. */
const answerDealsWithoutNextStep: AnswerKind = async (ports, question) => {
  const open = (await loadDeals(ports, question)).filter(isOpen)
  if (open.length === 0) return stateEmpty(`No open deals are recorded${nameQuestionScope(question)}.`)
  const facts: Fact[] = []
  let unknown = 0
  for (const deal of open.slice(0, DEALS_MAX)) {
    const { calls, signals } = await readDealState(ports, question, deal)
    const [last] = calls
    if (last !== undefined && last.summary === undefined) unknown += 1
    if (last !== undefined && !signals.some(({ kind }) => kind === 'no_next_step')) continue
    const text = last === undefined ? 'No call yet.' : `Last call: ${nameCall(last.call)}`
    facts.push({ text: `${describeDeal(deal)}. ${text}`, calls: last === undefined ? [] : [last.call.id] })
  }
  const scope = `${count(Math.min(open.length, DEALS_MAX), 'open deal')}${nameQuestionScope(question)}`
  const notices = [
    ...(open.length > DEALS_MAX ? [`${count(open.length - DEALS_MAX, 'open deal')} omitted.`] : []),
    ...(unknown > 0 ? [`The last call of ${count(unknown, 'deal')} has no summary yet.`] : []),
  ]
  const notice = notices.length === 0 ? null : notices.join(' ')
  if (facts.length === 0) {
    const text = `The summaries show no deal without an action item in its last call, among ${scope}.`
    return { ...stateEmpty(text), answered: true, notice }
  }
  return listFacts(`${facts.length} of ${scope} without an action item in the last call`, facts, { notice })
}
