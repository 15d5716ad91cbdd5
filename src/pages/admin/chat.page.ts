/** Channels of Slack and Microsoft Teams: the list, and a form for each service. Each channel has the page of a webhook. */
import { CHAT_EVENT_TYPES, createWebhook, listWebhooks } from '../../features/platform/webhooks/index.ts'
import { type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import type { Text } from '../../inbound/web/languages/message.ts'
import { notAsSent } from '../../inbound/web/page-errors.ts'
import { type Choice, disclosure, form } from '../components/form.ts'
import { empty, heading } from '../components/layout.ts'
import { table } from '../components/table.ts'
import { teamChoices } from '../components/teams.ts'
import { renderTimestamp } from '../components/times.ts'
import { CHAT, type Channel, channelFields, channelIn, isChannel, serviceName } from './chat-shared.ts'
import { adminPage } from './shared.ts'
import { WEBHOOKS, webhookState } from './webhooks-shared.ts'

const FORMATS = ['slack', 'teams'] as const
type Format = (typeof FORMATS)[number]

const STEPS: Readonly<Record<Format, readonly string[]>> = {
  slack: [
    'In Slack, create an app at api.slack.com/apps, and turn on Incoming Webhooks.',
    'Add a webhook to the channel, and copy its address.',
  ],
  teams: [
    'In Teams, open Workflows for the channel, and choose “Post to a channel when a webhook request is received”.',
    'Save the workflow, and copy its address.',
  ],
}

export const chatPage = adminPage({
  path: CHAT,
  navigation: {
    group: 'connections',
    label: 'Slack and Teams',
    role: 'ADMIN',
    words: 'Posts about calls, comments and clips in channels',
  },
  async show(req) {
    const [{ data }, teams] = await Promise.all([req.run(listWebhooks, { size: '50' }), teamChoices(req)])
    const channels = data.filter(isChannel)
    const attempted = req.attempt?.action === 'connect' ? req.attempt.fields.text('key') : undefined
    const names = new Map(teams.map(({ value, label }) => [value, label]))
    return {
      title: 'Slack and Teams',
      body: html`${heading('Slack and Teams', { words: 'Parley posts to your channels when something happens on a call: fixed words, the title of the call and a link. Words of the call stay in Parley.' })}
${channels.length === 0 ? empty('No channels yet', 'Your team hears of new calls, comments and clips where it already talks.') : table<Channel>(channels, columns(req, names), { caption: 'Channels' })}
<h2>Connect a channel</h2>
<div class="admin-kinds">${FORMATS.map((format) => renderService(req, format, teams, attempted === format))}</div>`,
    }
  },
  actions: {
    connect: async (req, fields) => {
      const format = FORMATS.find((one) => one === fields.text('key'))
      if (format === undefined) throw notAsSent('format')
      const { id } = await req.run(createWebhook, { url: '', ...channelIn(fields), format })
      return redirectTo(`${WEBHOOKS}/${id}`, 'Channel connected. Send a test post to check it.')
    },
  },
})

const renderService = (req: PageRequest, format: Format, teams: readonly Choice[], isOpen: boolean): Html =>
  html`<section class="panel"><h3>${serviceName(format)}</h3><p>${format === 'slack' ? 'Posts through an incoming webhook of your workspace.' : 'Posts cards through a workflow of the channel.'}</p>${disclosure(
    `Connect ${serviceName(format)}`,
    html`<ol>${STEPS[format].map((step) => html`<li>${step}</li>`)}</ol>
${form(req, { page: CHAT, action: 'connect', key: format, button: 'Connect channel' }, (fill) => channelFields(fill, { format, teams, id: format }))}`,
    isOpen,
  )}</section>`

const columns = (req: PageRequest, teams: ReadonlyMap<string, Text>) => [
  {
    title: 'Channel',
    cell: ({ id, format, description, url }: Channel) =>
      html`<a href="${WEBHOOKS}/${id}"><bdi>${description === '' ? url : description}</bdi></a><br><span class="soft">${serviceName(format)}</span>`,
  },
  {
    title: 'Read by',
    cell: ({ team_id: team }: Channel) =>
      team === null ? 'Everybody' : html`<bdi>${teams.get(team) ?? 'An archived team'}</bdi>`,
  },
  {
    title: 'Posts',
    cell: ({ event_types: types }: Channel) =>
      types === null ? 'All' : `${types.length} of ${CHAT_EVENT_TYPES.length}`,
  },
  { title: 'Status', cell: webhookState },
  { title: 'Created', cell: ({ created_at }: Channel) => renderTimestamp(req, created_at) },
]
