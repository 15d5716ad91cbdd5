/** Answers about deals, from opportunities and their CRM records. */

import { formatDay } from '../../../../core/calendar-words.ts'
import { getToday } from '../../../collaboration/tasks/index.ts'
import {
  type DealField,
  type DealOutcome,
  formatAmount,
  formatFieldValue,
  readAmount,
  readableStage,
  readDealField,
  readOutcome,
} from '../../../conversations/crm-records/index.ts'
import { noCalls } from './answer-calls.ts'
import {
  type Fact,
  listFacts,
  loadCalls,
  nameCall,
  nameQuestionScope,
  stateEmpty,
  stateFacts,
} from './compose-record.ts'
import { count, formatMoment } from './dates.ts'
import { type DueDays, readDueDays } from './due-days.ts'
import type { AnswerKind, CallRecord, RecordPorts, RecordQuestion, RecordsAnswer } from './model.ts'
import { type Deal, selectDeals } from './queries-deals.ts'
import { isTermIn } from './terms.ts'

export async function loadDeals(ports: RecordPorts, question: RecordQuestion): Promise<Deal[]> {
  const deals = await selectDeals(ports.db, ports.org, question.within)
  ports.derivesFrom(deals.flatMap(({ callIds }) => callIds))
  return deals
}

const LABELS: Readonly<Record<DealField, string>> = {
  stage: 'stage',
  amount: 'amount',
  currency: 'currency',
  closeDate: 'close date',
  owner: 'owner',
  lossReason: 'loss reason',
}

function showField({ fields }: Deal, field: DealField): string | undefined {
  const value = readDealField(fields, field)
  if (value === undefined) return undefined
  if (field === 'stage') return readableStage(value)
  if (field === 'amount') {
    const amount = readAmount(fields)
    return amount === undefined ? value : formatAmount(amount, fields)
  }
  return formatFieldValue(value)
}

/** Deals whose outcome the question names. */
export function wantedOutcome({ words }: RecordQuestion): DealOutcome | undefined {
  const has = (...list: readonly string[]) => list.some((word) => words.has(word))
  if (has('lost', 'lose', 'losing', 'loss', 'losses', 'loose')) return 'lost'
  if (has('won', 'win')) return 'won'
  return has('open', 'active', 'running', 'pipeline', 'progress', 'forecast') ? 'open' : undefined
}

const answerDealField =
  (field: DealField): AnswerKind =>
  async (ports, question) => {
    const deals = pickBySize(await loadDeals(ports, question), question)
    const [only] = deals
    if (only === undefined)
      return isAboutDeal(question)
        ? stateEmpty(`No deals are recorded${nameQuestionScope(question)} that you have access to.`)
        : undefined
    if (deals.length === 1) {
      const value = showField(only, field)
      const calls = only.callIds.slice(0, 1)
      if (value === undefined)
        return stateEmpty(`The CRM record of the deal “${only.title}” contains no ${LABELS[field]}.`)
      const stage = field === 'stage' ? undefined : showField(only, 'stage')
      const more = field === 'stage' ? showField(only, 'amount') : undefined
      const rest = [
        stage === undefined ? '' : ` (stage: ${stage})`,
        more === undefined ? '' : ` (amount: ${more})`,
      ].join('')
      return stateFacts([{ text: `The ${LABELS[field]} of the deal “${only.title}” is ${value}${rest}.`, calls }])
    }
    const valued = deals.flatMap((deal) => {
      const value = showField(deal, field)
      return value === undefined ? [] : [{ deal, value }]
    })
    if (valued.length === 0)
      return stateEmpty(
        `The CRM records of ${count(deals.length, 'deal')}${nameQuestionScope(question)} contain no ${LABELS[field]}.`,
      )
    return listFacts(
      `${capital(LABELS[field])} of ${count(valued.length, 'deal')}${nameQuestionScope(question)}`,
      valued.map(({ deal, value }) => ({ text: `“${deal.title}”: ${value}`, calls: deal.callIds })),
    )
  }

/**
 * The largest or smallest deal, if the question is about it, or several of them by size. Open ones are preferred, because
 * their state can change.
 */
const LARGEST_MAX = 5
function pickBySize(deals: readonly Deal[], { words }: RecordQuestion): readonly Deal[] {
  const isSmallest = words.has('smallest')
  if (!isSmallest && !words.has('biggest') && !words.has('largest')) return deals
  const valued = deals.flatMap((deal) => {
    const amount = readAmount(deal.fields)
    return amount === undefined ? [] : [{ deal, amount, isOpen: (readOutcome(deal.fields) ?? 'open') === 'open' }]
  })
  const wanted = valued.some(({ isOpen }) => isOpen) ? valued.filter(({ isOpen }) => isOpen) : valued
  const sorted = wanted.toSorted((a, b) => (isSmallest ? a.amount - b.amount : b.amount - a.amount))
  if (sorted.length === 0) return deals
  return sorted.slice(0, words.has('deals') || words.has('opportunities') ? LARGEST_MAX : 1).map(({ deal }) => deal)
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const isAboutDeal = ({ words }: RecordQuestion) =>
  ['deal', 'deals', 'opportunity', 'opportunities'].some((word) => words.has(word))

const answerStageField = answerDealField('stage')

/** “Did Fennick sign?” and “Is the deal lost?” get a verdict from the outcome in the CRM, other questions the stage. */
export const answerStage: AnswerKind = async (ports, question) => {
  const asked = readAskedOutcome(question.prompt)
  const [only, ...others] = asked === undefined ? [] : await loadDeals(ports, question)
  if (only === undefined || others.length > 0) return answerStageField(ports, question)
  const outcome = readOutcome(only.fields)
  const stage = showField(only, 'stage')
  if (outcome === undefined || stage === undefined) return answerStageField(ports, question)
  const verdict = outcome === asked ? 'Yes' : outcome === 'open' ? 'Not yet' : 'No'
  const amount = showField(only, 'amount')
  const state = outcome === 'open' ? `is open, in the stage ${stage}` : `is ${stage.toLowerCase()}`
  const text = `${verdict}, by the CRM: the deal “${only.title}” ${state}${amount === undefined ? '' : ` (amount: ${amount})`}.`
  return stateFacts([{ text, calls: only.callIds.slice(0, 1) }])
}

const WHETHER = /^\s*(?:so |and |but )?(?:did|has|have|is|was|do|does)\b/i
const LOSS = /\b(?:los[et]|losing|loose|cancel(?:l?ed|s)?|churn(?:ed|s)?|left|leaves?)\b/i
const WIN = /\b(?:win|won|wins|sign(?:ed|s)?|renew(?:ed|s)?|buy|bought|order(?:ed)?|clos(?:e|ed))\b/i

/** Outcome that a yes/no question is about. Undefined if it is about none, or about both. */
function readAskedOutcome(prompt: string): DealOutcome | undefined {
  const [isLoss, isWin] = [LOSS.test(prompt), WIN.test(prompt)]
  if (!WHETHER.test(prompt) || isLoss === isWin) return undefined
  return isLoss ? 'lost' : 'won'
}

export const answerCloseDate = answerDealField('closeDate')

export const answerAmount: AnswerKind = async (ports, question) => {
  const outcome = wantedOutcome(question)
  const deals = (await loadDeals(ports, question)).filter(
    ({ fields }) => outcome === undefined || readOutcome(fields) === outcome,
  )
  if (deals.length <= 1) return answerDealField('amount')(ports, question)
  const valued = deals.flatMap((deal) => {
    const amount = readAmount(deal.fields)
    return amount === undefined ? [] : [{ deal, amount }]
  })
  if (valued.length === 0) return answerDealField('amount')(ports, question)
  const sum = valued.reduce((all, { amount }) => all + amount, 0)
  return listFacts(
    `${count(valued.length, `${outcome === undefined ? '' : `${outcome} `}deal`)}${nameQuestionScope(question)}, ${formatAmount(sum, valued[0]?.deal.fields)} in total, ${formatAmount(Math.round(sum / valued.length), valued[0]?.deal.fields)} on average`,
    valued
      .toSorted((a, b) => b.amount - a.amount)
      .map(({ deal, amount }) => ({
        text: `“${deal.title}”: ${formatAmount(amount, deal.fields)}${describeStage(deal)}`,
        calls: deal.callIds,
      })),
  )
}

function describeStage(deal: Deal): string {
  const stage = showField(deal, 'stage')
  return stage === undefined ? '' : ` (${stage})`
}

/** “Which deals close this month?” is about close dates, and not about the time of calls. */
const CLOSES = /\b(?:clos(?:e|es|ed|ing)|sign(?:s|ed|ing)?|won|wins?|lost|lose|due)\b/i

interface ClosingDays extends Pick<DueDays, 'label'> {
  /** First and last day, as YYYY-MM-DD. */
  readonly from: string | undefined
  readonly until: string | undefined
}

function readClosingDays({ principal }: RecordPorts, { prompt, range, now }: RecordQuestion): ClosingDays | undefined {
  if (!CLOSES.test(prompt)) return undefined
  const ahead = readDueDays(prompt, getToday({ principal, clock: { now: () => now } }))
  if (ahead !== undefined || range === undefined) return ahead
  const until = range.until === undefined ? undefined : formatDay(new Date(range.until.getTime() - 1))
  return { from: range.from === undefined ? undefined : formatDay(range.from), until, label: range.label }
}

function closesIn({ fields }: Deal, { from, until }: ClosingDays): boolean {
  const day = readDealField(fields, 'closeDate')?.slice(0, 10)
  return day !== undefined && (from === undefined || day >= from) && (until === undefined || day <= until)
}

/** Deals by their close date. Those that are closed state when, and open ones when they are expected. */
async function answerClosing(ports: RecordPorts, question: RecordQuestion, days: ClosingDays): Promise<RecordsAnswer> {
  const asked: RecordQuestion = { ...question, within: question.anytime, range: undefined }
  const outcome = wantedOutcome(question) ?? (/\b(?:will|expected to)\b/i.test(question.prompt) ? 'open' : undefined)
  const isPast = /\bclosed\b/i.test(question.prompt)
  const deals = (await loadDeals(ports, asked)).filter((deal) => {
    const own = readOutcome(deal.fields) ?? 'open'
    return closesIn(deal, days) && (outcome === undefined || own === outcome) && (!isPast || own !== 'open')
  })
  const kind = outcome === undefined ? (isPast ? 'closed ' : '') : `${outcome} `
  const scope = `${nameQuestionScope({ ...asked, topicText: '' })} ${days.label}`
  if (deals.length === 0) return stateEmpty(`No ${kind}deal has a close date${scope}.`)
  const date = (deal: Deal) => readDealField(deal.fields, 'closeDate') ?? ''
  return listFacts(
    `${count(deals.length, `${kind}deal`)} with a close date${scope}`,
    deals
      .toSorted((a, b) => date(a).localeCompare(date(b)))
      .map((deal) => ({
        text: `${describeDeal(deal)}, close date ${showField(deal, 'closeDate')}`,
        calls: deal.callIds,
      })),
  )
}

export const answerDeals: AnswerKind = async (ports, question) => {
  const days = readClosingDays(ports, question)
  if (days !== undefined && question.topic.length === 0) return answerClosing(ports, question, days)
  const all = await loadDeals(ports, question)
  const outcome = wantedOutcome(question)
  const { topic } = question
  const wanted = all.filter(({ fields }) => outcome === undefined || readOutcome(fields) === outcome)
  const staged = wanted.filter((deal) => topic.every((term) => isTermIn(showField(deal, 'stage') ?? '', term)))
  if (topic.length > 0 && staged.length === 0) return undefined
  const kind = outcome === undefined ? '' : `${outcome} `
  if (staged.length === 0)
    return stateEmpty(`No ${kind}deals are recorded${nameQuestionScope(question)} that you have access to.`)
  return listFacts(
    `${count(staged.length, `${kind}deal`)}${nameQuestionScope({ ...question, topicText: '' })}`,
    staged.map((deal) => ({ text: describeDeal(deal), calls: deal.callIds })),
  )
}

export function describeDeal(deal: Deal): string {
  const amount = showField(deal, 'amount')
  const owner = showField(deal, 'owner')
  const parts = [
    showField(deal, 'stage') ?? '',
    amount === undefined ? '' : `amount ${amount}`,
    owner === undefined ? '' : `owner ${owner}`,
    count(deal.callIds.length, 'call'),
  ]
  return `“${deal.title}”: ${parts.filter((part) => part !== '').join(', ')}`
}

export const answerOwner: AnswerKind = async (ports, question) => {
  const isDeal =
    isAboutDeal(question) || (question.within.filters.opportunityIds !== undefined && !question.words.has('call'))
  if (isDeal) {
    const answer = await answerDealField('owner')(ports, question)
    if (answer?.answered === true) return answer
  }
  const { calls, notice } = await loadCalls(ports, question)
  const [first] = calls
  if (first === undefined) return noCalls(question)
  if (calls.length === 1)
    return stateFacts([
      { text: `The owner of the call ${nameCall(first)}, is ${describeOwner(first)}.`, calls: [first.id] },
    ])
  const by = [...Map.groupBy(calls, ({ owner }) => owner.id).values()].sort((a, b) => b.length - a.length)
  const facts = by.flatMap((own): Fact[] => {
    const [newest] = own
    return newest === undefined
      ? []
      : [
          {
            text: `${describeOwner(newest)}: ${count(own.length, 'call')}, last “${newest.title}”, ${formatMoment(newest.startedAt)}`,
            calls: own.map(({ id }) => id),
          },
        ]
  })
  return listFacts(`Owners of ${count(calls.length, 'call')}${nameQuestionScope(question)}`, facts, { notice })
}

const describeOwner = ({ owner, team }: CallRecord): string => `${owner.name}${team === null ? '' : ` (${team})`}`
