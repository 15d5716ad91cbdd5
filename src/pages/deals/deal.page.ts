/** A deal: stage and amount, who spoke when, risks in the words of the other side, calls, action items, fields and people. */

import { t } from '../../core/languages/message.ts'
import { type Deal, getDeal } from '../../features/deals/deal-overviews/index.ts'
import { definePage, type PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { accountPath } from '../components/account.ts'
import { badge, facts, heading, linkButton } from '../components/layout.ts'
import { dayOf } from '../components/times.ts'
import { renderChanges } from './changes.ts'
import {
  confirmValue,
  renderCalls,
  renderOtherPeople,
  renderPromises,
  renderRisks,
  renderSignals,
  renderTheirPeople,
  renderValues,
} from './findings.ts'
import { formatDaysAgo, formatMoney, isAccountNamed, OUTCOME_TONES } from './parts.ts'
import { renderTimeline } from './timeline.ts'

export const dealPage = definePage({
  path: '/deals/:id',
  show: (req) => show(req),
  actions: { confirm: (req, fields) => confirmValue(req, fields, dealPath(req.params.id)) },
})

const dealPath = (id: string): string => `/deals/${id}`

async function show(req: PageRequest<'id'>) {
  const deal = await req.run(getDeal, { id: req.params.id })
  const { title, account_name: account, account_id: accountId } = deal
  const omitted = deal.conversations_count - deal.conversations.length
  return {
    title,
    body: html`${heading(title, {
      trail: [
        { label: t('Deals'), path: '/deals' },
        ...(account === null || accountId === null ? [] : [{ label: account, path: accountPath(accountId) }]),
      ],
      ...(account === null || accountId !== null || isAccountNamed(deal) ? {} : { words: html`<bdi>${account}</bdi>` }),
      actions: linkButton(`/conversations?opportunity=${deal.id}`, t('Calls in the list')),
    })}
${renderFacts(req, deal)}
${renderSignals(deal.signals)}
${renderTimeline(deal, req.ctx.clock.now())}
<div class="cols"><div>
${renderTheirPeople(req, deal)}
${renderRisks(deal)}
${renderCalls(req, {
  conversations: deal.conversations,
  total: deal.conversations_count,
  none: t('No call of this deal is visible to you.'),
  changes: renderChanges(req, deal),
  after: omitted > 0 ? html`<p class="meta">${omitted} older calls are in the list of calls.</p>` : html``,
})}
</div><div>
${renderPromises(req, deal)}
${renderValues(req, deal, dealPath(deal.id))}
${renderOtherPeople(req, deal, t('Not heard from in the last two calls'))}
</div></div>`,
  }
}

function renderFacts(req: PageRequest, deal: Deal): Html {
  const { stage, outcome, amount, currency, close_date: closeDate, owner_name: owner, last_conversation: last } = deal
  return html`<div class="deals-facts">${facts([
    [t('Stage'), badge(stage ?? t('Unknown'), OUTCOME_TONES[outcome])],
    ...(amount === null ? [] : [[t('Amount'), formatMoney(amount, currency)] as const]),
    ...(closeDate === null ? [] : [[t('Close date'), dayOf({ zone: 'UTC', ctx: req.ctx }, closeDate)] as const]),
    ...(owner === null ? [] : [[t('Owner'), html`<bdi>${owner}</bdi>`] as const]),
    [
      t('Last call'),
      last === null
        ? html`–`
        : html`<a href="/conversations/${last.id}">${formatDaysAgo(last.started_at, req.ctx.clock.now())}</a>`,
    ],
    ...(deal.loss_reason === null ? [] : [[t('Loss reason'), html`<bdi>${deal.loss_reason}</bdi>`] as const]),
  ])}</div>`
}
