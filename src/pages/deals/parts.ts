/** Parts that the pages of deals share: amounts, dates, signals. */

import { formatNumber } from '../../core/languages/formats.ts'
import { type Message, type Text, t } from '../../core/languages/message.ts'
import type { DealSignal, DealSummary } from '../../features/deals/deal-overviews/index.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { badge } from '../components/layout.ts'
import { formatSignal } from './signals.ts'

const DAY_MS = 86_400_000

/** Labels of signals. The complete sentence is the description of the label. */
const SIGNALS: Readonly<Record<DealSignal['kind'], Message>> = {
  no_calls: t('No call'),
  quiet: t('Quiet'),
  close_date_passed: t('Close date passed'),
  overdue_promise: t('Overdue promise'),
  no_next_step: t('No next step'),
  single_contact: t('One contact'),
}

export const OUTCOME_TONES = { open: 'quiet', won: 'good', lost: 'bad' } as const

export const signalBadges = (signals: readonly DealSignal[]): Html =>
  // Phones hide empty cells with their titles.
  signals.length === 0
    ? html``
    : html`<span class="deals-signals">${signals.map(
        (signal) => html`<span title="${formatSignal(signal)}">${badge(SIGNALS[signal.kind], 'open')}</span>`,
      )}</span>`

/** Amount with its currency: `$31,090`. Without a known currency, the number alone. */
export function formatMoney(amount: number, currency: string | null): string {
  const digits = { maximumFractionDigits: 0 } as const
  if (currency === null || !/^[A-Z]{3}$/.test(currency)) return formatNumber(amount, digits)
  return formatNumber(amount, { style: 'currency', currency, ...digits })
}

/** Ratio in percent: `34%`, `<1%`. */
export const formatShare = (share: number): string =>
  share > 0 && share < 0.01
    ? `<${formatNumber(0.01, { style: 'percent' })}`
    : formatNumber(share, { style: 'percent', maximumFractionDigits: 0 })

/** Whether the title of a deal begins with the name of its account, ignoring case: `Ottermoor: 120 handhelds`. */
export const isAccountNamed = ({ title, account_name }: Pick<DealSummary, 'title' | 'account_name'>): boolean =>
  account_name !== null && title.toLowerCase().startsWith(account_name.toLowerCase())

/** Sum of the amounts of deals: one entry for each currency. */
export function sumAmounts(deals: readonly Pick<DealSummary, 'amount' | 'currency'>[]): string {
  const sums = new Map<string | null, number>()
  for (const { amount, currency } of deals) if (amount !== null) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums].map(([currency, sum]) => formatMoney(sum, currency)).join(' + ')
}

/** Days since a time: `today`, `yesterday`, `12 days ago`. */
export function formatDaysAgo(at: string, now: Date): Text {
  const days = Math.floor((now.getTime() - Date.parse(at)) / DAY_MS)
  return days <= 0 ? t('today') : days === 1 ? t('yesterday') : t`${days} days ago`
}
