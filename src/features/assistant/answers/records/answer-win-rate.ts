/** Answers how many of the closed deals were won. */
import { formatAmount, readAmount, readCloseDay, readOutcome } from '../../../conversations/crm-records/index.ts'
import { loadDeals } from './answer-deals.ts'
import { listFacts, nameQuestionScope, stateEmpty } from './compose-record.ts'
import { count } from './dates.ts'
import type { AnswerKind } from './model.ts'
import type { Deal } from './queries-deals.ts'
import type { TimeRange } from './time-range.ts'

export const answerWinRate: AnswerKind = async (ports, question) => {
  const all = await loadDeals(ports, { ...question, within: question.anytime })
  const deals = all.filter(({ fields }) => isWithin(question.range, readCloseDay(fields)))
  if (all.length === 0) return undefined
  const of = (outcome: 'won' | 'lost') => deals.filter(({ fields }) => readOutcome(fields) === outcome)
  const [won, lost] = [of('won'), of('lost')]
  const closed = won.length + lost.length
  const scope = nameQuestionScope(question)
  if (closed === 0) return stateEmpty(`None of ${count(deals.length, 'deal')}${scope} is closed.`)
  const rate = Math.round((100 * won.length) / closed)
  return listFacts(`Win rate ${rate}%: ${won.length} of ${count(closed, 'closed deal')}${scope} won`, [
    { text: `Won: ${describe(won)}`, calls: won.flatMap(({ callIds }) => callIds) },
    { text: `Lost: ${describe(lost)}`, calls: lost.flatMap(({ callIds }) => callIds) },
  ])
}

/** Whether a deal was closed in the time of the question. */
function isWithin(range: TimeRange | undefined, day: string | null): boolean {
  if (range === undefined) return true
  const at = day === null ? undefined : new Date(day)
  const { from, until } = range
  return at !== undefined && (from === undefined || at >= from) && (until === undefined || at < until)
}

/** Maximum number of titles. */
const TITLES_MAX = 5

function describe(deals: readonly Deal[]): string {
  if (deals.length === 0) return 'none'
  const amounts = deals.flatMap(({ fields }) => readAmount(fields) ?? [])
  const sum = amounts.reduce((all, amount) => all + amount, 0)
  const total = amounts.length === 0 ? '' : `, ${formatAmount(sum, deals[0]?.fields)} in total`
  const titles = deals.slice(0, TITLES_MAX).map(({ title }) => `“${title}”`)
  const more = deals.length > TITLES_MAX ? ` and ${deals.length - TITLES_MAX} more` : ''
  return `${titles.join(', ')}${more}${total}`
}
