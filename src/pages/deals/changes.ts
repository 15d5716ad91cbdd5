/** Changes of a deal in the CRM, as rows between its calls. */

import { type Message, type Text, t } from '../../core/languages/message.ts'
import type { Deal, DealChange } from '../../features/deals/deal-overviews/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { dayOf } from '../components/times.ts'
import { formatMoney } from './parts.ts'

/** Row of a list that is sorted by time. */
export interface TimedRow {
  /** ISO 8601. */
  readonly at: string
  readonly row: Html
}

const LABELS: Readonly<Record<DealChange['field'], Message>> = {
  stage: t('Stage'),
  amount: t('Amount'),
  close_date: t('Close date'),
}

export const renderChanges = (
  req: PageRequest,
  { changes, currency }: Pick<Deal, 'changes' | 'currency'>,
): readonly TimedRow[] =>
  changes.map(({ field, from, to, changed_at: at }) => {
    const show = (value: string | null): Html | Text => (value === null ? '–' : format(req, field, value, currency))
    return {
      at,
      row: html`<li class="row deals-change"><span class="meta deals-when">${dayOf(req, at)}</span><span class="grow"><span class="meta">${LABELS[field]}</span> <bdi>${show(from)}</bdi> <span aria-hidden="true">→</span><span class="unseen">to</span> <bdi>${show(to)}</bdi></span></li>`,
    }
  })

function format(req: PageRequest, field: DealChange['field'], value: string, currency: string | null): Html | Text {
  if (field === 'amount') return formatMoney(Number(value), currency)
  return field === 'close_date' ? dayOf({ zone: 'UTC', ctx: req.ctx }, value) : value
}
