/** Signals that an open deal needs attention. Pure functions over records, for answers and overviews of deals. */
import type { DealOutcome } from '../../../conversations/crm-records/index.ts'
import { findRequester } from '../../../text/extractive-summary/index.ts'
import type { CallRecord } from './model.ts'
import type { CallSummary } from './summarized-calls.ts'

export const DEAL_SIGNAL_KINDS = [
  'no_calls',
  'quiet',
  'close_date_passed',
  'overdue_promise',
  'no_next_step',
  'single_contact',
] as const

export interface DealSignal {
  readonly kind: (typeof DEAL_SIGNAL_KINDS)[number]
  /** Description in one sentence, such as `No call for 34 days.` */
  readonly text: string
}

export interface SignalDeal {
  readonly outcome: DealOutcome
  /** Day as `YYYY-MM-DD`. Null if unknown. */
  readonly close_date: string | null
  readonly conversations_count: number
}

/** One of the newest conversations of a deal. The summary is undefined if there is none. */
export interface SignalCall {
  readonly call: Pick<CallRecord, 'startedAt' | 'people' | 'statistics' | 'isAnalyzed'>
  readonly summary: Pick<CallSummary, 'actionItems'> | undefined
}

const DAY_MS = 86_400_000
/** Number of days without a conversation after which a deal is quiet. */
export const QUIET_DAYS = 21
/** Number of days after its due date for which a promise counts as overdue. Older ones are obsolete. */
const OVERDUE_DAYS = 30
/** Minimum number of conversations for the signal that all of them have one outside speaker. */
const CONTACT_CALLS = 2
const QUOTE_MAX = 120

/** @param newest the newest conversations, newest first */
export function findDealSignals(deal: SignalDeal, newest: readonly SignalCall[], now: Date): DealSignal[] {
  if (deal.outcome !== 'open') return []
  return [
    ...findQuiet(deal, newest, now),
    ...findPassedCloseDate(deal, now),
    ...findOverduePromise(newest, now),
    ...findMissingNextStep(newest),
    ...findSingleContact(newest),
  ]
}

function findQuiet(
  { conversations_count }: Pick<SignalDeal, 'conversations_count'>,
  [last]: readonly SignalCall[],
  now: Date,
): DealSignal[] {
  if (conversations_count === 0 || last === undefined) return [{ kind: 'no_calls', text: 'No call yet.' }]
  const days = daysBetween(Date.parse(last.call.startedAt), now.getTime())
  return days >= QUIET_DAYS ? [{ kind: 'quiet', text: `No call for ${days} days.` }] : []
}

function findPassedCloseDate({ close_date }: Pick<SignalDeal, 'close_date'>, now: Date): DealSignal[] {
  if (close_date === null) return []
  const days = daysBetween(Date.parse(close_date), startOfDay(now))
  return days < 1
    ? []
    : [{ kind: 'close_date_passed', text: `The close date was ${days === 1 ? 'yesterday' : `${days} days ago`}.` }]
}

function findOverduePromise(newest: readonly SignalCall[], now: Date): DealSignal[] {
  for (const { call, summary } of newest) {
    const internal = new Set(call.people.flatMap(({ name, isInternal }) => (isInternal === true ? [name] : [])))
    for (const { owner, dueDate, text, task, spans } of summary?.actionItems ?? []) {
      if (task?.status === 'done') continue
      if (dueDate === null || owner === null || !internal.has(owner.name)) continue
      // Nobody promised it. A person who keeps it as a task follows it.
      const isRequested = findRequester({ owner, spans }) !== null
      if (task === undefined && isRequested) continue
      const days = daysBetween(Date.parse(dueDate), startOfDay(now))
      if (days >= 1 && days <= OVERDUE_DAYS)
        return [
          {
            kind: 'overdue_promise',
            text: `${owner.name}'s ${isRequested ? 'task' : 'promise'} was due on ${formatDay(dueDate)}: “${shorten(text)}”`,
          },
        ]
    }
  }
  return []
}

function findMissingNextStep([last]: readonly SignalCall[]): DealSignal[] {
  if (last?.summary === undefined || !last.call.isAnalyzed || last.summary.actionItems.length > 0) return []
  return [{ kind: 'no_next_step', text: 'The last call ended without a next step.' }]
}

function findSingleContact(newest: readonly SignalCall[]): DealSignal[] {
  if (newest.length < CONTACT_CALLS) return []
  const speakers = new Set(
    newest.flatMap(({ call }) =>
      (call.statistics?.speakers ?? []).flatMap(({ name, internal }) => (internal === false ? [name] : [])),
    ),
  )
  const [only] = speakers
  return speakers.size === 1 && only !== undefined
    ? [{ kind: 'single_contact', text: `Only ${only} spoke in the last ${newest.length} calls.` }]
    : []
}

/** Whole days between two times in milliseconds. */
export const daysBetween = (from: number, to: number): number => Math.floor((to - from) / DAY_MS)
const startOfDay = (now: Date): number => Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const formatDay = (date: string): string => DAY.format(new Date(date))

function shorten(text: string): string {
  const characters = [...text]
  return characters.length <= QUOTE_MAX
    ? text
    : `${characters
        .slice(0, QUOTE_MAX - 1)
        .join('')
        .trimEnd()}…`
}
