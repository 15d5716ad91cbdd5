/** Accounts: companies of the CRM with their calls, open deals and signals. */

import { t } from '../../core/languages/message.ts'
import { type AccountSummary, listAccounts } from '../../features/deals/accounts/index.ts'
import { definePage, type PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { ACCOUNTS_PAGE, accountPath } from '../components/account.ts'
import { companyMark } from '../components/identity.ts'
import { empty, heading, linkButton, placeTabs } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { dayOf } from '../components/times.ts'
import { signalBadges, sumAmounts } from './parts.ts'

const NAME_MAX = 512

export const accountsPage = definePage({
  path: ACCOUNTS_PAGE,
  navigation: { group: 'deals', label: t('Accounts') },
  async show(req) {
    const name = (req.query.get('name') ?? '').slice(0, NAME_MAX)
    const { data, meta } = await req.run(listAccounts, {
      ...(name === '' ? {} : { name }),
      ...{ page: pageAsked(req), size: '50' },
    })
    return {
      title: t('Accounts'),
      body: html`${heading(t('Accounts'), {
        tabs: placeTabs(req, t('Deals'), 'deals'),
        words: t('Companies from your CRM, with their calls and open deals. Most recent call first.'),
      })}
<div class="deals-bar"><form class="deals-find" role="search" method="get" action="${ACCOUNTS_PAGE}"><input type="search" name="name" value="${name}" maxlength="${NAME_MAX}" aria-label="Name of an account" placeholder="Find an account"></form></div>
${data.length === 0 ? renderEmpty(req, name) : list(req, data)}
${pager(req, meta)}`,
    }
  },
})

const renderEmpty = ({ user: { role } }: PageRequest, name: string): Html =>
  name !== ''
    ? empty(t('No account has this name'), t('Check the spelling, or look for the domain.'))
    : empty(
        t('No accounts yet'),
        t(
          'Accounts appear here when calls are linked to companies of your CRM. An admin connects the CRM in the settings.',
        ),
        role === 'ADMIN' ? linkButton('/admin/crm', t('Connect a CRM')) : undefined,
      )

const about = (words: string | null): Html | false =>
  words !== null && html`<span class="soft"><bdi>${words}</bdi></span>`

const list = (req: PageRequest, accounts: readonly AccountSummary[]): Html =>
  table(
    accounts,
    [
      {
        title: t('Account'),
        cell: ({ id, name, domain, industry }) =>
          html`<span class="deals-name">${companyMark(name, domain ?? name)}<span><a class="row-title" href="${accountPath(id)}"><bdi>${name}</bdi></a>${about(industry ?? domain)}</span></span>`,
      },
      {
        title: t('Calls'),
        kind: 'number',
        cell: ({ id, conversations_count: count }) => html`<a href="${accountPath(id)}#calls">${count}</a>`,
      },
      {
        title: t('Last call'),
        cell: ({ last_conversation: last }) =>
          html`<a href="/conversations/${last.id}">${dayOf(req, last.started_at)}</a>`,
      },
      {
        title: t('Open deals'),
        kind: 'number',
        cell: ({ id, open_deals_count: count }) =>
          count === 0 ? '–' : html`<a href="${accountPath(id)}#deals">${count}</a>`,
      },
      {
        title: t('Amount'),
        kind: 'number',
        cell: ({ open_amounts: amounts }) => (amounts.length === 0 ? '–' : sumAmounts(amounts)),
      },
      { title: t('Signals'), cell: ({ signals }) => signalBadges(signals) },
    ],
    { caption: t('Accounts') },
  )
