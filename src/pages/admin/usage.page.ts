/** Usage report: activity, language model cost, and rate limits. */
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
  navigation: { group: 'data', label: 'Usage', role: 'ADMIN', words: 'Calls, users, storage and the cost of models' },
  async show(req) {
    const [answer, limits] = await Promise.all([catchListRefusal(loadUsage(req)), req.run(getRateLimits, {})])
    const query = req.path.split('?', 2)[1] ?? ''
    return {
      title: 'Usage',
      body: html`${heading('Usage', { words: 'Activity of the last 30 days. Choose dates to see another period.', actions: linkButton(`${USAGE}/usage.csv?${query}`, 'Download CSV', { icon: 'download' }) })}
${filterForm(USAGE, [
  textField(NO_ATTEMPT, { name: 'from', label: 'From', type: 'date', value: readParam(req, 'from') }),
  textField(NO_ATTEMPT, { name: 'to', label: 'To', type: 'date', value: readParam(req, 'to') }),
])}
${'refused' in answer ? answer.refused : report(req, answer)}
${card(
  'Rate limits',
  html`${facts([
    ['Per second', number(limits.second)],
    ['Per hour', number(limits.hour)],
    ['Per day', number(limits.day)],
  ])}<p class="soft">Maximum number of MCP requests per user, and for all organization-level API keys together. Your server administrator can change the limits with <code>parley limits</code>.</p>`,
)}`,
    }
  },
  files: {
    'usage.csv': async (req) => {
      const { data } = await loadUsage(req, '500')
      return csvFile('usage.csv', [
        ['User', 'Email', 'Calls', 'Minutes recorded', 'Changes'],
        ['Total', '', data.totals.conversations, data.totals.minutesRecorded, data.totals.writes],
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

const number = (value: number) => value.toLocaleString('en')

/** Formats a month: `2026-10` → `October 2026`. */
const formatMonth = (month: string) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

function report(req: PageRequest, { data, meta }: Answer): Html {
  const { totals, apiKeys, months } = data
  return html`<section class="card">${facts([
    ['Calls', number(totals.conversations)],
    ['Recorded time', formatLength(totals.minutesRecorded * 60)],
    ['Changes', html`<a href="/admin/audit">${number(totals.writes)}</a>`],
    ['Active users', `${number(totals.activeUsers)} of ${number(totals.users)}`],
    ['API keys in use', html`<a href="/admin/keys">${number(apiKeys.usedSinceFrom)} of ${number(apiKeys.valid)}</a>`],
  ])}</section>
${card('Language model', modelUse(data.modelCalls))}
${
  months.length > 1
    ? card(
        'By month',
        columns(
          months.map(({ month, conversations }) => ({
            label: formatMonth(month),
            value: conversations,
            shown: number(conversations),
          })),
          { caption: 'Calls' },
        ),
      )
    : html``
}
${card('By user', html`${table(data.users, USERS, { caption: 'Usage by user' })}${pager(req, meta, ['Previous', 'Next'])}`)}`
}

type User = Report['users'][number]
const USERS = [
  {
    title: 'User',
    cell: (user: User) =>
      html`<a href="${PEOPLE}/${user.uuid}"><bdi>${formatUserName(user)}</bdi></a>${!user.active && html` ${badge('Deactivated')}`}`,
  },
  { title: 'Calls', kind: 'number' as const, cell: ({ conversations }: User) => number(conversations) },
  {
    title: 'Recorded time',
    kind: 'number' as const,
    cell: ({ minutesRecorded }: User) => (minutesRecorded === 0 ? '–' : formatLength(minutesRecorded * 60)),
  },
  { title: 'Changes', kind: 'number' as const, cell: ({ writes }: User) => number(writes) },
]

type Model = Report['modelCalls']
type ModelUsageRow = Model['byModel'][number] | Model['byPurpose'][number]

/** Formats a cost in US dollars. Null means unknown, which differs from zero. */
const dollars = (cost: number | null) =>
  cost === null
    ? 'Unknown'
    : cost.toLocaleString('en', { style: 'currency', currency: 'USD', maximumFractionDigits: cost < 1 ? 4 : 2 })

function modelUse(model: Model): Html {
  if (model.calls === 0) return html`<p class="soft">No language model requests in this period</p>`
  const createColumns = (title: string, name: (row: ModelUsageRow) => string) => [
    { title, cell: (row: ModelUsageRow) => html`<bdi>${name(row)}</bdi>` },
    {
      title: 'Requests',
      kind: 'number' as const,
      cell: ({ calls, failed }: ModelUsageRow) =>
        failed === 0 ? number(calls) : `${number(calls)} (${number(failed)} failed)`,
    },
    { title: 'Input tokens', kind: 'number' as const, cell: ({ inputTokens }: ModelUsageRow) => number(inputTokens) },
    {
      title: 'Output tokens',
      kind: 'number' as const,
      cell: ({ outputTokens }: ModelUsageRow) => number(outputTokens),
    },
    { title: 'Cost', kind: 'number' as const, cell: ({ cost }: ModelUsageRow) => dollars(cost) },
  ]
  return html`${facts([
    ['Requests', number(model.calls)],
    ['Input tokens', number(model.inputTokens)],
    ['Output tokens', number(model.outputTokens)],
    ['Cost', dollars(model.cost)],
  ])}
${model.cost === null && html`<p class="soft">To see the cost, set the prices of your model with <code>MODEL_PRICE_INPUT</code> and <code>MODEL_PRICE_OUTPUT</code>.</p>`}
${model.estimated > 0 && html`<p class="soft">For ${number(model.estimated)} requests, the model didn't report all tokens, so some counts are estimates.</p>`}
${table<ModelUsageRow>(
  model.byPurpose,
  createColumns('Purpose', (row) => ('purpose' in row ? row.purpose : '')),
  { caption: 'By purpose' },
)}
${table<ModelUsageRow>(
  model.byModel,
  createColumns('Model', (row) => ('model' in row ? row.model : '')),
  { caption: 'By model' },
)}`
}
