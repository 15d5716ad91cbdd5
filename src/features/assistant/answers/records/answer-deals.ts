/** Answers about deals, from opportunities and their CRM records. */

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
import type { AnswerKind, CallRecord, RecordPorts, RecordQuestion } from './model.ts'
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

/** The largest or smallest deal, if the question is about it. An open one is preferred, because its state can change. */
function pickBySize(deals: readonly Deal[], { words }: RecordQuestion): readonly Deal[] {
  const isSmallest = words.has('smallest')
  if (!isSmallest && !words.has('biggest') && !words.has('largest')) return deals
  const valued = deals.flatMap((deal) => {
    const amount = readAmount(deal.fields)
    return amount === undefined ? [] : [{ deal, amount, isOpen: (readOutcome(deal.fields) ?? 'open') === 'open' }]
  })
  const wanted = valued.some(({ isOpen }) => isOpen) ? valued.filter(({ isOpen }) => isOpen) : valued
  const [picked] = wanted.toSorted((a, b) => (isSmallest ? a.amount - b.amount : b.amount - a.amount))
  return picked === undefined ? deals : [picked.deal]
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const isAboutDeal = ({ words }: RecordQuestion) =>
  ['deal', 'deals', 'opportunity', 'opportunities'].some((word) => words.has(word))

export const answerStage = answerDealField('stage')
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

export const answerDeals: AnswerKind = async (ports, question) => {
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
