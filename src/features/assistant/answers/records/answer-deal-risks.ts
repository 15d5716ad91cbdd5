/** Answers which open deals are at risk: what the other side worries about, and how long ago the last call was. */

import { readOutcome } from '../../../conversations/crm-records/index.ts'
import { describeDeal, loadDeals } from './answer-deals.ts'
import { type Fact, listFacts, nameCall, nameQuestionScope, stateEmpty } from './compose-record.ts'
import { count } from './dates.ts'
import type { AnswerKind, CallRecord } from './model.ts'
import { selectCalls } from './queries.ts'
import { QuoteFinder } from './quotes.ts'
import { findStatements } from './statements.ts'

/** Maximum number of deals, and of the newest calls of each that are read. */
const DEALS_MAX = 8
const CALLS_MAX = 3
const DAY_MS = 86_400_000
/** Number of days without a call after which a deal is quiet. */
const QUIET_DAYS = 21

export const answerDealRisks: AnswerKind = async (ports, question) => {
  const deals = await loadDeals(ports, question)
  const open = deals.filter(({ fields }) => (readOutcome(fields) ?? 'open') === 'open')
  if (open.length === 0) {
    return deals.length === 0 ? undefined : stateEmpty(`No open deals are recorded${nameQuestionScope(question)}.`)
  }
  const finder = new QuoteFinder(ports)
  const facts: (Fact & { readonly signs: number })[] = []
  for (const deal of open.slice(0, DEALS_MAX)) {
    const within = { ...question.within, conversationIds: deal.callIds.slice(0, CALLS_MAX) }
    const { calls } =
      deal.callIds.length === 0
        ? { calls: [] }
        : await selectCalls(ports.db, ports.org, within, { order: 'newest', limit: CALLS_MAX })
    const worry = await findWorry(finder, calls)
    const days = daysSince(calls[0], question.now)
    const quiet = days === undefined ? 'no call' : days >= QUIET_DAYS ? `no call for ${count(days, 'day')}` : undefined
    const signs = [quiet, worry?.text].filter((sign) => sign !== undefined)
    facts.push({
      text: `${describeDeal(deal)}: ${signs.length === 0 ? 'no sign of a risk in the newest calls' : signs.join('; ')}`,
      proofs: worry?.proofs ?? [],
      calls: calls.map(({ id }) => id),
      signs: signs.length,
    })
  }
  const found = facts.filter(({ signs }) => signs > 0).length
  return listFacts(
    `${found} of ${count(open.length, 'open deal')}${nameQuestionScope(question)} with signs of a risk`,
    facts.toSorted((a, b) => b.signs - a.signs),
    { notice: open.length > DEALS_MAX ? `${count(open.length - DEALS_MAX, 'open deal')} omitted.` : null },
  )
}

async function findWorry(finder: QuoteFinder, calls: readonly CallRecord[]) {
  for (const call of calls) {
    const wanted = { cues: ['worries'], topic: [], isExternal: true } as const
    const [best] = findStatements(call, await finder.text(call), wanted)
    if (best !== undefined) return { ...best, text: `${best.text} [${nameCall(call)}]` }
  }
  return undefined
}

const daysSince = (call: CallRecord | undefined, now: Date): number | undefined =>
  call === undefined ? undefined : Math.max(0, Math.floor((now.getTime() - Date.parse(call.startedAt)) / DAY_MS))
