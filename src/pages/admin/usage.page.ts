/** What the organization makes of the service, what its language model costs, and how often programs may ask. */
import { getRateLimits, getUsageReport } from '../../features/reports/index.ts'
import type { Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { columns } from '../kit/charts.ts'
import { csvFile } from '../kit/csv.ts'
import { textField } from '../kit/form.ts'
import { badge, card, facts, heading, linkButton } from '../kit/layout.ts'
import { pageAsked, pager, table } from '../kit/table.ts'
import { dayBegins, lengthOf } from '../kit/times.ts'
import { PEOPLE } from './people-tabs.ts'
import { adminPage, filterForm, listed, NO_ATTEMPT, nameOf } from './shared.ts'

const USAGE = '/admin/usage'

type Answer = Awaited<ReturnType<typeof asked>>
type Report = Answer['data']

function asked(visit: Visit, size = '50') {
  const [from, to] = [dayBegins(visit, given(visit, 'from')), dayBegins(visit, given(visit, 'to'), 1)]
  return visit.ask(getUsageReport, {
    ...(from === undefined ? {} : { from: from.toISOString() }),
    ...(to === undefined ? {} : { to: new Date(to.getTime() - 1).toISOString() }),
    ...{ page: pageAsked(visit), size },
  })
}

const given = ({ query }: Visit, name: string) => query.get(name)?.trim() ?? ''

export const usagePage = adminPage({
  path: USAGE,
  navigation: { group: 'admin', label: 'Usage', icon: 'usage', role: 'ADMIN' },
  async show(visit) {
    const [answer, limits] = await Promise.all([listed(asked(visit)), visit.ask(getRateLimits, {})])
    const query = visit.path.split('?', 2)[1] ?? ''
    return {
      title: 'Usage',
      body: html`${heading('Usage', { words: 'The last 30 days, unless you choose others.', actions: linkButton(`${USAGE}/usage.csv?${query}`, 'CSV', { icon: 'download' }) })}
${filterForm(USAGE, [
  textField(NO_ATTEMPT, { name: 'from', label: 'From', type: 'date', value: given(visit, 'from') }),
  textField(NO_ATTEMPT, { name: 'to', label: 'To', type: 'date', value: given(visit, 'to') }),
])}
${'refused' in answer ? answer.refused : report(visit, answer)}
${card(
  'Rate limits',
  html`${facts([
    ['A second', number(limits.second)],
    ['An hour', number(limits.hour)],
    ['A day', number(limits.day)],
  ])}<p class="soft">Requests to the tool server by each person, and by all organization keys together. Whoever runs this installation sets them (<code>parley limits</code>).</p>`,
)}`,
    }
  },
  files: {
    'usage.csv': async (visit) => {
      const { data } = await asked(visit, '500')
      return csvFile('usage.csv', [
        ['Person', 'Address', 'Conversations', 'Minutes recorded', 'Changes'],
        ['All', '', data.totals.conversations, data.totals.minutesRecorded, data.totals.writes],
        ...data.users.map((user) => [nameOf(user), user.email, user.conversations, user.minutesRecorded, user.writes]),
      ])
    },
  },
})

const number = (value: number) => value.toLocaleString('en')

/** `2026-10` → `October 2026`. */
const monthOf = (month: string) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

function report(visit: Visit, { data, meta }: Answer): Html {
  const { totals, apiKeys, months } = data
  return html`<section class="card">${facts([
    ['Conversations', number(totals.conversations)],
    ['Time recorded', lengthOf(totals.minutesRecorded * 60)],
    ['Changes', html`<a href="/admin/audit">${number(totals.writes)}</a>`],
    ['Active people', `${number(totals.activeUsers)} of ${number(totals.users)}`],
    ['Keys in use', html`<a href="/admin/keys">${number(apiKeys.usedSinceFrom)} of ${number(apiKeys.valid)}</a>`],
  ])}</section>
${card('Language model', modelUse(data.modelCalls))}
${
  months.length > 1
    ? card(
        'By month',
        columns(
          months.map(({ month, conversations }) => ({
            label: monthOf(month),
            value: conversations,
            shown: number(conversations),
          })),
          { caption: 'Conversations' },
        ),
      )
    : html``
}
${card('By person', html`${table(data.users, USERS, { caption: 'Use by person' })}${pager(visit, meta, ['Previous', 'Next'])}`)}`
}

type User = Report['users'][number]
const USERS = [
  {
    title: 'Person',
    cell: (user: User) =>
      html`<a href="${PEOPLE}/${user.uuid}"><bdi>${nameOf(user)}</bdi></a>${!user.active && html` ${badge('Deactivated')}`}`,
  },
  { title: 'Conversations', kind: 'number' as const, cell: ({ conversations }: User) => number(conversations) },
  {
    title: 'Time recorded',
    kind: 'number' as const,
    cell: ({ minutesRecorded }: User) => (minutesRecorded === 0 ? '–' : lengthOf(minutesRecorded * 60)),
  },
  { title: 'Changes', kind: 'number' as const, cell: ({ writes }: User) => number(writes) },
]

type Model = Report['modelCalls']
type Counted = Model['byModel'][number] | Model['byPurpose'][number]

/** Null is unknown, which is another thing than nothing. */
const dollars = (cost: number | null) =>
  cost === null
    ? 'Not known'
    : cost.toLocaleString('en', { style: 'currency', currency: 'USD', maximumFractionDigits: cost < 1 ? 4 : 2 })

function modelUse(model: Model): Html {
  if (model.calls === 0) return html`<p class="soft">No language model was asked in this time.</p>`
  const of = (title: string, name: (row: Counted) => string) => [
    { title, cell: (row: Counted) => html`<bdi>${name(row)}</bdi>` },
    {
      title: 'Questions',
      kind: 'number' as const,
      cell: ({ calls, failed }: Counted) =>
        failed === 0 ? number(calls) : `${number(calls)} (${number(failed)} failed)`,
    },
    { title: 'Tokens in', kind: 'number' as const, cell: ({ inputTokens }: Counted) => number(inputTokens) },
    { title: 'Tokens out', kind: 'number' as const, cell: ({ outputTokens }: Counted) => number(outputTokens) },
    { title: 'Cost', kind: 'number' as const, cell: ({ cost }: Counted) => dollars(cost) },
  ]
  return html`${facts([
    ['Questions', number(model.calls)],
    ['Tokens in', number(model.inputTokens)],
    ['Tokens out', number(model.outputTokens)],
    ['Cost', dollars(model.cost)],
  ])}
${model.cost === null && html`<p class="soft">A cost is known where prices are set (<code>MODEL_PRICE_INPUT</code>, <code>MODEL_PRICE_OUTPUT</code>).</p>`}
${model.estimated > 0 && html`<p class="soft">Of ${number(model.estimated)} questions the model did not tell all tokens, so that some are estimated.</p>`}
${table<Counted>(
  model.byPurpose,
  of('For', (row) => ('purpose' in row ? row.purpose : '')),
  { caption: 'By purpose' },
)}
${table<Counted>(
  model.byModel,
  of('Model', (row) => ('model' in row ? row.model : '')),
  { caption: 'By model' },
)}`
}
