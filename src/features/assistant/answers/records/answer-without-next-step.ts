/** Answers which calls with outside people ended without a next step. */
import type { SummaryContent } from '../../../text/extractive-summary/index.ts'
import { noCalls } from './answer-calls.ts'
import { isWithCustomer } from './call-figures.ts'
import { listFacts, loadCalls, nameCall, nameQuestionScope, stateEmpty } from './compose-record.ts'
import { count } from './dates.ts'
import type { AnswerKind } from './model.ts'
import { selectSummaries } from './queries.ts'

export const answerCallsWithoutNextStep: AnswerKind = async (ports, question) => {
  const { calls, notice } = await loadCalls(ports, question)
  if (calls.length === 0) return noCalls(question)
  const outside = calls.filter(isWithCustomer)
  // Without known sides, each call counts.
  const counted = outside.length > 0 ? outside : calls
  const summaries = await selectSummaries(
    ports.db,
    ports.org,
    counted.map(({ id }) => id),
  )
  const summarized = counted.filter(({ id }) => summaries.has(id))
  const without = summarized.filter(({ id }) => {
    const { actionItems } = JSON.parse(summaries.get(id) ?? '') as SummaryContent
    return actionItems.length === 0
  })
  const kind = outside.length > 0 ? ' with outside people' : ''
  const scope = `${count(summarized.length, 'call')}${kind}${nameQuestionScope(question)}`
  if (without.length === 0) return stateEmpty(`All of ${scope} have an action item.`)
  return listFacts(
    `${without.length} of ${scope} without an action item`,
    without.map((call) => ({ text: `${nameCall(call)} (${call.owner.name})`, calls: [call.id] })),
    { notice },
  )
}
