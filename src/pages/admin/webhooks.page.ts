/** Webhooks: subscribed URLs and the deliveries sent to them. */

import { formatNumber } from '../../core/languages/formats.ts'
import { type Message, type Text, t } from '../../core/languages/message.ts'
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
import {
  actionButton,
  checksField,
  disclosure,
  type Fill,
  form,
  formMenu,
  selectField,
  textField,
} from '../components/form.ts'
import { badge, card, empty, facts, heading, type Tone, tabs } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { teamChoices } from '../components/teams.ts'
import { dayBegins, renderTimestamp } from '../components/times.ts'
import { CHAT, CHAT_TRAIL, channelFields, channelIn, isChannel, serviceName, type Webhook } from './chat-shared.ts'
import { adminPage, plural, renderSecretOnce } from './shared.ts'
import { EVENTS } from './webhook-events.ts'
import { WEBHOOKS, webhookState } from './webhooks-shared.ts'

const TRAIL = [{ label: t('Webhooks'), path: WEBHOOKS }]

export const webhooksPage = adminPage({
  path: WEBHOOKS,
  navigation: {
    group: 'connections',
    label: t('Webhooks'),
    role: 'ADMIN',
    words: t('Events that Parley sends to other systems'),
  },
  async show(req) {
    const { data: all, meta } = await req.run(listWebhooks, { page: pageAsked(req) })
    const data = all.filter((one) => !isChannel(one))
    const create = form(req, { page: WEBHOOKS, action: 'create', button: t('Create webhook') }, (fill) =>
      webhookFields(fill),
    )
    return {
      title: t('Webhooks'),
      body: html`${heading(t('Webhooks'), { words: t('Send events to your own systems. Deliveries are signed as Standard Webhooks and retried for one day.'), actions: formMenu(t('New webhook'), create, { open: req.attempt !== undefined }) })}
${data.length === 0 ? empty(t('No webhooks yet'), t('Send events, such as an analyzed call or a new clip, to your own URL.')) : table<Webhook>(data, columns(req), { caption: t('Webhooks') })}
${pager(req, meta)}`,
    }
  },
  actions: {
    create: async (req, fields) => {
      const { id, secret } = await req.run(createWebhook, webhookIn(fields))
      return showSecret(t('Webhook created'), id, secret)
    },
  },
})

const showSecret = (title: Text, id: string, secret: string) =>
  renderSecretOnce({
    ...{ title, trail: TRAIL, label: t('Secret'), secret },
    words: t(
      'Parley signs every delivery with this secret. Store it in the system that receives the deliveries, so that it can verify them.',
    ),
    back: { label: t('Continue to the webhook'), path: `${WEBHOOKS}/${id}` },
  })

const columns = (req: PageRequest) => [
  {
    title: t('URL'),
    cell: ({ id, url, description }: Webhook) =>
      html`<a href="${WEBHOOKS}/${id}"><bdi>${url}</bdi></a>${description !== '' && html`<br><span class="soft"><bdi>${description}</bdi></span>`}`,
  },
  {
    title: t('Events'),
    cell: ({ event_types }: Webhook) =>
      event_types === null ? t('All events') : t`${event_types.length} of ${EVENT_TYPES.length} events`,
  },
  { title: t('Status'), cell: webhookState },
  { title: t('Created'), cell: ({ created_at }: Webhook) => renderTimestamp(req, created_at) },
]

const webhookFields = (fill: Fill, webhook?: Webhook): readonly Html[] => [
  textField(fill, {
    name: 'url',
    label: t('URL'),
    type: 'url',
    value: webhook?.url,
    required: true,
    placeholder: 'https://',
    max: 2_048,
  }),
  textField(fill, { name: 'description', label: t('Description'), value: webhook?.description, max: 500 }),
  checksField(fill, {
    ...{ name: 'event_types', label: t('Events (select none to send all events)'), chosen: webhook?.event_types ?? [] },
    choices: EVENT_TYPES.map((type) => ({ value: type, label: t`${EVENTS[type]} (${type})` })),
  }),
]

function webhookIn(fields: Fields) {
  const types = fields.all('event_types') as EventType[]
  return {
    ...{ url: fields.text('url').trim(), description: fields.text('description') },
    event_types: types.length === 0 ? null : types,
  }
}

const FAULT: Readonly<Record<'gone' | 'failing', Message>> = {
  gone: t('The URL returned 410 Gone, so Parley turned the webhook off.'),
  failing: t('All deliveries failed for five days, so Parley turned the webhook off.'),
}

const OF_WEBHOOK = {
  title: t('Webhook'),
  test: t('Send test event'),
  pause: t('Pause webhook'),
  resume: t('Turn on webhook'),
  edit: t('Edit webhook'),
  delete: t('Delete webhook'),
  confirm: t("Delete this webhook and its delivery history? Waiting deliveries aren't sent. You can't undo this."),
}
const OF_CHANNEL = {
  title: t('Channel'),
  test: t('Send test post'),
  pause: t('Pause channel'),
  resume: t('Turn on channel'),
  edit: t('Edit channel'),
  delete: t('Delete channel'),
  confirm: t("Delete this channel and its delivery history? Waiting deliveries aren't sent. You can't undo this."),
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
        ? form(req, { page, action: 'change', button: t('Save webhook') }, (fill) => webhookFields(fill, webhook))
        : form(req, { page, action: 'change', button: t('Save channel') }, (fill) =>
            channelFields(fill, { format: channel.format, teams, id: 'channel', channel }),
          )
    const names = channel === undefined ? OF_WEBHOOK : OF_CHANNEL
    const named =
      channel === undefined
        ? { trail: TRAIL, words: webhook.description }
        : { trail: CHAT_TRAIL, words: `${serviceName(channel.format)}, ${webhook.url}` }
    return {
      title: names.title,
      body: html`${heading(
        html`<bdi>${(channel?.description ?? '') === '' ? webhook.url : webhook.description}</bdi>`,
        {
          ...named,
          actions: enabled
            ? [
                actionButton(req, {
                  page,
                  action: 'test',
                  button: names.test,
                }),
                actionButton(req, { page, action: 'pause', button: names.pause }),
              ]
            : actionButton(req, { page, action: 'resume', button: names.resume }),
        },
      )}
<p class="admin-state">${webhookState(webhook)} ${reason !== null && FAULT[reason]}${since !== null && enabled && html`No delivery has succeeded since ${renderTimestamp(req, since)}.`}</p>
${card(t('Deliveries'), html`${statusTabs(page, status)}${deliveryTable(req, page, deliveries.data)}${pager(req, deliveries.meta)}`, { id: 'deliveries' })}
${enabled && renderRedelivery(req, page)}
${disclosure(names.edit, change, req.attempt?.action === 'change')}
${channel === undefined && disclosure(t('Rotate secret'), html`${oldUntil !== null && html`<p>Deliveries are also signed with the previous secret until ${renderTimestamp(req, oldUntil)}.</p>`}${rotate(req, page)}`, req.attempt?.action === 'rotate')}
${actionButton(req, { page, action: 'delete', button: names.delete, kind: 'danger', confirm: names.confirm })}`,
    }
  },
  actions: {
    change: async (req, fields) => {
      const { id } = req.params
      const hasChannel = isChannel(await req.run(getWebhook, { id }))
      await req.run(updateWebhook, { id, ...(hasChannel ? channelIn(fields) : webhookIn(fields)) })
      return redirectTo(`${WEBHOOKS}/${id}`, hasChannel ? t('Channel saved') : t('Webhook saved'))
    },
    pause: async (req) => {
      await req.run(updateWebhook, { id: req.params.id, enabled: false })
      return redirectTo(`${WEBHOOKS}/${req.params.id}`, t("Webhook paused. Events during the pause aren't sent later."))
    },
    resume: async (req) => {
      await req.run(updateWebhook, { id: req.params.id, enabled: true })
      return redirectTo(`${WEBHOOKS}/${req.params.id}`, t('Webhook turned on. Waiting deliveries are sent now.'))
    },
    test: async (req) => {
      const { id } = req.params
      const made = await req.run(testWebhook, { id })
      return redirectTo(
        `${WEBHOOKS}/${id}/deliveries/${made.id}`,
        t('Test event sent. Refresh the page to see the response.'),
      )
    },
    rotate: async (req, fields) => {
      const { id } = req.params
      const { secret } = await req.run(rotateWebhookSecret, { id, overlap_hours: fields.number('overlap_hours') })
      return showSecret(t('New secret'), id, secret)
    },
    redeliver: async (req, fields) => {
      const { id } = req.params
      // The operation rejects an invalid date.
      const since = dayBegins(req, fields.text('since'))?.toISOString() ?? fields.text('since')
      const { redelivered } = await req.run(redeliverWebhookDeliveries, { id, since })
      return redirectTo(
        `${WEBHOOKS}/${id}#deliveries`,
        redelivered === 0
          ? t('No failed deliveries since that day')
          : plural(
              redelivered,
              t('Redelivery of 1 delivery started'),
              t`Redelivery of ${formatNumber(redelivered)} deliveries started`,
            ),
      )
    },
    delete: async (req) => {
      const { id } = req.params
      const hasChannel = isChannel(await req.run(getWebhook, { id }))
      await req.run(deleteWebhook, { id })
      return hasChannel ? redirectTo(CHAT, t('Channel deleted')) : redirectTo(WEBHOOKS, t('Webhook deleted'))
    },
  },
})

const rotate = (req: PageRequest, page: string): Html =>
  form(
    req,
    {
      page,
      action: 'rotate',
      button: t('Rotate secret'),
      kind: 'plain',
      confirm: t("Replace the secret of this webhook? The new secret is shown once. You can't undo this."),
    },
    (fill) =>
      selectField(fill, {
        ...{ name: 'overlap_hours', label: t('Keep signing with the current secret for'), value: '24' },
        choices: [
          { value: '24', label: t('1 day') },
          { value: '168', label: t('1 week') },
          { value: '0', label: t('0 hours: the current secret is compromised') },
        ],
      }),
  )

const renderRedelivery = (req: PageRequest, page: string): Html =>
  disclosure(
    t('Redeliver failed events'),
    form(req, { page, action: 'redeliver', button: t('Redeliver events'), kind: 'plain' }, (fill) =>
      textField(fill, { name: 'since', label: t('Since'), type: 'date', required: true }),
    ),
    req.attempt?.action === 'redeliver',
  )

const STATUSES = ['pending', 'delivered', 'failed', 'skipped'] as const
const STATES: Readonly<Record<(typeof STATUSES)[number], readonly [Message, Tone]>> = {
  pending: [t('Waiting'), 'open'],
  delivered: [t('Delivered'), 'good'],
  failed: [t('Failed'), 'bad'],
  skipped: [t('Skipped'), 'quiet'],
}

const statusTabs = (page: string, status: string | undefined): Html =>
  tabs(
    t('Deliveries by status'),
    [
      { label: t('All'), path: page },
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
            title: t('Event'),
            cell: ({ id, event_type }) => html`<a class="admin-word" href="${page}/deliveries/${id}">${event_type}</a>`,
          },
          { title: t('Time'), cell: ({ created_at }) => renderTimestamp(req, created_at) },
          { title: t('Status'), cell: ({ status }) => badge(...STATES[status]) },
          { title: t('Attempts'), kind: 'number', cell: ({ attempts }) => String(attempts) },
          {
            title: t('Last response'),
            cell: ({ last_attempt: last }) => (last === null ? '' : html`<bdi>${outcome(last)}</bdi>`),
          },
        ],
        { caption: t('Deliveries') },
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
        trail: [...TRAIL, { label: t('Deliveries'), path: `${WEBHOOKS}/${id}#deliveries` }],
        actions: actionButton(req, { page, action: 'again', button: t('Redeliver event') }),
      })}
<section class="card">${facts([
        [t('Status'), badge(...STATES[delivery.status])],
        ['webhook-id', html`<code>${delivery.message_id}</code>`],
        [t('Event time'), renderTimestamp(req, delivery.created_at)],
        ...(done === null ? [] : [[t('Delivered'), renderTimestamp(req, done)] as const]),
        ...(next === null ? [] : [[t('Next attempt'), renderTimestamp(req, next)] as const]),
      ])}</section>
${card(
  t('Attempts'),
  delivery.attempt_list.length === 0
    ? html`<p class="soft">No attempts yet. <a href="${page}">Refresh</a></p>`
    : table<Attempt>(
        delivery.attempt_list,
        [
          // The first column is the heading of a row on phones.
          { title: t('Time'), cell: ({ at }) => renderTimestamp(req, at) },
          { title: t('Attempt'), kind: 'number', cell: ({ number }) => String(number) },
          { title: t('Duration'), kind: 'number', cell: ({ ms }) => t`${ms} ms` },
          {
            title: t('Response'),
            cell: (attempt) =>
              html`<bdi>${outcome(attempt)}</bdi>${(attempt.response_body ?? '') !== '' && html`<pre dir="auto" tabindex="0">${attempt.response_body ?? ''}</pre>`}`,
          },
        ],
        { caption: t('Attempts') },
      ),
)}
${card(t('Request body'), html`<pre dir="auto" tabindex="0">${delivery.body}</pre>`)}`,
    }
  },
  actions: {
    again: async (req) => {
      const { id, deliveryId } = req.params
      await req.run(redeliverWebhookDelivery, { id, deliveryId })
      return redirectTo(
        `${WEBHOOKS}/${id}/deliveries/${deliveryId}`,
        t('Redelivery started. Refresh the page to see the response.'),
      )
    },
  },
})
