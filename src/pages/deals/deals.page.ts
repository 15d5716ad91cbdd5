/** Deals as a board by stage or as a list, with the signals that they need attention. */

import { t } from '../../core/languages/message.ts'
import { type DealSummary, listDeals } from '../../features/deals/deal-overviews/index.ts'
import { definePage, type PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { accountLink } from '../components/account.ts'
import { avatar, companyMark } from '../components/identity.ts'
import { badge, chip, empty, heading, linkButton, placeTabs, segmented } from '../components/layout.ts'
import { pageAsked, pager, table, withQuery } from '../components/table.ts'
import { dayOf } from '../components/times.ts'
import { formatDaysAgo, formatMoney, isAccountNamed, signalBadges, sumAmounts } from './parts.ts'
import { sortStages } from './stages.ts'

const PAGE = '/deals'
/** Maximum number of deals on the board. */
const BOARD_MAX = 200
const TITLE_MAX = 512

const OUTCOMES = { open: t('Open'), won: t('Won'), lost: t('Lost') } as const
type Outcome = keyof typeof OUTCOMES

const outcomeIn = (given: string | null): Outcome =>
  given !== null && Object.hasOwn(OUTCOMES, given) ? (given as Outcome) : 'open'

export const dealsPage = definePage({
  path: PAGE,
  navigation: { group: 'deals', label: t('Deals') },
  async show(req) {
    const outcome = outcomeIn(req.query.get('outcome'))
    const isBoard = outcome === 'open' && req.query.get('view') !== 'list'
    const title = (req.query.get('title') ?? '').slice(0, TITLE_MAX)
    const { data, meta } = await req.run(listDeals, {
      outcome,
      ...(title === '' ? {} : { title }),
      ...(isBoard ? { size: String(BOARD_MAX) } : { page: pageAsked(req), size: '50' }),
    })
    const address = (changes: Readonly<Record<string, string | undefined>>) => withQuery(req.path, changes)
    const outcomes = Object.entries(OUTCOMES).map(([name, label]) => ({
      label,
      path: address({ outcome: name === 'open' ? undefined : name, view: undefined }),
    }))
    const views = [
      { label: t('Board'), path: address({ view: undefined }) },
      { label: t('List'), path: address({ view: 'list' }) },
    ]
    return {
      title: t('Deals'),
      body: html`${heading(t('Deals'), { tabs: placeTabs(req, t('Deals'), 'deals'), words: t('Opportunities from your CRM, with what their calls say about them.') })}
<div class="deals-bar">
${segmented(t('Deals by outcome'), outcomes, outcomes[Object.keys(OUTCOMES).indexOf(outcome)]?.path ?? '')}
<form class="deals-find" role="search" method="get" action="${PAGE}"><input type="hidden" name="outcome" value="${outcome}">${!isBoard && html`<input type="hidden" name="view" value="list">`}<input type="search" name="title" value="${title}" maxlength="${TITLE_MAX}" aria-label="Title of a deal" placeholder="Find a deal"></form>
${outcome === 'open' && segmented(t('View'), views, address({ view: isBoard ? undefined : 'list' }))}
</div>
${data.length === 0 ? renderEmpty(req, outcome, title) : isBoard ? board(req, data) : list(req, data, outcome)}
${isBoard ? meta.totalRecords > data.length && html`<p class="meta">The board shows the ${data.length} most recently active of ${meta.totalRecords} deals.</p>` : pager(req, meta)}`,
    }
  },
})

const renderEmpty = ({ user: { role } }: PageRequest, outcome: Outcome, title: string): Html =>
  title !== ''
    ? empty(t('No deal has this title'), t('Check the spelling, or look among deals with another outcome.'))
    : outcome === 'open'
      ? empty(
          t('No deals yet'),
          t(
            'Deals appear here when calls are linked to opportunities of your CRM. An admin connects the CRM in the settings.',
          ),
          role === 'ADMIN' ? linkButton('/admin/crm', t('Connect a CRM')) : undefined,
        )
      : empty(
          outcome === 'won' ? t('No deals were won') : t('No deals were lost'),
          t('The outcome comes from the stage in your CRM.'),
        )

function board(req: PageRequest, deals: readonly DealSummary[]): Html {
  const byStage = Map.groupBy(deals, ({ stage }) => stage)
  const stages = sortStages([...byStage.keys()].filter((stage) => stage !== null))
  const shown = byStage.has(null) ? [...stages, null] : stages
  const jumps = shown.map((stage, index) =>
    chip(html`<bdi>${stage ?? t('No stage')}</bdi> ${byStage.get(stage)?.length ?? 0}`, {
      path: `#stage-${index + 1}`,
    }),
  )
  return html`${jumps.length > 1 && html`<nav class="chips deals-stages" aria-label="Stages">${jumps}</nav>`}
<div class="deals-board" role="region" aria-label="Board of deals" tabindex="0">${shown.map((stage, index) => {
    const own = byStage.get(stage) ?? []
    return html`<section id="stage-${index + 1}"><header><h2><bdi>${stage ?? t('No stage')}</bdi> <span class="meta">${own.length}</span></h2><span class="meta">${sumAmounts(own)}</span></header>
<ul>${own.map((deal) => card(req, deal))}</ul></section>`
  })}</div>`
}

function card(req: PageRequest, deal: DealSummary): Html {
  const { id, title, amount, currency, owner_name: owner, last_conversation: last } = deal
  return html`<li class="deals-card">
<a class="row-title" href="/deals/${id}"><bdi>${title}</bdi></a>
${renderAccount(deal, (name) => html`<p class="soft">${name}</p>`)}
${deal.signals.length > 0 && signalBadges(deal.signals)}
<p class="deals-foot"><span class="number">${amount !== null && formatMoney(amount, currency)}</span><span class="meta">${last === null ? t('no call') : formatDaysAgo(last.started_at, req.ctx.clock.now())}</span>${owner !== null && avatar(owner, { title: owner })}</p>
</li>`
}

/** Renders the account, unless the title names it. */
const renderAccount = (deal: DealSummary, render: (name: Html) => Html): Html | false =>
  deal.account_name !== null && !isAccountNamed(deal) && render(accountLink(deal.account_name, deal.account_id))

/** Table of deals. Lost ones have their reason instead of signals, which only open deals have. */
const list = (req: PageRequest, deals: readonly DealSummary[], outcome: Outcome): Html =>
  table(
    deals,
    [
      {
        title: t('Deal'),
        cell: (deal) =>
          html`<span class="deals-name">${companyMark(deal.account_name ?? deal.title)}<span><a class="row-title" href="/deals/${deal.id}"><bdi>${deal.title}</bdi></a>${renderAccount(deal, (name) => html`<span class="soft">${name}</span>`)}</span></span>`,
      },
      { title: t('Stage'), cell: ({ stage }) => (stage === null ? '–' : badge(stage)) },
      {
        title: t('Amount'),
        kind: 'number',
        cell: ({ amount, currency }) => (amount === null ? '–' : formatMoney(amount, currency)),
      },
      {
        title: t('Close date'),
        cell: ({ close_date: date }) => (date === null ? '–' : dayOf({ zone: 'UTC', ctx: req.ctx }, date)),
      },
      { title: t('Owner'), cell: ({ owner_name: owner }) => html`<bdi>${owner ?? '–'}</bdi>` },
      { title: t('Calls'), kind: 'number', cell: ({ conversations_count: count }) => String(count) },
      {
        title: t('Last call'),
        cell: ({ last_conversation: last }) =>
          last === null ? '–' : html`<a href="/conversations/${last.id}">${dayOf(req, last.started_at)}</a>`,
      },
      outcome === 'lost'
        ? { title: t('Loss reason'), cell: ({ loss_reason: reason }) => html`<span dir="auto">${reason ?? '–'}</span>` }
        : { title: t('Signals'), cell: ({ signals }) => signalBadges(signals) },
    ],
    { caption: t('Deals') },
  )
