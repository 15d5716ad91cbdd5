/** Answers which accounts nobody has spoken with for some time. */
import { loadDeals } from './answer-deals.ts'
import { isWithCustomer } from './call-figures.ts'
import { type Fact, listFacts, loadCalls, nameCall, nameQuestionScope, stateEmpty } from './compose-record.ts'
import { count } from './dates.ts'
import { daysBetween, QUIET_DAYS } from './deal-signals.ts'
import { isOpen } from './deal-state.ts'
import type { AnswerKind, CallRecord, RecordPorts, RecordQuestion } from './model.ts'
import { selectCalls } from './queries.ts'
import type { Deal } from './queries-deals.ts'
import { selectAccountNames } from './queries-names.ts'

/** “Which accounts had no call in the last 30 days?” names the time without calls, and doesn't restrict the calls. */
export const answerQuietAccounts: AnswerKind = async (ports, asked) => {
  const { range, now } = asked
  // “In October” would need all calls of each account.
  if (range?.until !== undefined && range.until < now) return undefined
  const question: RecordQuestion = { ...asked, within: asked.anytime, range: undefined }
  const days = range?.from === undefined ? QUIET_DAYS : daysBetween(range.from.getTime(), now.getTime())
  const deals = await loadDeals(ports, question)
  const { calls, isComplete } = await loadLastCalls(ports, question, deals)
  if (calls.length === 0) return undefined
  const names = await selectAccountNames(
    ports.db,
    ports.org,
    calls.map(({ id }) => id),
  )
  const byAccount = Map.groupBy(calls, ({ id, title }) => names.get(id) ?? title)
  const facts = [...byAccount].flatMap(([name, own]) => describeQuiet(name, own, deals, { now, days }))
  const scope = `${count(byAccount.size, 'account')}${nameQuestionScope(question)}`
  const since = range === undefined ? `in the last ${count(QUIET_DAYS, 'day')}` : `(${range.label})`
  const notice = isComplete ? null : 'Accounts without a deal are looked for in the newest calls only.'
  if (facts.length === 0)
    return { ...stateEmpty(`Each of ${scope} had a call ${since}, or its deals are closed.`), notice }
  return listFacts(
    `${facts.length} of ${scope} had no call ${since}`,
    facts.toSorted((a, b) => b.days - a.days),
    { notice },
  )
}

/** The newest calls with outside people, and the last call of each deal, which can be much older. Newest first. */
async function loadLastCalls(
  ports: RecordPorts,
  question: RecordQuestion,
  deals: readonly Deal[],
): Promise<{ readonly calls: readonly CallRecord[]; readonly isComplete: boolean }> {
  const { calls: newest, notice } = await loadCalls(ports, question)
  const known = new Set(newest.map(({ id }) => id))
  const missing = deals.flatMap(({ callIds }) => callIds.slice(0, 1)).filter((id) => !known.has(id))
  const within = { ...question.within, conversationIds: missing }
  const { calls: older } =
    missing.length === 0
      ? { calls: [] }
      : await selectCalls(ports.db, ports.org, within, { order: 'newest', limit: missing.length })
  const calls = [...newest, ...older].filter(isWithCustomer)
  return { calls, isComplete: notice === null }
}

function describeQuiet(
  name: string,
  own: readonly CallRecord[],
  deals: readonly Deal[],
  given: { readonly now: Date; readonly days: number },
): (Fact & { readonly days: number })[] {
  const [last] = own
  if (last === undefined) return []
  const days = Math.max(0, daysBetween(Date.parse(last.startedAt), given.now.getTime()))
  const ids = new Set(own.map(({ id }) => id))
  const ofAccount = deals.filter(({ callIds }) => callIds.some((id) => ids.has(id)))
  // Nobody waits for a call about a deal that is closed.
  if (days < given.days || (ofAccount.length > 0 && !ofAccount.some(isOpen))) return []
  const deal = ofAccount.find(isOpen)
  const about = deal === undefined ? '' : `, open deal “${deal.title}”`
  const text = `${name}: no call for ${count(days, 'day')}${about}. Last call: ${nameCall(last)} (${last.owner.name})`
  return [{ text, calls: [last.id], days }]
}
