/** Connections to CRMs: which there are, how reading from them fares, and each by itself. */
import { CRM_KINDS, type CrmKind } from '../../core/crm.ts'
import {
  createCrmConnection,
  deleteCrmConnection,
  getCrmConnection,
  listCrmConnections,
  syncCrmConnection,
  testCrmConnection,
  updateCrmConnection,
} from '../../features/crm-connections/index.ts'
import { goTo, type View, type Visit } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { notAsSent } from '../../inbound/web/mount-app.ts'
import {
  actionButton,
  areaField,
  type Choice,
  disclosure,
  type Fill,
  form,
  selectField,
  textField,
} from '../kit/form.ts'
import { badge, card, empty, facts, heading } from '../kit/layout.ts'
import { pageAsked, pager, table } from '../kit/table.ts'
import { teamChoices } from '../kit/teams.ts'
import { momentOf } from '../kit/times.ts'
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
import { adminPage, linesIn, shownOnce } from './shared.ts'

type Connection = Awaited<ReturnType<typeof connectionsAsked>>['data'][number]
const connectionsAsked = (visit: Visit) => visit.ask(listCrmConnections, {})

export const crmPage = adminPage({
  path: CRM,
  navigation: { group: 'admin', label: 'CRM', icon: 'integration', role: 'ADMIN' },
  async show(visit) {
    const [{ data, meta }, teams] = await Promise.all([
      visit.ask(listCrmConnections, { page: pageAsked(visit) }),
      teamChoices(visit),
    ])
    const attempted = visit.attempt?.action === 'connect' ? visit.attempt.fields.text('key') : undefined
    return {
      title: 'CRM',
      body: html`${heading('CRM', { words: 'Records are read from it, and values that people have confirmed are written to it.' })}
${crmTabs(CRM)}
${data.length === 0 ? empty('No CRM is connected', 'With HubSpot or Salesforce, calls know their companies, contacts and deals. Any other program can take what is written.') : table<Connection>(data, columns(visit), { caption: 'Connections' })}
${pager(visit, meta, ['Previous', 'Next'])}
<div class="admin-more">${CRM_KINDS.map((kind) => disclosure(`Connect ${kind === 'http' ? 'another program' : KINDS[kind]}`, connect(visit, kind, teams), attempted === kind))}</div>`,
    }
  },
  forms: { connect: LONG_FORM },
  actions: {
    connect: async (visit, fields) => {
      const kind = CRM_KINDS.find((one) => one === fields.text('key'))
      if (kind === undefined) throw notAsSent('kind')
      const { uuid, secret } = await visit.ask(createCrmConnection, {
        ...{ kind, name: fields.text('name'), url: fields.given('url'), credentials: credentialsIn(fields) },
        teamUUID: fields.given('teamUUID') ?? null,
      })
      return secret === undefined
        ? goTo(`${CRM}/connections/${uuid}`, 'Connected. Try it with the test below.')
        : secretOf(uuid, secret)
    },
  },
})

const secretOf = (uuid: string, secret: string): View =>
  shownOnce({
    ...{ title: 'The signing secret', trail: CRM_TRAIL, label: 'Secret', secret },
    words:
      'Every message to the program is signed with it. Give it to the program, so that it can tell ours from others.',
    back: { label: 'I have kept it', path: `${CRM}/connections/${uuid}` },
  })

const USUAL_ADDRESS: Readonly<Record<CrmKind, string>> = {
  hubspot: 'https://api.hubapi.com, unless it is another one.',
  salesforce: 'Your My Domain address, such as https://acme.my.salesforce.com.',
  http: 'Where messages are sent, over https.',
}

const connect = (visit: Visit, kind: CrmKind, teams: readonly Choice[]): Html =>
  form(visit, { page: CRM, action: 'connect', key: kind, button: 'Connect', pointers: CREDENTIAL_POINTERS }, (fill) => [
    textField(fill, {
      name: 'name',
      label: 'Name',
      id: `name-${kind}`,
      value: kind === 'http' ? '' : KINDS[kind],
      required: true,
      max: 128,
    }),
    textField(fill, { name: 'url', label: 'Address', id: `url-${kind}`, type: 'url', help: USUAL_ADDRESS[kind] }),
    ...credentialFields(fill, kind),
    kind === 'http' ? html`` : teamField(fill, teams, `team-${kind}`),
  ])

const teamField = (fill: Fill, teams: readonly Choice[], id: string, value?: string): Html =>
  selectField(fill, {
    ...{
      name: 'teamUUID',
      label: 'Opportunities that are new become those of',
      id,
      value,
      choices: teams,
      none: 'Nobody',
    },
  })

const fault = ({ sync, pausedFor }: Connection): Html => {
  if (pausedFor !== null) return badge(`Paused: ${inWords(pausedFor)}`, 'bad')
  if (sync.fault !== null) return badge(inWords(sync.fault), 'bad')
  return sync.state === 'running' ? badge('Reading', 'open') : badge('Works', 'good')
}

const columns = (visit: Visit) => [
  {
    title: 'Name',
    cell: ({ uuid, name }: Connection) => html`<a href="${CRM}/connections/${uuid}"><bdi>${name}</bdi></a>`,
  },
  {
    title: 'CRM',
    cell: ({ kind, url }: Connection) => html`${KINDS[kind]}<br><span class="soft"><bdi>${url}</bdi></span>`,
  },
  { title: 'State', cell: fault },
  {
    title: 'Last read',
    cell: ({ sync, entities }: Connection) =>
      entities.length === 0
        ? 'Is written to only'
        : sync.finishedAt === null
          ? 'Not yet'
          : momentOf(visit, sync.finishedAt),
  },
]

export const crmConnectionPage = adminPage({
  path: `${CRM}/connections/:id`,
  async show(visit) {
    const { id } = visit.params
    const page = `${CRM}/connections/${id}`
    const [connection, teams] = await Promise.all([visit.ask(getCrmConnection, { id }), teamChoices(visit)])
    const { name, kind, sync, entities, pausedUntil } = connection
    return {
      title: name,
      body: html`${heading(name, {
        ...{ trail: CRM_TRAIL, words: KINDS[kind] },
        actions: [
          actionButton(visit, { page, action: 'test', button: 'Test' }),
          ...(entities.length > 0 ? [actionButton(visit, { page, action: 'sync', button: 'Read now' })] : []),
        ],
      })}
<p class="admin-state">${fault(connection)}${pausedUntil !== null && html` Nobody asks it before ${momentOf(visit, pausedUntil)}.`}</p>
<section class="card">${facts([
        ['Address', html`<bdi>${connection.url}</bdi>`],
        ['Credentials given', momentOf(visit, connection.credentialsChangedAt)],
        ...(entities.length === 0
          ? []
          : [
              [
                'Last read',
                sync.finishedAt === null
                  ? 'Not yet'
                  : html`${momentOf(visit, sync.finishedAt)}, ${sync.records} records`,
              ] as const,
              [
                'Reads by itself',
                connection.syncMinutes === 0 ? 'Never' : `Every ${connection.syncMinutes} minutes`,
              ] as const,
            ]),
      ])}</section>
${entities.length > 0 ? card('What is read', reading(visit, page, connection)) : html``}
${disclosure('Change it', change(visit, page, connection, teams), visit.attempt?.action === 'change')}
${disclosure('Other credentials', credentials(visit, page, kind), visit.attempt?.action === 'credentials')}
${actionButton(visit, { page, action: 'delete', button: 'Delete this connection', kind: 'danger', confirm: `Delete ${name} and forget its credentials? What was read stays.` })}`,
    }
  },
  forms: { entities: LONG_FORM },
  actions: {
    test: async (visit) => {
      const { id } = visit.params
      const { fault } = await visit.ask(testCrmConnection, { id })
      const said = fault?.said === null || fault?.said === undefined ? '' : ` It says: ${fault.said.slice(0, 200)}`
      return goTo(`${CRM}/connections/${id}`, fault === null ? 'It works.' : `${fault.detail}${said}`)
    },
    sync: async (visit) => {
      await visit.ask(syncCrmConnection, { id: visit.params.id })
      return goTo(`${CRM}/connections/${visit.params.id}`, 'Reading has begun. Open this page again in a while.')
    },
    change: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(updateCrmConnection, {
        ...{ id, name: fields.text('name'), url: fields.given('url'), syncMinutes: fields.number('syncMinutes') },
        teamUUID: fields.given('teamUUID') ?? null,
      })
      return goTo(`${CRM}/connections/${id}`, 'Saved.')
    },
    credentials: async (visit, fields) => {
      const { id } = visit.params
      const { secret } = await visit.ask(updateCrmConnection, { id, credentials: credentialsIn(fields) })
      return secret === undefined
        ? goTo(`${CRM}/connections/${id}`, 'The new credentials are kept, sealed.')
        : secretOf(id, secret)
    },
    entities: async (visit, fields) => {
      const { id } = visit.params
      const entities = fields.all('code').flatMap((code, at) => {
        const names = linesIn(fields.all('fields')[at] ?? '')
        return names.length === 0 ? [] : [{ code: code as 'account', fields: names }]
      })
      await visit.ask(updateCrmConnection, { id, entities })
      return goTo(`${CRM}/connections/${id}`, 'Saved. What is read otherwise now is read from the beginning.')
    },
    delete: async (visit) => {
      await visit.ask(deleteCrmConnection, { id: visit.params.id })
      return goTo(CRM, 'The connection is gone, and its credentials are forgotten.')
    },
  },
})

const reading = (visit: Visit, page: string, { entities }: Connection): Html => html`${table(
  entities,
  [
    { title: 'Records', cell: ({ code }) => code },
    { title: 'Fields', cell: ({ fields }) => html`<bdi>${fields.join(', ')}</bdi>` },
    { title: 'Read up to', cell: ({ readUntil }) => (readUntil === null ? 'Not yet' : momentOf(visit, readUntil)) },
    { title: 'So far', kind: 'number', cell: ({ records }) => records.toLocaleString('en') },
  ],
  { caption: 'What is read' },
)}
<details class="team-report-table"><summary>Other fields</summary>
${form(visit, { page, action: 'entities', button: 'Save', kind: 'plain' }, (fill) =>
  entities.map(({ code, fields }, at) => {
    const given = fill.values('fields', [])[at]
    return html`<input type="hidden" name="code" value="${code}">${areaField(
      { ...fill, value: (_, present = '') => given ?? present },
      {
        name: 'fields',
        id: `fields-${code}`,
        label: `Fields of ${code}, one a line`,
        value: fields.join('\n'),
        rows: 5,
      },
    )}`
  }),
)}</details>`

const change = (visit: Visit, page: string, connection: Connection, teams: readonly Choice[]): Html =>
  form(visit, { page, action: 'change', button: 'Save' }, (fill) => [
    textField(fill, { name: 'name', label: 'Name', value: connection.name, required: true, max: 128 }),
    textField(fill, {
      name: 'url',
      label: 'Address',
      type: 'url',
      value: connection.url,
      help: 'Another address needs the credentials again.',
    }),
    ...(connection.kind === 'http'
      ? []
      : [
          textField(fill, {
            name: 'syncMinutes',
            label: 'Minutes between two readings (0: none)',
            type: 'number',
            value: String(connection.syncMinutes),
          }),
          teamField(fill, teams, 'team-change', connection.teamUUID ?? undefined),
        ]),
  ])

const credentials = (visit: Visit, page: string, kind: CrmKind): Html =>
  form(
    visit,
    { page, action: 'credentials', button: 'Replace the credentials', kind: 'plain', pointers: CREDENTIAL_POINTERS },
    (fill) => credentialFields(fill, kind),
  )
