/** Answers which accounts nobody has spoken with for some time. */
import { loadDeals } from './answer-deals.ts'
import { type Fact, listFacts, loadCalls, nameCall, nameQuestionScope, stateEmpty } from './compose-record.ts'
import { count } from './dates.ts'
import { QUIET_DAYS } from './deal-signals.ts'
import { isOpen } from './deal-state.ts'
import type { AnswerKind, CallRecord } from './model.ts'
import { selectAccountNames } from './queries-names.ts'

const DAY_MS = 86_400_000

export const answerQuietAccounts: AnswerKind = async (ports, question) => {
  const { calls, notice } = await loadCalls(ports, question)
  const outside = calls.filter(({ people }) => people.some(({ isInternal }) => isInternal === false))
  if (outside.length === 0) return undefined
  const names = await selectAccountNames(
    ports.db,
    ports.org,
    outside.map(({ id }) => id),
  )
  const byAccount = Map.groupBy(outside, ({ id, title }) => names.get(id) ?? title)
  const deals = await loadDeals(ports, question)
  const facts = [...byAccount].flatMap(([name, own]): (Fact & { readonly days: number })[] => {
    const [last] = own
    if (last === undefined) return []
    const days = daysSince(last, question.now)
    const ids = new Set(own.map(({ id }) => id))
    const ofAccount = deals.filter(({ callIds }) => callIds.some((id) => ids.has(id)))
    // Nobody waits for a call about a deal that is closed.
    if (days < QUIET_DAYS || (ofAccount.length > 0 && !ofAccount.some(isOpen))) return []
    const deal = ofAccount.find(isOpen)
    const about = deal === undefined ? '' : `, open deal “${deal.title}”`
    return [
      {
        text: `${name}: no call for ${count(days, 'day')}${about}. Last call: ${nameCall(last)} (${last.owner.name})`,
        calls: [last.id],
        days,
      },
    ]
  })
  const scope = `${count(byAccount.size, 'account')}${nameQuestionScope(question)}`
  if (facts.length === 0)
    return stateEmpty(`Each of ${scope} had a call in the last ${QUIET_DAYS} days, or its deals are closed.`)
  return listFacts(
    `${facts.length} of ${scope} had no call in the last ${QUIET_DAYS} days`,
    facts.toSorted((a, b) => b.days - a.days),
    { notice },
  )
}

const daysSince = (call: CallRecord, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(call.startedAt)) / DAY_MS))
