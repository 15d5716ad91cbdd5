/** Answers why deals were lost: first the loss reason of the CRM record, then passages of the calls. */
import type { AnswerPart } from '../extract/extractive.ts'
import { describeDeal, loadDeals } from './answer-deals.ts'
import { nameCall, nameQuestionScope, stateEmpty } from './compose-record.ts'
import { count } from './dates.ts'
import { readDealField, readOutcome } from './deal-fields.ts'
import type { AnswerKind, RecordPorts, RecordQuestion } from './model.ts'
import { selectCalls } from './queries.ts'
import type { Deal } from './queries-deals.ts'
import { QuoteFinder } from './quotes.ts'
import { findStatements } from './statements.ts'

/** Maximum number of deals whose calls are read. */
const DEALS_MAX = 4
/** Number of newest calls of a deal that are read; people state their reasons at the end. */
const CALLS_MAX = 2
/** Maximum number of quotes for each deal. */
const QUOTES_MAX = 4

export const answerDealReasons: AnswerKind = async (ports, question) => {
  const deals = await loadDeals(ports, question)
  const lost = deals.filter(({ fields }) => readOutcome(fields) === 'lost')
  if (lost.length === 0) {
    return deals.length === 0
      ? undefined
      : stateEmpty(`No lost deals are recorded${nameQuestionScope(question)} among ${count(deals.length, 'deal')}.`)
  }
  const pieces: AnswerPart[] = [
    { text: `${count(lost.length, 'lost deal')}${nameQuestionScope(question)}:`, proofs: [] },
  ]
  for (const deal of lost.slice(0, DEALS_MAX)) {
    const reason = readDealField(deal.fields, 'lossReason')
    pieces.push({ text: `\n${describeDeal(deal)}`, proofs: [] })
    pieces.push({
      text:
        reason === undefined ? '\n- The CRM record contains no loss reason.' : `\n- Loss reason in the CRM: ${reason}`,
      proofs: [],
    })
    pieces.push(...(await findReasons(ports, question, deal)))
  }
  const omitted = lost.length - DEALS_MAX
  return {
    pieces,
    conversations: lost.slice(0, DEALS_MAX).flatMap(({ callIds }) => callIds.slice(0, CALLS_MAX)),
    answered: true,
    notice: omitted > 0 ? `${count(omitted, 'lost deal')} omitted.` : null,
  }
}

/** Finds statements of the other side about its decision, in the newest calls of the deal. */
async function findReasons(ports: RecordPorts, { within }: RecordQuestion, { callIds }: Deal): Promise<AnswerPart[]> {
  if (callIds.length === 0) return []
  const newest = { ...within, conversationIds: callIds.slice(0, CALLS_MAX) }
  const { calls } = await selectCalls(ports.db, ports.org, newest, { order: 'newest', limit: CALLS_MAX })
  const finder = new QuoteFinder(ports)
  for (const call of calls) {
    const wanted = { cues: ['reasons'], topic: [], isExternal: true } as const
    const best = findStatements(call, await finder.text(call), wanted).slice(0, QUOTES_MAX)
    if (best.length === 0) continue
    return best
      .toSorted((a, b) => a.position - b.position)
      .map(({ text, proofs }): AnswerPart => ({ text: `\n- ${text} [${nameCall(call)}]`, proofs }))
  }
  return []
}
