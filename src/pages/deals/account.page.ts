/** An account: its deals, who spoke when, risks in the words of the other side, every call, action items, fields and people. */

import { t } from '../../core/languages/message.ts'
import { type Account, getAccount, listAccountConversations } from '../../features/deals/accounts/index.ts'
import type { DealSummary } from '../../features/deals/deal-overviews/index.ts'
import { definePage, type PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { ACCOUNTS_PAGE, accountPath } from '../components/account.ts'
import { badge, card, facts, heading } from '../components/layout.ts'
import { pageAsked, pager } from '../components/table.ts'
import { dayOf } from '../components/times.ts'
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
import { formatDaysAgo, formatMoney, OUTCOME_TONES, signalBadges, sumAmounts } from './parts.ts'
import { renderTimeline } from './timeline.ts'

/** Number of calls on a page of the list. */
const CALLS_SHOWN = 20

export const accountPage = definePage({
  path: `${ACCOUNTS_PAGE}/:id`,
  show: (req) => show(req),
  actions: { confirm: (req, fields) => confirmValue(req, fields, accountPath(req.params.id)) },
})

async function show(req: PageRequest<'id'>) {
  const { id } = req.params
  const account = await req.run(getAccount, { id })
  const { name, industry, domain } = account
  const about = [industry, domain].filter((part) => part !== null)
  return {
    title: name,
    body: html`${heading(name, {
      trail: [{ label: t('Accounts'), path: ACCOUNTS_PAGE }],
      ...(about.length === 0 ? {} : { words: html`<bdi>${about.join(' · ')}</bdi>` }),
    })}
${renderFacts(req, account)}
${renderSignals(account.signals)}
${renderTimeline({ ...account, changes: [] }, req.ctx.clock.now())}
<div class="cols"><div>
${renderDeals(req, account)}
${renderTheirPeople(req, account)}
${renderRisks(account)}
${await renderEveryCall(req, account)}
</div><div>
${renderPromises(req, account)}
${renderValues(req, account, accountPath(account.id))}
${renderOtherPeople(req, account, t('Not heard from in the last three calls'))}
${account.people_conversations_count < account.conversations_count && html`<p class="meta">People of the newest ${account.people_conversations_count} calls.</p>`}
</div></div>`,
  }
}

function renderFacts(req: PageRequest, account: Account): Html {
  const { open_deals_count: open, open_amounts: amounts, owner_name: owner, last_conversation: last } = account
  return html`<div class="deals-facts">${facts([
    [t('Open deals'), open === 0 ? html`–` : html`<a href="#deals">${open}</a>`],
    ...(amounts.length === 0 ? [] : [[t('Amount'), sumAmounts(amounts)] as const]),
    ...(owner === null ? [] : [[t('Owner'), html`<bdi>${owner}</bdi>`] as const]),
    [t('Calls'), html`<a href="#calls">${account.conversations_count}</a>`],
    [
      t('Last call'),
      html`<a href="/conversations/${last.id}">${formatDaysAgo(last.started_at, req.ctx.clock.now())}</a>`,
    ],
  ])}</div>`
}

function renderDeals(req: PageRequest, { deals }: Account): Html | false {
  return (
    deals.length > 0 &&
    card(t('Deals'), html`<ul class="rows">${deals.map((deal) => renderDeal(req, deal))}</ul>`, { id: 'deals' })
  )
}

function renderDeal(req: PageRequest, deal: DealSummary): Html {
  const { id, title, stage, outcome, amount, currency, close_date: closeDate, owner_name: owner, signals } = deal
  const about = [
    ...(closeDate === null ? [] : [html`Close date ${dayOf({ zone: 'UTC', ctx: req.ctx }, closeDate)}`]),
    ...(owner === null ? [] : [html`<bdi>${owner}</bdi>`]),
  ]
  return html`<li class="row top"><span class="grow"><a class="row-title" href="/deals/${id}"><bdi>${title}</bdi></a><span class="meta">${about.map((part, at) => html`${at > 0 && ' · '}${part}`)}</span>${signals.length > 0 && signalBadges(signals)}</span>${badge(stage ?? t('No stage'), OUTCOME_TONES[outcome])}${amount !== null && html`<span class="number deals-amount">${formatMoney(amount, currency)}</span>`}</li>`
}

/** One page of all calls, newest first. */
async function renderEveryCall(req: PageRequest<'id'>, account: Account): Promise<Html> {
  const page = pageAsked(req)
  const { data, meta } = await req.run(listAccountConversations, { id: req.params.id, page, size: String(CALLS_SHOWN) })
  return renderCalls(req, {
    conversations: data,
    total: account.conversations_count,
    none: t('This page has no calls.'),
    after: pager(req, meta),
  })
}
