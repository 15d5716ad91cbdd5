/** Webhooks: subscribed URLs and the deliveries sent to them. */
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  redeliverWebhookDeliveries,
  redeliverWebhookDelivery,
  testWebhook,
} from '../../features/platform/webhook-deliveries/index.ts'
import {
  createWebhook,
  deleteWebhook,
  EVENT_TYPES,
  type EventType,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from '../../features/platform/webhooks/index.ts'
import { type Fields, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton, checksField, disclosure, type Fill, form, selectField, textField } from '../components/form.ts'
import { badge, card, empty, facts, heading, type Tone, tabs } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { teamChoices } from '../components/teams.ts'
import { dayBegins, renderTimestamp } from '../components/times.ts'
import { CHAT, CHAT_TRAIL, channelFields, channelIn, isChannel, serviceName, type Webhook } from './chat-shared.ts'
import { adminPage, plural, renderSecretOnce } from './shared.ts'
import { WEBHOOKS, webhookState } from './webhooks-shared.ts'

const TRAIL = [{ label: 'Webhooks', path: WEBHOOKS }]

export const webhooksPage = adminPage({
  path: WEBHOOKS,
  navigation: {
    group: 'connections',
    label: 'Webhooks',
    role: 'ADMIN',
    words: 'Events that Parley sends to other systems',
  },
  async show(req) {
    const { data: all, meta } = await req.run(listWebhooks, { page: pageAsked(req) })
    const data = all.filter((one) => !isChannel(one))
    const create = form(req, { page: WEBHOOKS, action: 'create', button: 'Create webhook' }, (fill) =>
      webhookFields(fill),
    )
    return {
      title: 'Webhooks',
      body: html`${heading('Webhooks', { words: 'Send events to your own systems. Deliveries are signed as Standard Webhooks and retried for one day.' })}
${disclosure('New webhook', create, req.attempt !== undefined || data.length === 0)}
${data.length === 0 ? empty('No webhooks yet', 'Send events, such as an analyzed call or a new clip, to your own URL.') : table<Webhook>(data, columns(req), { caption: 'Webhooks' })}
${pager(req, meta)}`,
    }
  },
  actions: {
    create: async (req, fields) => {
      const { id, secret } = await req.run(createWebhook, webhookIn(fields))
      return showSecret('Webhook created', id, secret)
    },
  },
})

const showSecret = (title: string, id: string, secret: string) =>
  renderSecretOnce({
    ...{ title, trail: TRAIL, label: 'Secret', secret },
    words:
      'Parley signs every delivery with this secret. Store it in the system that receives the deliveries, so that it can verify them.',
    back: { label: 'Continue to the webhook', path: `${WEBHOOKS}/${id}` },
  })

const columns = (req: PageRequest) => [
  {
    title: 'URL',
    cell: ({ id, url, description }: Webhook) =>
      html`<a href="${WEBHOOKS}/${id}"><bdi>${url}</bdi></a>${description !== '' && html`<br><span class="soft"><bdi>${description}</bdi></span>`}`,
  },
  {
    title: 'Events',
    cell: ({ event_types }: Webhook) =>
      event_types === null ? 'All events' : `${event_types.length} of ${EVENT_TYPES.length} events`,
  },
  { title: 'Status', cell: webhookState },
  { title: 'Created', cell: ({ created_at }: Webhook) => renderTimestamp(req, created_at) },
]

const webhookFields = (fill: Fill, webhook?: Webhook): readonly Html[] => [
  textField(fill, {
    name: 'url',
    label: 'URL',
    type: 'url',
    value: webhook?.url,
    required: true,
    placeholder: 'https://',
    max: 2_048,
  }),
  textField(fill, { name: 'description', label: 'Description', value: webhook?.description, max: 500 }),
  checksField(fill, {
    ...{ name: 'event_types', label: 'Events (select none to send all events)', chosen: webhook?.event_types ?? [] },
    choices: EVENT_TYPES.map((type) => ({ value: type, label: `${EVENTS[type]} (${type})` })),
  }),
]

/** Labels of the event types. The page shows the event type in brackets. */
const EVENTS: Readonly<Record<EventType, string>> = {
  'conversation.imported': 'Call imported',
  'conversation.analyzed': 'Call analyzed',
  'conversation.failed': 'Call analysis failed',
  'conversation.labels_changed': 'Call labels changed',
  'conversation.fields_confirmed': 'Call fields confirmed',
  'conversation.fields_rejected': 'Call fields rejected',
  'conversation.updated': 'Call details or transcript changed',
  'conversation.redacted': 'Call redacted',
  'conversation.archived': 'Call archived',
  'conversation.restored': 'Call restored',
  'conversation.erased': 'Call erased',
  'crm_export.finished': 'CRM workflow run finished',
  'insight.finished': 'Insight answered',
  'scorecard_result.created': 'Call scored',
  'scorecard_result.updated': 'Scores reviewed or changed',
  'scorecard_result.deleted': 'Scores deleted',
  'action.created': 'Action suggested',
  'action.updated': 'Action edited, drafted or sent',
  'action.dismissed': 'Action dismissed',
  'action.deleted': 'Action withdrawn by Parley',
  'snippet.created': 'Clip created',
  'deck.created': 'Presentation created',
  'comment.created': 'Comment created',
  'comment.updated': 'Comment updated',
  'comment.deleted': 'Comment deleted',
  'comment.resolved': 'Comment thread resolved',
  'comment.reopened': 'Comment thread reopened',
  'coaching_assignment.created': 'Coaching assigned',
  'coaching_assignment.updated': 'Coaching changed',
  'coaching_assignment.answered': 'Coaching answered',
  'coaching_assignment.completed': 'Coaching done',
  'coaching_assignment.reopened': 'Coaching reopened',
  'coaching_assignment.deleted': 'Coaching deleted',
  'user.created': 'User created',
  'user.updated': 'User changed',
  'user.activated': 'User activated',
  'user.deactivated': 'User deactivated',
  'user.erased': 'User erased',
  'team.created': 'Team created',
  'team.updated': 'Team changed',
  'team.archived': 'Team archived',
  'team.restored': 'Team restored',
  'team.members_changed': 'Team members changed',
}

function webhookIn(fields: Fields) {
  const types = fields.all('event_types') as EventType[]
  return {
    ...{ url: fields.text('url').trim(), description: fields.text('description') },
    event_types: types.length === 0 ? null : types,
  }
}

const FAULT: Readonly<Record<'gone' | 'failing', string>> = {
  gone: 'The URL returned 410 Gone, so Parley turned the webhook off.',
  failing: 'All deliveries failed for five days, so Parley turned the webhook off.',
}

export const webhookPage = adminPage({
  path: `${WEBHOOKS}/:id`,
  async show(req) {
    const { id } = req.params
    const page = `${WEBHOOKS}/${id}`
    const status = STATUSES.find((one) => one === req.query.get('status'))
    const [webhook, deliveries] = await Promise.all([
      req.run(getWebhook, { id }),
      req.run(listWebhookDeliveries, { id, page: pageAsked(req), size: '25', ...(status && { status }) }),
    ])
    const { enabled, disabled_reason: reason, old_secret_expires_at: oldUntil, failing_since: since } = webhook
    const channel = isChannel(webhook) ? webhook : undefined
    const teams = channel === undefined ? [] : await teamChoices(req)
    const change =
      channel === undefined
        ? form(req, { page, action: 'change', button: 'Save webhook' }, (fill) => webhookFields(fill, webhook))
        : form(req, { page, action: 'change', button: 'Save channel' }, (fill) =>
            channelFields(fill, { format: channel.format, teams, id: 'channel', channel }),
          )
    const noun = channel === undefined ? 'webhook' : 'channel'
    const named =
      channel === undefined
        ? { trail: TRAIL, words: webhook.description }
        : { trail: CHAT_TRAIL, words: `${serviceName(channel.format)}, ${webhook.url}` }
    return {
      title: channel === undefined ? 'Webhook' : 'Channel',
      body: html`${heading(
        html`<bdi>${(channel?.description ?? '') === '' ? webhook.url : webhook.description}</bdi>`,
        {
          ...named,
          actions: enabled
            ? [
                actionButton(req, {
                  page,
                  action: 'test',
                  button: channel === undefined ? 'Send test event' : 'Send test post',
                }),
                actionButton(req, { page, action: 'pause', button: `Pause ${noun}` }),
              ]
            : actionButton(req, { page, action: 'resume', button: `Turn on ${noun}` }),
        },
      )}
<p class="admin-state">${webhookState(webhook)} ${reason !== null && FAULT[reason]}${since !== null && enabled && html`No delivery has succeeded since ${renderTimestamp(req, since)}.`}</p>
${card('Deliveries', html`${statusTabs(page, status)}${deliveryTable(req, page, deliveries.data)}${pager(req, deliveries.meta)}`, { id: 'deliveries' })}
${enabled && renderRedelivery(req, page)}
${disclosure(`Edit ${noun}`, change, req.attempt?.action === 'change')}
${channel === undefined && disclosure('Rotate secret', html`${oldUntil !== null && html`<p>Deliveries are also signed with the previous secret until ${renderTimestamp(req, oldUntil)}.</p>`}${rotate(req, page)}`, req.attempt?.action === 'rotate')}
${actionButton(req, { page, action: 'delete', button: `Delete ${noun}`, kind: 'danger', confirm: `Delete this ${noun} and its delivery history? Waiting deliveries aren't sent. You can't undo this.` })}`,
    }
  },
  actions: {
    change: async (req, fields) => {
      const { id } = req.params
      const hasChannel = isChannel(await req.run(getWebhook, { id }))
      await req.run(updateWebhook, { id, ...(hasChannel ? channelIn(fields) : webhookIn(fields)) })
      return redirectTo(`${WEBHOOKS}/${id}`, hasChannel ? 'Channel saved' : 'Webhook saved')
    },
    pause: async (req) => {
      await req.run(updateWebhook, { id: req.params.id, enabled: false })
      return redirectTo(`${WEBHOOKS}/${req.params.id}`, "Webhook paused. Events during the pause aren't sent later.")
    },
    resume: async (req) => {
      await req.run(updateWebhook, { id: req.params.id, enabled: true })
      return redirectTo(`${WEBHOOKS}/${req.params.id}`, 'Webhook turned on. Waiting deliveries are sent now.')
    },
    test: async (req) => {
      const { id } = req.params
      const made = await req.run(testWebhook, { id })
      return redirectTo(
        `${WEBHOOKS}/${id}/deliveries/${made.id}`,
        'Test event sent. Refresh the page to see the response.',
      )
    },
    rotate: async (req, fields) => {
      const { id } = req.params
      const { secret } = await req.run(rotateWebhookSecret, { id, overlap_hours: fields.number('overlap_hours') })
      return showSecret('New secret', id, secret)
    },
    redeliver: async (req, fields) => {
      const { id } = req.params
      // The operation rejects an invalid date.
      const since = dayBegins(req, fields.text('since'))?.toISOString() ?? fields.text('since')
      const { redelivered } = await req.run(redeliverWebhookDeliveries, { id, since })
      return redirectTo(
        `${WEBHOOKS}/${id}#deliveries`,
        redelivered === 0
          ? 'No failed deliveries since that day'
          : `Redelivery of ${plural(redelivered, 'delivery', 'deliveries')} started`,
      )
    },
    delete: async (req) => {
      const { id } = req.params
      const hasChannel = isChannel(await req.run(getWebhook, { id }))
      await req.run(deleteWebhook, { id })
      return hasChannel ? redirectTo(CHAT, 'Channel deleted') : redirectTo(WEBHOOKS, 'Webhook deleted')
    },
  },
})

const rotate = (req: PageRequest, page: string): Html =>
  form(
    req,
    {
      page,
      action: 'rotate',
      button: 'Rotate secret',
      kind: 'plain',
      confirm: "Replace the secret of this webhook? The new secret is shown once. You can't undo this.",
    },
    (fill) =>
      selectField(fill, {
        ...{ name: 'overlap_hours', label: 'Keep signing with the current secret for', value: '24' },
        choices: [
          { value: '24', label: '1 day' },
          { value: '168', label: '1 week' },
          { value: '0', label: '0 hours: the current secret is compromised' },
        ],
      }),
  )

const renderRedelivery = (req: PageRequest, page: string): Html =>
  disclosure(
    'Redeliver failed events',
    form(req, { page, action: 'redeliver', button: 'Redeliver events', kind: 'plain' }, (fill) =>
      textField(fill, { name: 'since', label: 'Since', type: 'date', required: true }),
    ),
    req.attempt?.action === 'redeliver',
  )

const STATUSES = ['pending', 'delivered', 'failed', 'skipped'] as const
const STATES: Readonly<Record<(typeof STATUSES)[number], readonly [string, Tone]>> = {
  pending: ['Waiting', 'open'],
  delivered: ['Delivered', 'good'],
  failed: ['Failed', 'bad'],
  skipped: ['Skipped', 'quiet'],
}

const statusTabs = (page: string, status: string | undefined): Html =>
  tabs(
    'Deliveries by status',
    [
      { label: 'All', path: page },
      ...STATUSES.map((one) => ({ label: STATES[one][0], path: `${page}?status=${one}` })),
    ],
    status === undefined ? page : `${page}?status=${status}`,
  )

type Delivery = Awaited<ReturnType<typeof loadDeliveries>>['data'][number]
const loadDeliveries = (req: PageRequest) => req.run(listWebhookDeliveries, { id: '' })
type Attempt = NonNullable<Delivery['last_attempt']>

const outcome = ({ response_status, fault }: Attempt): string =>
  [response_status === null ? undefined : String(response_status), fault ?? undefined]
    .filter((part) => part !== undefined)
    .join(': ')

const deliveryTable = (req: PageRequest, page: string, deliveries: readonly Delivery[]): Html =>
  deliveries.length === 0
    ? html`<p class="soft">No deliveries. Parley stores deliveries for 30 days.</p>`
    : table<Delivery>(
        deliveries,
        [
          {
            title: 'Event',
            cell: ({ id, event_type }) => html`<a class="admin-word" href="${page}/deliveries/${id}">${event_type}</a>`,
          },
          { title: 'Time', cell: ({ created_at }) => renderTimestamp(req, created_at) },
          { title: 'Status', cell: ({ status }) => badge(...STATES[status]) },
          { title: 'Attempts', kind: 'number', cell: ({ attempts }) => String(attempts) },
          {
            title: 'Last response',
            cell: ({ last_attempt: last }) => (last === null ? '' : html`<bdi>${outcome(last)}</bdi>`),
          },
        ],
        { caption: 'Deliveries' },
      )

export const deliveryPage = adminPage({
  path: `${WEBHOOKS}/:id/deliveries/:deliveryId`,
  async show(req) {
    const { id, deliveryId } = req.params
    const page = `${WEBHOOKS}/${id}/deliveries/${deliveryId}`
    const delivery = await req.run(getWebhookDelivery, { id, deliveryId })
    const { next_try_at: next, delivered_at: done } = delivery
    return {
      title: delivery.event_type,
      body: html`${heading(delivery.event_type, {
        trail: [...TRAIL, { label: 'Deliveries', path: `${WEBHOOKS}/${id}#deliveries` }],
        actions: actionButton(req, { page, action: 'again', button: 'Redeliver event' }),
      })}
<section class="card">${facts([
        ['Status', badge(...STATES[delivery.status])],
        ['webhook-id', html`<code>${delivery.message_id}</code>`],
        ['Event time', renderTimestamp(req, delivery.created_at)],
        ...(done === null ? [] : [['Delivered', renderTimestamp(req, done)] as const]),
        ...(next === null ? [] : [['Next attempt', renderTimestamp(req, next)] as const]),
      ])}</section>
${card(
  'Attempts',
  delivery.attempt_list.length === 0
    ? html`<p class="soft">No attempts yet. <a href="${page}">Refresh</a></p>`
    : table<Attempt>(
        delivery.attempt_list,
        [
          { title: 'Attempt', cell: ({ number }) => String(number) },
          { title: 'Time', cell: ({ at }) => renderTimestamp(req, at) },
          { title: 'Duration', kind: 'number', cell: ({ ms }) => `${ms} ms` },
          {
            title: 'Response',
            cell: (attempt) =>
              html`<bdi>${outcome(attempt)}</bdi>${(attempt.response_body ?? '') !== '' && html`<pre dir="auto" tabindex="0">${attempt.response_body ?? ''}</pre>`}`,
          },
        ],
        { caption: 'Attempts' },
      ),
)}
${card('Request body', html`<pre dir="auto" tabindex="0">${delivery.body}</pre>`)}`,
    }
  },
  actions: {
    again: async (req) => {
      const { id, deliveryId } = req.params
      await req.run(redeliverWebhookDelivery, { id, deliveryId })
      return redirectTo(
        `${WEBHOOKS}/${id}/deliveries/${deliveryId}`,
        'Redelivery started. Refresh the page to see the response.',
      )
    },
  },
})
