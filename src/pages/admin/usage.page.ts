/** Usage report: activity, language model cost, and rate limits. */

import { formatDate, formatNumber } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { getRateLimits, getUsageReport } from '../../features/coaching/usage-reports/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { columns } from '../components/charts.ts'
import { csvFile } from '../components/csv.ts'
import { textField } from '../components/form.ts'
import { badge, card, facts, heading, linkButton } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { dayBegins, formatLength } from '../components/times.ts'
import { PEOPLE } from './people-tabs.ts'
import { adminPage, catchListRefusal, filterForm, formatUserName, NO_ATTEMPT } from './shared.ts'

const USAGE = '/admin/usage'

type Answer = Awaited<ReturnType<typeof loadUsage>>
type Report = Answer['data']

function loadUsage(req: PageRequest, size = '50') {
  const [from, to] = [dayBegins(req, readParam(req, 'from')), dayBegins(req, readParam(req, 'to'), 1)]
  return req.run(getUsageReport, {
    ...(from === undefined ? {} : { from: from.toISOString() }),
    ...(to === undefined ? {} : { to: new Date(to.getTime() - 1).toISOString() }),
    ...{ page: pageAsked(req), size },
  })
}

const readParam = ({ query }: PageRequest, name: string) => query.get(name)?.trim() ?? ''

export const usagePage = adminPage({
  path: USAGE,
  navigation: {
    group: 'data',
    label: t('Usage'),
    role: 'ADMIN',
    words: t('Calls, users, storage and the cost of models'),
  },
  async show(req) {
    const [answer, limits] = await Promise.all([catchListRefusal(loadUsage(req)), req.run(getRateLimits, {})])
    const query = req.path.split('?', 2)[1] ?? ''
    return {
      title: t('Usage'),
      body: html`${heading(t('Usage'), { words: t('Activity of the last 30 days. Choose dates to see another period.'), actions: linkButton(`${USAGE}/usage.csv?${query}`, t('Download CSV'), { icon: 'download' }) })}
${filterForm(USAGE, [
  textField(NO_ATTEMPT, { name: 'from', label: t('From', 'date'), type: 'date', value: readParam(req, 'from') }),
  textField(NO_ATTEMPT, { name: 'to', label: t('To', 'date'), type: 'date', value: readParam(req, 'to') }),
])}
${'refused' in answer ? answer.refused : report(req, answer)}
${card(
  t('Rate limits'),
  html`${facts([
    [t('Per second'), number(limits.second)],
    [t('Per hour'), number(limits.hour)],
    [t('Per day'), number(limits.day)],
  ])}<p class="soft">Maximum number of MCP requests per user, and for all organization-level API keys together. Your server administrator can change the limits with <code>parley limits</code>.</p>`,
)}`,
    }
  },
  files: {
    'usage.csv': async (req) => {
      const { data } = await loadUsage(req, '500')
      return csvFile('usage.csv', [
        [t('User'), t('Email'), t('Calls'), t('Minutes recorded'), t('Changes')].map(String),
        [String(t('Total')), '', data.totals.conversations, data.totals.minutesRecorded, data.totals.writes],
        ...data.users.map((user) => [
          formatUserName(user),
          user.email,
          user.conversations,
          user.minutesRecorded,
          user.writes,
        ]),
      ])
    },
  },
})

const number = (value: number) => formatNumber(value)

/** Formats a month: `2026-10` → `October 2026`. */
const formatMonth = (month: string) =>
  formatDate(new Date(`${month}-01T00:00:00Z`), { month: 'long', year: 'numeric', timeZone: 'UTC' })

function report(req: PageRequest, { data, meta }: Answer): Html {
  const { totals, apiKeys, months } = data
  return html`<section class="card">${facts([
    [t('Calls'), number(totals.conversations)],
    [t('Recorded time'), formatLength(totals.minutesRecorded * 60)],
    [t('Changes'), html`<a href="/admin/audit">${number(totals.writes)}</a>`],
    [t('Active users'), t`${number(totals.activeUsers)} of ${number(totals.users)}`],
    [
      t('API keys in use'),
      html`<a href="/admin/keys">${number(apiKeys.usedSinceFrom)} of ${number(apiKeys.valid)}</a>`,
    ],
  ])}</section>
${card(t('Language model'), modelUse(data.modelCalls))}
${
  months.length > 1
    ? card(
        t('By month'),
        columns(
          months.map(({ month, conversations }) => ({
            label: formatMonth(month),
            value: conversations,
            shown: number(conversations),
          })),
          { caption: t('Calls'), axis: { steps: 'whole', format: number } },
        ),
      )
    : html``
}
${card(t('By user'), html`${table(data.users, USERS, { caption: t('Usage by user') })}${pager(req, meta, [t('Previous'), t('Next')])}`)}`
}

type User = Report['users'][number]
const USERS = [
  {
    title: t('User'),
    cell: (user: User) =>
      html`<a href="${PEOPLE}/${user.uuid}"><bdi>${formatUserName(user)}</bdi></a>${!user.active && html` ${badge(t('Deactivated'))}`}`,
  },
  { title: t('Calls'), kind: 'number' as const, cell: ({ conversations }: User) => number(conversations) },
  {
    title: t('Recorded time'),
    kind: 'number' as const,
    cell: ({ minutesRecorded }: User) => (minutesRecorded === 0 ? '–' : formatLength(minutesRecorded * 60)),
  },
  { title: t('Changes'), kind: 'number' as const, cell: ({ writes }: User) => number(writes) },
]

type Model = Report['modelCalls']
type ModelUsageRow = Model['byModel'][number] | Model['byPurpose'][number]

/** Formats a cost in US dollars. Null means unknown, which differs from zero. */
const dollars = (cost: number | null) =>
  cost === null
    ? t('Unknown')
    : formatNumber(cost, { style: 'currency', currency: 'USD', maximumFractionDigits: cost < 1 ? 4 : 2 })

function modelUse(model: Model): Html {
  if (model.calls === 0) return html`<p class="soft">No language model requests in this period</p>`
  const createColumns = (title: Text, name: (row: ModelUsageRow) => string) => [
    { title, cell: (row: ModelUsageRow) => html`<bdi>${name(row)}</bdi>` },
    {
      title: t('Requests'),
      kind: 'number' as const,
      cell: ({ calls, failed }: ModelUsageRow) =>
        failed === 0 ? number(calls) : t`${number(calls)} (${number(failed)} failed)`,
    },
    {
      title: t('Input tokens'),
      kind: 'number' as const,
      cell: ({ inputTokens }: ModelUsageRow) => number(inputTokens),
    },
    {
      title: t('Output tokens'),
      kind: 'number' as const,
      cell: ({ outputTokens }: ModelUsageRow) => number(outputTokens),
    },
    { title: t('Cost'), kind: 'number' as const, cell: ({ cost }: ModelUsageRow) => dollars(cost) },
  ]
  return html`${facts([
    [t('Requests'), number(model.calls)],
    [t('Input tokens'), number(model.inputTokens)],
    [t('Output tokens'), number(model.outputTokens)],
    [t('Cost'), dollars(model.cost)],
  ])}
${model.cost === null && html`<p class="soft">To see the cost, set the prices of your model with <code>MODEL_PRICE_INPUT</code> and <code>MODEL_PRICE_OUTPUT</code>.</p>`}
${model.estimated > 0 && html`<p class="soft">For ${number(model.estimated)} requests, the model didn't report all tokens, so some counts are estimates.</p>`}
${table<ModelUsageRow>(
  model.byPurpose,
  createColumns(t('Purpose'), (row) => ('purpose' in row ? row.purpose : '')),
  { caption: t('By purpose') },
)}
${table<ModelUsageRow>(
  model.byModel,
  createColumns(t('Model'), (row) => ('model' in row ? row.model : '')),
  { caption: t('By model') },
)}`
}
