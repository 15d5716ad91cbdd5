/** One call source: steps, state, calls, deliveries and settings. */

import { formatNumber } from '../../core/languages/formats.ts'
import { known } from '../../core/languages/known.ts'
import { t } from '../../core/languages/message.ts'
import { getOrganizationUser } from '../../features/accounts/identity/index.ts'
import {
  deleteSource,
  getSource,
  listSourceKinds,
  startSourceBackfill,
  testSource,
  updateSource,
} from '../../features/sources/call-sources/index.ts'
import {
  getSourceDelivery,
  listSourceDeliveries,
  replaySourceDelivery,
} from '../../features/sources/source-deliveries/index.ts'
import { listSourceRecordings, retrySourceRecording } from '../../features/sources/source-recordings/index.ts'
import { type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { notAsSent } from '../../inbound/web/page-errors.ts'
import { COPY_SCRIPT, copyBlock } from '../components/copy.ts'
import { actionButton, type Choice, disclosure, form, selectField, textField } from '../components/form.ts'
import { card, facts, heading, tabs } from '../components/layout.ts'
import { problemText } from '../components/problem.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { teamChoices } from '../components/teams.ts'
import { renderTimestamp } from '../components/times.ts'
import { adminPage, findUserByEmail } from './shared.ts'
import {
  type Delivery,
  deliveryState,
  kindFields,
  type Recording,
  recordingState,
  renderCall,
  renderSourceName,
  renderSteps,
  ruleFields,
  ruleValues,
  SOURCES,
  SOURCES_TRAIL,
  type Source,
  type SourceKindRecord,
  sourceState,
  toPointers,
  valuesIn,
} from './sources-shared.ts'

const loadKind = async (req: Pick<PageRequest, 'run'>, id: string): Promise<SourceKindRecord | undefined> =>
  (await req.run(listSourceKinds, {})).data.find(({ kind }) => kind === id)

export const sourcePage = adminPage({
  path: `${SOURCES}/:id`,
  async show(req) {
    const { id } = req.params
    const page = `${SOURCES}/${id}`
    const showsFailed = req.query.get('status') === 'failed'
    const [source, recordings, deliveries, teams] = await Promise.all([
      req.run(getSource, { id }),
      req.run(listSourceRecordings, {
        ...{ id, page: pageAsked(req), size: '25' },
        ...(showsFailed ? { status: 'failed' } : {}),
      }),
      req.run(listSourceDeliveries, { id, size: '25' }),
      teamChoices(req),
    ])
    const kind = await loadKind(req, source.kind)
    const owner = await loadOwner(req, source)
    return {
      title: source.name,
      scripts: [COPY_SCRIPT],
      body: html`${heading(source.name, {
        ...{ trail: SOURCES_TRAIL, words: known(kind?.about ?? '') },
        actions: [
          actionButton(req, { page, action: 'test', button: t('Test source') }),
          source.enabled
            ? actionButton(req, { page, action: 'disable', button: t('Turn off source') })
            : actionButton(req, { page, action: 'enable', button: t('Turn on source') }),
        ],
      })}
<p class="admin-state">${sourceState(source)} ${source.fault !== null && problemText(source.fault)}</p>
${setupCard(req, source, kind)}
${card(t('Calls'), html`${callTabs(page, showsFailed)}${recordingTable(req, page, recordings.data, showsFailed)}${pager(req, recordings.meta)}`, { id: 'calls' })}
${source.address !== null && card(t('Last deliveries'), deliveryTable(req, page, deliveries.data), { id: 'deliveries' })}
${kind?.looks === true && source.enabled && disclosure(t('Import earlier calls'), backfillForm(req, page), req.attempt?.action === 'backfill')}
${kind !== undefined && disclosure(t('Edit source'), editForm(req, page, { source, kind, teams, owner }), req.attempt?.action === 'change')}
${hasCredentials(kind) && kind !== undefined && disclosure(t('Replace credentials'), credentialsForm(req, page, kind), req.attempt?.action === 'credentials')}
${actionButton(req, { page, action: 'delete', button: t('Delete source'), kind: 'danger', confirm: t("Delete this source with its address and deliveries? Imported calls stay. You can't undo this.") })}`,
    }
  },
  forms: { change: LONG_FORM, credentials: LONG_FORM },
  actions: {
    test: async (req) => {
      const { id } = req.params
      const { ok, detail } = await req.run(testSource, { id })
      return redirectTo(`${SOURCES}/${id}`, ok ? known(detail) : t`The test failed. ${known(detail)}`)
    },
    disable: async (req) => {
      await req.run(updateSource, { id: req.params.id, enabled: false })
      return redirectTo(`${SOURCES}/${req.params.id}`, t('Source turned off. Its address rejects deliveries.'))
    },
    enable: async (req) => {
      await req.run(updateSource, { id: req.params.id, enabled: true })
      return redirectTo(`${SOURCES}/${req.params.id}`, t('Source turned on'))
    },
    backfill: async (req, fields) => {
      const { id } = req.params
      await req.run(startSourceBackfill, { id, days: fields.number('days') })
      return redirectTo(`${SOURCES}/${id}`, t('Import of earlier calls started'))
    },
    change: async (req, fields) => {
      const { id } = req.params
      const kind = await loadKind(req, (await req.run(getSource, { id })).kind)
      if (kind === undefined) throw notAsSent('kind')
      const owner = fields.optional('ownerEmail')
      await req.run(updateSource, {
        ...{ id, name: fields.text('name'), settings: valuesIn(fields, kind, 'settings') },
        ownerUUID: owner === undefined ? null : (await findUserByEmail(req, owner, 'ownerEmail')).uuid,
        ...ruleValues(fields),
        ...(kind.looks ? { lookMinutes: fields.number('lookMinutes') } : {}),
      })
      return redirectTo(`${SOURCES}/${id}`, t('Source saved'))
    },
    credentials: async (req, fields) => {
      const { id } = req.params
      const kind = await loadKind(req, (await req.run(getSource, { id })).kind)
      if (kind === undefined) throw notAsSent('kind')
      await req.run(updateSource, { id, credentials: valuesIn(fields, kind, 'credentials') })
      return redirectTo(`${SOURCES}/${id}`, t('Credentials replaced. Test the source to check that they work.'))
    },
    retry: async (req, fields) => {
      const { id } = req.params
      await req.run(retrySourceRecording, { id, recordingId: fields.text('recordingId') })
      return redirectTo(`${SOURCES}/${id}#calls`, t('Import started. Refresh the page to see the result.'))
    },
    delete: async (req) => {
      await req.run(deleteSource, { id: req.params.id })
      return redirectTo(SOURCES, t('Source deleted'))
    },
  },
})

async function loadOwner(req: PageRequest, { ownerUUID: id }: Source): Promise<string> {
  return id === null ? '' : (await req.run(getOrganizationUser, { id })).email
}

const setupCard = (req: PageRequest, source: Source, kind: SourceKindRecord | undefined): Html => {
  const isNew = source.lastCallAt === null
  const body = html`${source.address !== null && html`<p class="admin-label">Address for deliveries</p>${copyBlock('source-address', t('address'), source.address)}<p class="soft">The address contains a secret. Enter it only at the source.</p>`}
${facts([
  ...(source.address === null
    ? []
    : [
        [
          t('Last delivery'),
          source.lastDeliveryAt === null ? t('None yet') : renderTimestamp(req, source.lastDeliveryAt),
        ] as const,
      ]),
  ...(kind?.looks === true
    ? [
        [
          t('Last look'),
          source.look.lookedUntil === null ? t('Not yet') : renderTimestamp(req, source.look.lookedUntil),
        ] as const,
      ]
    : []),
  [t('Last call'), source.lastCallAt === null ? t('None yet') : renderTimestamp(req, source.lastCallAt)],
  ...(hasCredentials(kind)
    ? [[t('Credentials replaced'), renderTimestamp(req, source.credentialsChangedAt)] as const]
    : []),
])}
${kind !== undefined && disclosure(t('Steps at the source'), renderSteps(kind, source.address), isNew)}`
  return card(t('Connection'), body)
}

const hasCredentials = (kind: SourceKindRecord | undefined): boolean =>
  kind?.fields.some(({ isSecret }) => isSecret) === true

const callTabs = (page: string, showsFailed: boolean): Html =>
  tabs(
    t('Calls by status'),
    [
      { label: t('All'), path: page },
      { label: t('Failed'), path: `${page}?status=failed` },
    ],
    showsFailed ? `${page}?status=failed` : page,
  )

const recordingTable = (
  req: PageRequest,
  page: string,
  recordings: readonly Recording[],
  showsFailed: boolean,
): Html =>
  recordings.length === 0
    ? html`<p class="soft">${showsFailed ? t('No failed calls.') : t('No calls yet. A call appears here when the source announces it.')}</p>`
    : table<Recording>(
        recordings,
        [
          {
            title: t('Call at the source'),
            cell: renderSourceName,
          },
          { title: t('First announced'), cell: ({ createdAt }) => renderTimestamp(req, createdAt) },
          { title: t('Status'), cell: renderCall },
          {
            title: t('Imported'),
            cell: ({ hasTranscript, hasRecording }) =>
              html`${hasTranscript && html`<div class="admin-word">${t('Transcript')}</div>`}${hasRecording && html`<div class="admin-word">${t('Recording')}</div>`}`,
          },
          {
            title: t('Next attempt'),
            cell: ({ nextTryAt }) => (nextTryAt === null ? '' : renderTimestamp(req, nextTryAt)),
          },
          {
            ...{ title: t('Action'), kind: 'actions' as const },
            cell: ({ uuid, status }) =>
              status === 'done'
                ? ''
                : actionButton(req, {
                    ...{ page, action: 'retry', button: t('Retry import'), key: uuid, fields: { recordingId: uuid } },
                  }),
          },
        ],
        { caption: t('Calls') },
      )

const deliveryTable = (req: PageRequest, page: string, deliveries: readonly Delivery[]): Html =>
  deliveries.length === 0
    ? html`<p class="soft">No deliveries. Parley stores deliveries for 30 days.</p>`
    : table<Delivery>(
        deliveries,
        [
          {
            title: t('Received'),
            cell: ({ uuid, receivedAt }) =>
              html`<a href="${page}/deliveries/${uuid}">${renderTimestamp(req, receivedAt)}</a>`,
          },
          { title: t('Status'), cell: deliveryState },
          {
            title: t('Result'),
            cell: ({ reason, recordings }) =>
              html`${problemText(reason ?? '')}${recordings.map((one) => html`<div>${renderSourceName(one)} ${renderCall(one)}</div>`)}`,
          },
          { title: t('Repeated'), kind: 'number', cell: ({ repeats }) => formatNumber(repeats) },
          {
            ...{ title: t('Action'), kind: 'actions' as const },
            cell: ({ uuid, hasBody }) =>
              hasBody
                ? actionButton(req, {
                    ...{
                      page: `${page}/deliveries/${uuid}`,
                      action: 'replay',
                      button: t('Replay delivery'),
                      key: uuid,
                    },
                  })
                : '',
          },
        ],
        { caption: t('Deliveries') },
      )

const backfillForm = (req: PageRequest, page: string): Html =>
  form(req, { page, action: 'backfill', button: t('Import earlier calls') }, (fill) =>
    selectField(fill, {
      ...{ name: 'days', label: t('Calls of'), value: '30' },
      choices: ['7', '30', '90', '365'].map((days) => ({ value: days, label: t`the last ${days} days` })),
    }),
  )

interface Editing {
  readonly source: Source
  readonly kind: SourceKindRecord
  readonly teams: readonly Choice[]
  readonly owner: string
}

const editForm = (req: PageRequest, page: string, { source, kind, teams, owner }: Editing): Html =>
  form(
    req,
    { page, action: 'change', button: t('Save source'), pointers: { ...toPointers(kind), '/ownerUUID': 'ownerEmail' } },
    (fill) => [
      textField(fill, { name: 'name', label: t('Name'), value: source.name, required: true, max: 128 }),
      ...kindFields(fill, kind, { only: 'settings', settings: source.settings, id: 'edit' }),
      ...ruleFields(fill, { teams, owner, source, id: 'edit' }),
      kind.looks
        ? textField(fill, {
            ...{ name: 'lookMinutes', label: t('Minutes between two looks'), type: 'number' },
            ...{ value: String(source.lookMinutes), help: t('0 to 10,080. 0 turns looks off.') },
          })
        : html``,
    ],
  )

const credentialsForm = (req: PageRequest, page: string, kind: SourceKindRecord): Html =>
  form(
    req,
    { page, action: 'credentials', button: t('Replace credentials'), kind: 'plain', pointers: toPointers(kind) },
    (fill) => kindFields(fill, kind, { only: 'credentials', id: 'credentials' }),
  )

const formatHeaders = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')

export const sourceDeliveryPage = adminPage({
  path: `${SOURCES}/:id/deliveries/:deliveryId`,
  async show(req) {
    const { id, deliveryId } = req.params
    const page = `${SOURCES}/${id}/deliveries/${deliveryId}`
    const delivery = await req.run(getSourceDelivery, { id, deliveryId })
    return {
      title: t('Delivery'),
      body: html`${heading(t('Delivery'), {
        trail: [...SOURCES_TRAIL, { label: t('Source'), path: `${SOURCES}/${id}` }],
        ...(delivery.hasBody
          ? { actions: actionButton(req, { page, action: 'replay', button: t('Replay delivery') }) }
          : {}),
      })}
<section class="card">${facts([
        [t('Status'), deliveryState(delivery)],
        [t('Received'), renderTimestamp(req, delivery.receivedAt)],
        [t('Repeated'), formatNumber(delivery.repeats)],
        [t('Size'), t`${formatNumber(delivery.bodyBytes)} bytes`],
        ...(delivery.reason === null ? [] : [[t('Reason'), problemText(delivery.reason)] as const]),
      ])}</section>
${delivery.recordings.length > 0 && card(t('Calls'), html`<ul>${delivery.recordings.map((one) => html`<li>${renderSourceName(one)} ${recordingState(one)} ${one.conversationUUID !== null && html`<a href="/conversations/${one.conversationUUID}">Open call</a>`} ${problemText(one.fault ?? '')}</li>`)}</ul>`)}
${card(t('Headers'), html`<pre dir="auto" tabindex="0">${formatHeaders(delivery.headers)}</pre>`)}
${card(t('Body'), delivery.body === null ? html`<p class="soft">The body isn't stored. Parley deletes it when the call is imported, or never stores it if the delivery was rejected.</p>` : html`<pre dir="auto" tabindex="0">${delivery.body}</pre>`)}`,
    }
  },
  actions: {
    replay: async (req) => {
      const { id, deliveryId } = req.params
      await req.run(replaySourceDelivery, { id, deliveryId })
      return redirectTo(`${SOURCES}/${id}#deliveries`, t('Replay started. Refresh the page to see the result.'))
    },
  },
})
