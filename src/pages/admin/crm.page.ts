/** CRM connections: the list with sync states, and one page per connection. */
import { CRM_KINDS, type CrmKind } from '../../core/crm.ts'
import { formatNumber } from '../../core/languages/formats.ts'
import { known } from '../../core/languages/known.ts'
import { type Message, t } from '../../core/languages/message.ts'
import {
  createCrmConnection,
  deleteCrmConnection,
  getCrmConnection,
  listCrmConnections,
  syncCrmConnection,
  testCrmConnection,
  updateCrmConnection,
} from '../../features/integrations/crm-connections/index.ts'
import { type PageRequest, redirectTo, type View } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { notAsSent } from '../../inbound/web/page-errors.ts'
import {
  actionButton,
  type Choice,
  disclosure,
  type Fill,
  form,
  selectField,
  textAreaField,
  textField,
} from '../components/form.ts'
import { badge, card, empty, facts, heading } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { teamChoices } from '../components/teams.ts'
import { renderTimestamp } from '../components/times.ts'
import {
  CREDENTIAL_POINTERS,
  CRM,
  CRM_TRAIL,
  credentialFields,
  credentialsIn,
  crmTabs,
  inWords,
  KINDS,
} from './crm-shared.ts'
import { adminPage, linesIn, plural, renderSecretOnce } from './shared.ts'

type Connection = Awaited<ReturnType<typeof listConnections>>['data'][number]
const listConnections = (req: PageRequest) => req.run(listCrmConnections, {})

export const crmPage = adminPage({
  path: CRM,
  navigation: {
    group: 'connections',
    label: t('CRM'),
    role: 'ADMIN',
    words: t('HubSpot and Salesforce, records and workflows'),
  },
  async show(req) {
    const [{ data, meta }, teams] = await Promise.all([
      req.run(listCrmConnections, { page: pageAsked(req) }),
      teamChoices(req),
    ])
    const attempted = req.attempt?.action === 'connect' ? req.attempt.fields.text('key') : undefined
    return {
      title: t('CRM'),
      body: html`${heading(t('CRM'), { words: t('Parley reads accounts, contacts and opportunities from your CRM, and writes confirmed values back.'), tabs: crmTabs(CRM) })}
${data.length === 0 ? empty(t('No CRM connections yet'), t('Connect HubSpot or Salesforce to see the accounts, contacts and opportunities of each call. To send confirmed values to another system, connect a custom endpoint.')) : table<Connection>(data, columns(req), { caption: t('Connections') })}
${pager(req, meta, [t('Previous'), t('Next')])}
<div class="admin-more">${CRM_KINDS.map((kind) => disclosure(kind === 'http' ? t('Connect a custom endpoint') : t`Connect ${KINDS[kind]}`, connect(req, kind, teams), attempted === kind))}</div>`,
    }
  },
  forms: { connect: LONG_FORM },
  actions: {
    connect: async (req, fields) => {
      const kind = CRM_KINDS.find((one) => one === fields.text('key'))
      if (kind === undefined) throw notAsSent('kind')
      const { uuid, secret } = await req.run(createCrmConnection, {
        ...{ kind, name: fields.text('name'), url: fields.optional('url'), credentials: credentialsIn(fields) },
        teamUUID: fields.optional('teamUUID') ?? null,
      })
      return secret === undefined
        ? redirectTo(`${CRM}/connections/${uuid}`, t('Connection created. Test it to check that it works.'))
        : showSigningSecret(uuid, secret)
    },
  },
})

const showSigningSecret = (uuid: string, secret: string): View =>
  renderSecretOnce({
    ...{ title: t('Signing secret'), trail: CRM_TRAIL, label: t('Secret'), secret },
    words: t(
      'Parley signs every message with this secret. Store it in the system that receives the messages, so that it can verify them.',
    ),
    back: { label: t('Continue to the connection'), path: `${CRM}/connections/${uuid}` },
  })

const USUAL_ADDRESS: Readonly<Record<CrmKind, Message>> = {
  hubspot: t('Defaults to https://api.hubapi.com.'),
  salesforce: t('Your My Domain URL, such as https://acme.my.salesforce.com.'),
  http: t('HTTPS URL that receives the messages.'),
}

const connect = (req: PageRequest, kind: CrmKind, teams: readonly Choice[]): Html =>
  form(
    req,
    { page: CRM, action: 'connect', key: kind, button: t('Connect CRM'), pointers: CREDENTIAL_POINTERS },
    (fill) => [
      textField(fill, {
        name: 'name',
        label: t('Name'),
        id: `name-${kind}`,
        value: kind === 'http' ? '' : String(KINDS[kind]),
        required: true,
        max: 128,
      }),
      textField(fill, { name: 'url', label: t('URL'), id: `url-${kind}`, type: 'url', help: USUAL_ADDRESS[kind] }),
      ...credentialFields(fill, kind),
      kind === 'http' ? html`` : teamField(fill, teams, `team-${kind}`),
    ],
  )

const teamField = (fill: Fill, teams: readonly Choice[], id: string, value?: string): Html =>
  selectField(fill, {
    ...{
      name: 'teamUUID',
      label: t('Team of new opportunities'),
      id,
      value,
      choices: teams,
      none: t('No team'),
    },
  })

const fault = ({ sync, pausedFor }: Connection): Html => {
  if (pausedFor !== null) return badge(t`Paused: ${inWords(pausedFor)}`, 'bad')
  if (sync.fault !== null) return badge(inWords(sync.fault), 'bad')
  return sync.state === 'running' ? badge(t('Syncing'), 'open') : badge(t('Connected'), 'good')
}

const columns = (req: PageRequest) => [
  {
    title: t('Name'),
    cell: ({ uuid, name }: Connection) => html`<a href="${CRM}/connections/${uuid}"><bdi>${name}</bdi></a>`,
  },
  {
    title: t('CRM'),
    cell: ({ kind, url }: Connection) => html`${KINDS[kind]}<br><span class="soft"><bdi>${url}</bdi></span>`,
  },
  { title: t('Status'), cell: fault },
  {
    title: t('Last synced'),
    cell: ({ sync, entities }: Connection) =>
      entities.length === 0
        ? t('Write-only')
        : sync.finishedAt === null
          ? t('Not yet')
          : renderTimestamp(req, sync.finishedAt),
  },
]

export const crmConnectionPage = adminPage({
  path: `${CRM}/connections/:id`,
  async show(req) {
    const { id } = req.params
    const page = `${CRM}/connections/${id}`
    const [connection, teams] = await Promise.all([req.run(getCrmConnection, { id }), teamChoices(req)])
    const { name, kind, sync, entities, pausedUntil } = connection
    return {
      title: name,
      body: html`${heading(name, {
        ...{ trail: CRM_TRAIL, words: KINDS[kind] },
        actions: [
          actionButton(req, { page, action: 'test', button: t('Test connection') }),
          ...(entities.length > 0 ? [actionButton(req, { page, action: 'sync', button: t('Sync now') })] : []),
        ],
      })}
<p class="admin-state">${fault(connection)}${pausedUntil !== null && html` Paused until ${renderTimestamp(req, pausedUntil)}.`}</p>
<section class="card">${facts([
        [t('URL'), html`<bdi>${connection.url}</bdi>`],
        [t('Credentials updated'), renderTimestamp(req, connection.credentialsChangedAt)],
        ...(entities.length === 0
          ? []
          : [
              [
                t('Last synced'),
                sync.finishedAt === null
                  ? t('Not yet')
                  : html`${renderTimestamp(req, sync.finishedAt)}, ${plural(sync.records, t('1 record'), t`${formatNumber(sync.records)} records`)}`,
              ] as const,
              [
                t('Automatic sync'),
                connection.syncMinutes === 0 ? t('Never') : t`Every ${connection.syncMinutes} minutes`,
              ] as const,
            ]),
      ])}</section>
${entities.length > 0 ? card(t('Synced fields'), renderSyncState(req, page, connection)) : html``}
${disclosure(t('Edit connection'), change(req, page, connection, teams), req.attempt?.action === 'change')}
${disclosure(t('Replace credentials'), credentials(req, page, kind), req.attempt?.action === 'credentials')}
${actionButton(req, { page, action: 'delete', button: t('Delete connection'), kind: 'danger', confirm: t`Delete the connection ${name} and its credentials? Synced records stay. You can't undo this.` })}`,
    }
  },
  forms: { entities: LONG_FORM },
  actions: {
    test: async (req) => {
      const { id } = req.params
      const { fault } = await req.run(testCrmConnection, { id })
      return redirectTo(
        `${CRM}/connections/${id}`,
        fault === null
          ? t('Connection test succeeded')
          : fault.said === null
            ? known(fault.detail)
            : t`${known(fault.detail)} Response: ${fault.said.slice(0, 200)}`,
      )
    },
    sync: async (req) => {
      await req.run(syncCrmConnection, { id: req.params.id })
      return redirectTo(`${CRM}/connections/${req.params.id}`, t('Sync started. Refresh the page to see the progress.'))
    },
    change: async (req, fields) => {
      const { id } = req.params
      await req.run(updateCrmConnection, {
        ...{ id, name: fields.text('name'), url: fields.optional('url'), syncMinutes: fields.number('syncMinutes') },
        teamUUID: fields.optional('teamUUID') ?? null,
      })
      return redirectTo(`${CRM}/connections/${id}`, t('Connection saved'))
    },
    credentials: async (req, fields) => {
      const { id } = req.params
      const { secret } = await req.run(updateCrmConnection, { id, credentials: credentialsIn(fields) })
      return secret === undefined
        ? redirectTo(`${CRM}/connections/${id}`, t('Credentials replaced. They are stored encrypted.'))
        : showSigningSecret(id, secret)
    },
    entities: async (req, fields) => {
      const { id } = req.params
      const entities = fields.all('code').flatMap((code, at) => {
        const names = linesIn(fields.all('fields')[at] ?? '')
        return names.length === 0 ? [] : [{ code: code as 'account', fields: names }]
      })
      await req.run(updateCrmConnection, { id, entities })
      return redirectTo(
        `${CRM}/connections/${id}`,
        t('Fields saved. Record types with changed fields are synced again from the start.'),
      )
    },
    delete: async (req) => {
      await req.run(deleteCrmConnection, { id: req.params.id })
      return redirectTo(CRM, t('Connection and credentials deleted'))
    },
  },
})

const renderSyncState = (req: PageRequest, page: string, { entities }: Connection): Html => html`${table(
  entities,
  [
    { title: t('Record type'), cell: ({ code }) => code },
    { title: t('Fields'), cell: ({ fields }) => html`<bdi>${fields.join(', ')}</bdi>` },
    {
      title: t('Synced up to'),
      cell: ({ readUntil }) => (readUntil === null ? t('Not yet') : renderTimestamp(req, readUntil)),
    },
    { title: t('Records'), kind: 'number', cell: ({ records }) => formatNumber(records) },
  ],
  { caption: t('Synced fields') },
)}
<details class="team-report-table"><summary>Edit synced fields</summary>
${form(req, { page, action: 'entities', button: t('Save fields'), kind: 'plain' }, (fill) =>
  entities.map(({ code, fields }, at) => {
    const given = fill.values('fields', [])[at]
    return html`<input type="hidden" name="code" value="${code}">${textAreaField(
      { ...fill, value: (_, present = '') => given ?? present },
      {
        name: 'fields',
        id: `fields-${code}`,
        label: t`Fields of ${code}, one per line`,
        value: fields.join('\n'),
        rows: 5,
      },
    )}`
  }),
)}</details>`

const change = (req: PageRequest, page: string, connection: Connection, teams: readonly Choice[]): Html =>
  form(req, { page, action: 'change', button: t('Save connection') }, (fill) => [
    textField(fill, { name: 'name', label: t('Name'), value: connection.name, required: true, max: 128 }),
    textField(fill, {
      name: 'url',
      label: t('URL'),
      type: 'url',
      value: connection.url,
      help: t('If you change the URL, enter the credentials again.'),
    }),
    ...(connection.kind === 'http'
      ? []
      : [
          textField(fill, {
            name: 'syncMinutes',
            label: t('Minutes between syncs (0 turns automatic sync off)'),
            type: 'number',
            value: String(connection.syncMinutes),
          }),
          teamField(fill, teams, 'team-change', connection.teamUUID ?? undefined),
        ]),
  ])

const credentials = (req: PageRequest, page: string, kind: CrmKind): Html =>
  form(
    req,
    { page, action: 'credentials', button: t('Replace credentials'), kind: 'plain', pointers: CREDENTIAL_POINTERS },
    (fill) => credentialFields(fill, kind),
  )
