/** Webhooks: addresses that are told what happens, and what was sent to them. */
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  redeliverWebhookDeliveries,
  redeliverWebhookDelivery,
  testWebhook,
} from '../../features/webhook-deliveries/index.ts'
import {
  createWebhook,
  deleteWebhook,
  EVENT_TYPES,
  type EventType,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from '../../features/webhooks/index.ts'
import { type Fields, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton, checksField, disclosure, type Fill, form, selectField, textField } from '../kit/form.ts'
import { badge, card, empty, facts, heading, type Tone, tabs } from '../kit/layout.ts'
import { pageAsked, pager, table } from '../kit/table.ts'
import { dayBegins, momentOf } from '../kit/times.ts'
import { adminPage, shownOnce } from './shared.ts'

const WEBHOOKS = '/admin/webhooks'
const TRAIL = [{ label: 'Webhooks', path: WEBHOOKS }]

type Webhook = Awaited<ReturnType<typeof webhooksAsked>>['data'][number]
const webhooksAsked = (visit: Visit) => visit.ask(listWebhooks, {})

export const webhooksPage = adminPage({
  path: WEBHOOKS,
  navigation: { group: 'admin', label: 'Webhooks', icon: 'webhook', role: 'ADMIN' },
  async show(visit) {
    const { data, meta } = await visit.ask(listWebhooks, { page: pageAsked(visit) })
    const create = form(visit, { page: WEBHOOKS, action: 'create', button: 'Make the webhook' }, (fill) =>
      webhookFields(fill),
    )
    return {
      title: 'Webhooks',
      body: html`${heading('Webhooks', { words: 'Programs of yours are told what happens here, signed by Standard Webhooks and tried for a day.' })}
${disclosure('New webhook', create, visit.attempt !== undefined || meta.totalRecords === 0)}
${data.length === 0 ? empty('No webhooks yet', 'Name an address, and it is told when a conversation has been imported or analyzed, an action or a clip was made, and so on.') : table<Webhook>(data, columns(visit), { caption: 'Webhooks' })}
${pager(visit, meta)}`,
    }
  },
  actions: {
    create: async (visit, fields) => {
      const { id, secret } = await visit.ask(createWebhook, webhookIn(fields))
      return secretOf('The webhook is there', id, secret)
    },
  },
})

const secretOf = (title: string, id: string, secret: string) =>
  shownOnce({
    ...{ title, trail: TRAIL, label: 'Secret', secret },
    words:
      'Every delivery is signed with this secret. Give it to the program at the address, so that it can tell ours from others.',
    back: { label: 'I have kept it', path: `${WEBHOOKS}/${id}` },
  })

const state = ({ enabled, disabled_reason, failing_since }: Webhook): Html => {
  if (enabled) return failing_since === null ? badge('On', 'good') : badge('Failing', 'open')
  return disabled_reason === null
    ? badge('Paused')
    : badge(disabled_reason === 'gone' ? 'Gone' : 'Ended by itself', 'bad')
}

const columns = (visit: Visit) => [
  {
    title: 'Address',
    cell: ({ id, url, description }: Webhook) =>
      html`<a href="${WEBHOOKS}/${id}"><bdi>${url}</bdi></a>${description !== '' && html`<br><span class="soft"><bdi>${description}</bdi></span>`}`,
  },
  {
    title: 'Is told',
    cell: ({ event_types }: Webhook) =>
      event_types === null ? 'Everything' : `${event_types.length} of ${EVENT_TYPES.length} events`,
  },
  { title: 'State', cell: state },
  { title: 'Made', cell: ({ created_at }: Webhook) => momentOf(visit, created_at) },
]

const webhookFields = (fill: Fill, webhook?: Webhook): readonly Html[] => [
  textField(fill, {
    name: 'url',
    label: 'Address',
    type: 'url',
    value: webhook?.url,
    required: true,
    placeholder: 'https://',
    max: 2_048,
  }),
  textField(fill, { name: 'description', label: 'What it is for', value: webhook?.description, max: 500 }),
  checksField(fill, {
    ...{ name: 'event_types', label: 'Events (choose none to be told everything)', chosen: webhook?.event_types ?? [] },
    choices: EVENT_TYPES.map((type) => ({ value: type, label: `${EVENTS[type]} (${type})` })),
  }),
]

/** Programs know them by their names in brackets. */
const EVENTS: Readonly<Record<EventType, string>> = {
  'conversation.imported': 'A conversation was imported',
  'conversation.analyzed': 'A conversation was analyzed',
  'conversation.failed': 'The analysis of a conversation failed',
  'conversation.labels_changed': 'Labels of a conversation changed',
  'crm_export.finished': 'Values were written to the CRM',
  'insight.finished': 'An insight was answered',
  'action.created': 'An action was proposed',
  'snippet.created': 'A clip was made',
  'deck.created': 'A deck was made',
}

function webhookIn(fields: Fields) {
  const types = fields.all('event_types') as EventType[]
  return {
    ...{ url: fields.text('url').trim(), description: fields.text('description') },
    event_types: types.length === 0 ? null : types,
  }
}

const FAULT: Readonly<Record<'gone' | 'failing', string>> = {
  gone: 'Its address answered that it is gone (410), so nothing is sent any more.',
  failing: 'It has taken nothing for five days, so nothing is sent any more.',
}

export const webhookPage = adminPage({
  path: `${WEBHOOKS}/:id`,
  async show(visit) {
    const { id } = visit.params
    const page = `${WEBHOOKS}/${id}`
    const status = STATUSES.find((one) => one === visit.query.get('status'))
    const [webhook, deliveries] = await Promise.all([
      visit.ask(getWebhook, { id }),
      visit.ask(listWebhookDeliveries, { id, page: pageAsked(visit), size: '25', ...(status && { status }) }),
    ])
    const { enabled, disabled_reason: reason, old_secret_expires_at: oldUntil, failing_since: since } = webhook
    const change = form(visit, { page, action: 'change', button: 'Save' }, (fill) => webhookFields(fill, webhook))
    return {
      title: 'Webhook',
      body: html`${heading(html`<bdi>${webhook.url}</bdi>`, {
        ...{ trail: TRAIL, words: webhook.description },
        actions: enabled
          ? [
              actionButton(visit, { page, action: 'test', button: 'Send a test' }),
              actionButton(visit, { page, action: 'pause', button: 'Pause' }),
            ]
          : actionButton(visit, { page, action: 'resume', button: 'Switch on' }),
      })}
<p class="admin-state">${state(webhook)} ${reason !== null && FAULT[reason]}${since !== null && enabled && html`No try has succeeded since ${momentOf(visit, since)}.`}</p>
${card('Deliveries', html`${statusTabs(page, status)}${deliveryTable(visit, page, deliveries.data)}${pager(visit, deliveries.meta)}`, { id: 'deliveries' })}
${enabled && again(visit, page)}
${disclosure('Change it', change, visit.attempt?.action === 'change')}
${disclosure('Secret', html`${oldUntil !== null && html`<p>The secret before signs along until ${momentOf(visit, oldUntil)}.</p>`}${rotate(visit, page)}`, visit.attempt?.action === 'rotate')}
${actionButton(visit, { page, action: 'delete', button: 'Delete this webhook', kind: 'danger', confirm: 'Delete this webhook with the record of its deliveries? What waits is not sent.' })}`,
    }
  },
  actions: {
    change: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(updateWebhook, { id, ...webhookIn(fields) })
      return goTo(`${WEBHOOKS}/${id}`, 'Saved.')
    },
    pause: async (visit) => {
      await visit.ask(updateWebhook, { id: visit.params.id, enabled: false })
      return goTo(`${WEBHOOKS}/${visit.params.id}`, 'It is paused. What happens meanwhile is not told to it.')
    },
    resume: async (visit) => {
      await visit.ask(updateWebhook, { id: visit.params.id, enabled: true })
      return goTo(`${WEBHOOKS}/${visit.params.id}`, 'It is on. What waited for it is on its way.')
    },
    test: async (visit) => {
      const { id } = visit.params
      const made = await visit.ask(testWebhook, { id })
      return goTo(`${WEBHOOKS}/${id}/deliveries/${made.id}`, 'A test is on its way. Open this page again in a moment.')
    },
    rotate: async (visit, fields) => {
      const { id } = visit.params
      const { secret } = await visit.ask(rotateWebhookSecret, { id, overlap_hours: fields.number('overlap_hours') })
      return secretOf('The new secret', id, secret)
    },
    redeliver: async (visit, fields) => {
      const { id } = visit.params
      // What is no day is for the operation to refuse.
      const since = dayBegins(visit, fields.text('since'))?.toISOString() ?? fields.text('since')
      const { redelivered } = await visit.ask(redeliverWebhookDeliveries, { id, since })
      return goTo(
        `${WEBHOOKS}/${id}#deliveries`,
        redelivered === 0 ? 'Nothing has failed since that day.' : `${redelivered} deliveries are on their way again.`,
      )
    },
    delete: async (visit) => {
      await visit.ask(deleteWebhook, { id: visit.params.id })
      return goTo(WEBHOOKS, 'The webhook is gone.')
    },
  },
})

const rotate = (visit: Visit, page: string): Html =>
  form(
    visit,
    {
      page,
      action: 'rotate',
      button: 'Make a new secret',
      kind: 'plain',
      confirm: 'Make a new secret? It is shown once.',
    },
    (fill) =>
      selectField(fill, {
        ...{ name: 'overlap_hours', label: 'The present one signs along for', value: '24' },
        choices: [
          { value: '24', label: 'A day' },
          { value: '168', label: 'A week' },
          { value: '0', label: 'No time: it is known to somebody' },
        ],
      }),
  )

const again = (visit: Visit, page: string): Html =>
  disclosure(
    'Send again what failed',
    form(visit, { page, action: 'redeliver', button: 'Send again', kind: 'plain' }, (fill) =>
      textField(fill, { name: 'since', label: 'Since', type: 'date', required: true }),
    ),
    visit.attempt?.action === 'redeliver',
  )

const STATUSES = ['pending', 'delivered', 'failed'] as const
const STATES: Readonly<Record<(typeof STATUSES)[number], readonly [string, Tone]>> = {
  pending: ['Waiting', 'open'],
  delivered: ['Delivered', 'good'],
  failed: ['Failed', 'bad'],
}

const statusTabs = (page: string, status: string | undefined): Html =>
  tabs(
    'Deliveries by state',
    [
      { label: 'All', path: page },
      ...STATUSES.map((one) => ({ label: STATES[one][0], path: `${page}?status=${one}` })),
    ],
    status === undefined ? page : `${page}?status=${status}`,
  )

type Delivery = Awaited<ReturnType<typeof deliveriesAsked>>['data'][number]
const deliveriesAsked = (visit: Visit) => visit.ask(listWebhookDeliveries, { id: '' })
type Attempt = NonNullable<Delivery['last_attempt']>

const outcome = ({ response_status, fault }: Attempt): string =>
  [response_status === null ? undefined : String(response_status), fault ?? undefined]
    .filter((part) => part !== undefined)
    .join(': ')

const deliveryTable = (visit: Visit, page: string, deliveries: readonly Delivery[]): Html =>
  deliveries.length === 0
    ? html`<p class="soft">Nothing here. What is sent is kept for 30 days.</p>`
    : table<Delivery>(
        deliveries,
        [
          {
            title: 'Event',
            cell: ({ id, event_type }) => html`<a class="admin-word" href="${page}/deliveries/${id}">${event_type}</a>`,
          },
          { title: 'When', cell: ({ created_at }) => momentOf(visit, created_at) },
          { title: 'State', cell: ({ status }) => badge(...STATES[status]) },
          { title: 'Tries', kind: 'number', cell: ({ attempts }) => String(attempts) },
          {
            title: 'Last answer',
            cell: ({ last_attempt: last }) => (last === null ? '' : html`<bdi>${outcome(last)}</bdi>`),
          },
        ],
        { caption: 'Deliveries' },
      )

export const deliveryPage = adminPage({
  path: `${WEBHOOKS}/:id/deliveries/:deliveryId`,
  async show(visit) {
    const { id, deliveryId } = visit.params
    const page = `${WEBHOOKS}/${id}/deliveries/${deliveryId}`
    const delivery = await visit.ask(getWebhookDelivery, { id, deliveryId })
    const { next_try_at: next, delivered_at: done } = delivery
    return {
      title: delivery.event_type,
      body: html`${heading(delivery.event_type, {
        trail: [...TRAIL, { label: 'Deliveries', path: `${WEBHOOKS}/${id}#deliveries` }],
        actions: actionButton(visit, { page, action: 'again', button: 'Send again' }),
      })}
<section class="card">${facts([
        ['State', badge(...STATES[delivery.status])],
        ['webhook-id', html`<code>${delivery.message_id}</code>`],
        ['Happened', momentOf(visit, delivery.created_at)],
        ...(done === null ? [] : [['Delivered', momentOf(visit, done)] as const]),
        ...(next === null ? [] : [['Next try', momentOf(visit, next)] as const]),
      ])}</section>
${card(
  'Tries',
  delivery.attempt_list.length === 0
    ? html`<p class="soft">It has not been tried yet. <a href="${page}">Look again</a>.</p>`
    : table<Attempt>(
        delivery.attempt_list,
        [
          { title: 'Try', cell: ({ number }) => String(number) },
          { title: 'When', cell: ({ at }) => momentOf(visit, at) },
          { title: 'Took', kind: 'number', cell: ({ ms }) => `${ms} ms` },
          {
            title: 'Answer',
            cell: (attempt) =>
              html`<bdi>${outcome(attempt)}</bdi>${(attempt.response_body ?? '') !== '' && html`<pre dir="auto" tabindex="0">${attempt.response_body ?? ''}</pre>`}`,
          },
        ],
        { caption: 'Tries' },
      ),
)}
${card('What is sent', html`<pre dir="auto" tabindex="0">${delivery.body}</pre>`)}`,
    }
  },
  actions: {
    again: async (visit) => {
      const { id, deliveryId } = visit.params
      await visit.ask(redeliverWebhookDelivery, { id, deliveryId })
      return goTo(
        `${WEBHOOKS}/${id}/deliveries/${deliveryId}`,
        'It is on its way again. Open this page again in a moment.',
      )
    },
  },
})
