/** Channels of Slack and Microsoft Teams: the list, and a form for each service. Each channel has the page of a webhook. */

import { type Message, type Text, t } from '../../core/languages/message.ts'
import { CHAT_EVENT_TYPES, createWebhook, listWebhooks } from '../../features/platform/webhooks/index.ts'
import { type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
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

const STEPS: Readonly<Record<Format, readonly Message[]>> = {
  slack: [
    t('In Slack, create an app at api.slack.com/apps, and turn on Incoming Webhooks.'),
    t('Add a webhook to the channel, and copy its address.'),
  ],
  teams: [
    t('In Teams, open Workflows for the channel, and choose “Post to a channel when a webhook request is received”.'),
    t('Save the workflow, and copy its address.'),
  ],
}

export const chatPage = adminPage({
  path: CHAT,
  navigation: {
    group: 'connections',
    label: t('Slack and Teams'),
    role: 'ADMIN',
    words: t('Posts about calls, comments and clips in channels'),
  },
  async show(req) {
    const [{ data }, teams] = await Promise.all([req.run(listWebhooks, { size: '50' }), teamChoices(req)])
    const channels = data.filter(isChannel)
    const attempted = req.attempt?.action === 'connect' ? req.attempt.fields.text('key') : undefined
    const names = new Map(teams.map(({ value, label }) => [value, label]))
    return {
      title: t('Slack and Teams'),
      body: html`${heading(t('Slack and Teams'), { words: t('Parley posts to your channels when something happens on a call: fixed words, the title of the call and a link. Words of the call stay in Parley.') })}
${channels.length === 0 ? empty(t('No channels yet'), t('Your team hears of new calls, comments and clips where it already talks.')) : table<Channel>(channels, columns(req, names), { caption: t('Channels') })}
<h2>Connect a channel</h2>
<div class="admin-kinds">${FORMATS.map((format) => renderService(req, format, teams, attempted === format))}</div>`,
    }
  },
  actions: {
    connect: async (req, fields) => {
      const format = FORMATS.find((one) => one === fields.text('key'))
      if (format === undefined) throw notAsSent('format')
      const { id } = await req.run(createWebhook, { url: '', ...channelIn(fields), format })
      return redirectTo(`${WEBHOOKS}/${id}`, t('Channel connected. Send a test post to check it.'))
    },
  },
})

const renderService = (req: PageRequest, format: Format, teams: readonly Choice[], isOpen: boolean): Html =>
  html`<section class="panel"><h3>${serviceName(format)}</h3><p>${format === 'slack' ? t('Posts through an incoming webhook of your workspace.') : t('Posts cards through a workflow of the channel.')}</p>${disclosure(
    t`Connect ${serviceName(format)}`,
    html`<ol>${STEPS[format].map((step) => html`<li>${step}</li>`)}</ol>
${form(req, { page: CHAT, action: 'connect', key: format, button: t('Connect channel') }, (fill) => channelFields(fill, { format, teams, id: format }))}`,
    isOpen,
  )}</section>`

const columns = (req: PageRequest, teams: ReadonlyMap<string, Text>) => [
  {
    title: t('Channel'),
    cell: ({ id, format, description, url }: Channel) =>
      html`<a href="${WEBHOOKS}/${id}"><bdi>${description === '' ? url : description}</bdi></a><br><span class="soft">${serviceName(format)}</span>`,
  },
  {
    title: t('Read by'),
    cell: ({ team_id: team }: Channel) =>
      team === null ? t('Everybody') : html`<bdi>${teams.get(team) ?? t('An archived team')}</bdi>`,
  },
  {
    title: t('Posts'),
    cell: ({ event_types: types }: Channel) =>
      types === null ? t('All') : t`${types.length} of ${CHAT_EVENT_TYPES.length}`,
  },
  { title: t('Status'), cell: webhookState },
  { title: t('Created'), cell: ({ created_at }: Channel) => renderTimestamp(req, created_at) },
]
