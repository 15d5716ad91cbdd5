/** Workflows: which confirmed values go into which fields of a CRM, and when; tried out without writing anything. */
import type { CrmEntityCode } from '../../features/crm/index.ts'
import { listCrmConnections } from '../../features/crm-connections/index.ts'
import { triggerNativeIntegration } from '../../features/integration-runs/index.ts'
import {
  createIntegrationWorkflow,
  deleteIntegrationWorkflow,
  getIntegrationWorkflow,
  listIntegrationWorkflows,
  updateIntegrationWorkflow,
} from '../../features/integration-workflows/index.ts'
import { type Fields, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton, type Choice, disclosure, type Fill, form, selectField, textField } from '../kit/form.ts'
import { badge, card, empty, heading, linkButton } from '../kit/layout.ts'
import { pageAsked, pager, table } from '../kit/table.ts'
import { CRM, CRM_TRAIL, crmTabs, inWords, RUNS, TRIGGERS, WORKFLOWS } from './crm-shared.ts'
import { adminPage } from './shared.ts'

const TRAIL = [...CRM_TRAIL, { label: 'Workflows', path: WORKFLOWS }]

type Workflow = Awaited<ReturnType<typeof workflowsAsked>>['data'][number]
const workflowsAsked = (visit: Visit) => visit.ask(listIntegrationWorkflows, {})

/** An organization has at most twenty. */
async function connectionChoices(visit: Visit): Promise<Choice[]> {
  const { data } = await visit.ask(listCrmConnections, {})
  return data.map(({ uuid, name }) => ({ value: uuid, label: name }))
}

export const crmWorkflowsPage = adminPage({
  path: WORKFLOWS,
  async show(visit) {
    const [{ data, meta }, connections] = await Promise.all([
      visit.ask(listIntegrationWorkflows, { page: pageAsked(visit) }),
      connectionChoices(visit),
    ])
    const create = form(
      visit,
      { page: WORKFLOWS, action: 'create', button: 'Make the workflow', pointers: POINTERS },
      (fill) => workflowFields(fill, connections),
    )
    const nameOf = (id: string) => connections.find(({ value }) => value === id)?.label ?? ''
    return {
      title: 'Workflows',
      body: html`${heading('Workflows', { words: 'Only what a person has confirmed or corrected is ever written.' })}
${crmTabs(WORKFLOWS)}
${connections.length > 0 && disclosure('New workflow', create, visit.attempt !== undefined)}
${
  data.length === 0
    ? empty(
        'No workflows yet',
        connections.length === 0
          ? 'Connect a CRM first. Then a workflow says which values go into which fields of it.'
          : 'A workflow says which values go into which fields of a CRM, and when.',
        connections.length === 0 ? linkButton(CRM, 'To the connections') : undefined,
      )
    : table<Workflow>(
        data,
        [
          { title: 'Name', cell: ({ uuid, name }) => html`<a href="${WORKFLOWS}/${uuid}"><bdi>${name}</bdi></a>` },
          {
            title: 'Writes to',
            cell: ({ connectionUUID, entityCode }) => html`<bdi>${nameOf(connectionUUID)}</bdi>, ${entityCode}`,
          },
          { title: 'Fields', kind: 'number', cell: ({ fieldMapping }) => String(fieldMapping.length) },
          { title: 'When', cell: ({ trigger }) => TRIGGERS[trigger] },
          { title: 'State', cell: ({ enabled }) => (enabled ? badge('On', 'good') : badge('Off')) },
        ],
        { caption: 'Workflows' },
      )
}
${pager(visit, meta, ['Previous', 'Next'])}`,
    }
  },
  forms: { create: LONG_FORM },
  actions: {
    create: async (visit, fields) => {
      const { uuid } = await visit.ask(createIntegrationWorkflow, workflowIn(fields))
      return goTo(`${WORKFLOWS}/${uuid}`, 'The workflow is there. Try it on a conversation below.')
    },
  },
})

const ENTITIES = [
  'deals',
  'companies',
  'contacts',
  'opportunity',
  'account',
  'contact',
  'lead',
  'owners',
  'pipelines',
  'users',
  'user',
] as const
const MAPPINGS_MAX = 100
/** Empty rows of a form, to be filled in. */
const ROOM = 3
/** A row of the mapping is one of several fields of a name. */
const POINTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: MAPPINGS_MAX }, (_, at) => at).flatMap((at) => [
    [`/fieldMapping/${at}/crmField`, `crmField-${at}`],
    [`/fieldMapping/${at}/fieldKey`, `fieldKey-${at}`],
  ]),
)

const OVERWRITE = [
  { value: 'always', label: 'Always' },
  { value: 'if_empty', label: 'Where it is empty' },
]

function workflowFields(fill: Fill, connections: readonly Choice[], workflow?: Workflow): readonly Html[] {
  const present = workflow?.fieldMapping ?? []
  const [keys, crm, overwrite] = [
    fill.values(
      'fieldKey',
      present.map(({ fieldKey }) => fieldKey),
    ),
    fill.values(
      'crmField',
      present.map(({ crmField }) => crmField),
    ),
    fill.values(
      'overwrite',
      present.map(({ overwrite }) => overwrite),
    ),
  ]
  const filled = keys.filter((key, at) => key !== '' || (crm[at] ?? '') !== '').length
  const rows = Math.min(MAPPINGS_MAX, filled + ROOM)
  return [
    textField(fill, { name: 'name', label: 'Name', value: workflow?.name, required: true, max: 128 }),
    selectField(fill, {
      name: 'connectionUUID',
      label: 'Connection',
      value: workflow?.connectionUUID,
      choices: connections,
    }),
    selectField(fill, {
      ...{ name: 'entityCode', label: 'Records that are written to', value: workflow?.entityCode },
      choices: ENTITIES.map((code) => ({ value: code, label: code })),
    }),
    selectField(fill, {
      ...{ name: 'trigger', label: 'When', value: workflow?.trigger },
      choices: Object.entries(TRIGGERS).map(([value, label]) => ({ value, label })),
    }),
    html`<fieldset class="field"><legend>Which value goes into which field</legend>
<p class="help">A value is known by the key of its item under <a href="/fields">Fields</a>, a field of the CRM by its API name. Empty rows are left out.</p>
${Array.from({ length: rows }, (_, at) => mappingRow(fill, at, keys[at], crm[at], overwrite[at]))}</fieldset>`,
  ]
}

function mappingRow(fill: Fill, at: number, key = '', crmField = '', overwrite = 'always'): Html {
  const row: Fill = {
    value: (_, present = '') => present,
    values: fill.values,
    isWrong: (name) => fill.isWrong(`${name}-${at}`),
  }
  const place = `of row ${at + 1}`
  return html`<div class="admin-row">
${textField(row, { name: 'fieldKey', id: `fieldKey-${at}`, label: `Value ${place}`, value: key, max: 200 })}
${textField(row, { name: 'crmField', id: `crmField-${at}`, label: `CRM field ${place}`, value: crmField, max: 100 })}
${selectField(row, { name: 'overwrite', id: `overwrite-${at}`, label: `Is written, row ${at + 1}`, value: overwrite, choices: OVERWRITE })}
</div>`
}

function workflowIn(fields: Fields) {
  const [keys, crm, overwrite] = [fields.all('fieldKey'), fields.all('crmField'), fields.all('overwrite')]
  const fieldMapping = keys
    .map((key, at) => ({
      ...{ fieldKey: key.trim(), crmField: crm[at]?.trim() ?? '' },
      overwrite: overwrite[at] as 'always',
    }))
    .filter(({ fieldKey, crmField }) => fieldKey !== '' || crmField !== '')
  return {
    ...{ name: fields.text('name'), connectionUUID: fields.text('connectionUUID') },
    ...{ entityCode: fields.text('entityCode') as CrmEntityCode, trigger: fields.text('trigger') as 'manual' },
    fieldMapping,
  }
}

export const crmWorkflowPage = adminPage({
  path: `${WORKFLOWS}/:id`,
  show: (visit) => workflowView(visit),
  forms: { change: LONG_FORM },
  actions: {
    change: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(updateIntegrationWorkflow, { id, ...workflowIn(fields) })
      return goTo(`${WORKFLOWS}/${id}`, 'Saved.')
    },
    enable: async (visit) => {
      await visit.ask(updateIntegrationWorkflow, { id: visit.params.id, enabled: true })
      return goTo(`${WORKFLOWS}/${visit.params.id}`, 'The workflow is on.')
    },
    disable: async (visit) => {
      await visit.ask(updateIntegrationWorkflow, { id: visit.params.id, enabled: false })
      return goTo(`${WORKFLOWS}/${visit.params.id}`, 'The workflow is off. Nothing is written by it.')
    },
    try: async (visit, fields) => {
      const answer = await visit.ask(triggerNativeIntegration, {
        ...{ id: conversationIn(fields.text('conversation')), workflowIds: [visit.params.id], dryRun: true },
      })
      return workflowView(visit, answer.dryRun?.[0])
    },
    delete: async (visit) => {
      await visit.ask(deleteIntegrationWorkflow, { id: visit.params.id })
      return goTo(WORKFLOWS, 'The workflow is gone. What its runs did stays to be read.')
    },
  },
})

/** People copy the address of a conversation. */
const conversationIn = (given: string) =>
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(given)?.[0].toLowerCase() ?? given.trim().slice(0, 64)

type Plan = NonNullable<Awaited<ReturnType<typeof planAsked>>['dryRun']>[number]
const planAsked = (visit: Visit) => visit.ask(triggerNativeIntegration, { id: '' })

async function workflowView(visit: Visit<'id'>, plan?: Plan) {
  const { id } = visit.params
  const page = `${WORKFLOWS}/${id}`
  const [workflow, connections] = await Promise.all([
    visit.ask(getIntegrationWorkflow, { id }),
    connectionChoices(visit),
  ])
  const { name, enabled } = workflow
  const tryOut = form(visit, { page, action: 'try', button: 'Show what would be written', kind: 'plain' }, (fill) =>
    textField(fill, {
      name: 'conversation',
      label: 'A conversation',
      required: true,
      help: 'Its address or id. Nothing is written.',
    }),
  )
  return {
    title: name,
    body: html`${heading(name, {
      trail: TRAIL,
      actions: [
        linkButton(`${RUNS}?workflow=${id}`, 'Runs'),
        enabled
          ? actionButton(visit, { page, action: 'disable', button: 'Switch off' })
          : actionButton(visit, { page, action: 'enable', button: 'Switch on' }),
      ],
    })}
<p class="admin-state">${enabled ? badge('On', 'good') : badge('Off')}</p>
${card('Try it', html`${enabled ? tryOut : html`<p class="soft">Switch it on first: one that is off writes nothing.</p>`}${plan !== undefined && planTold(plan)}`, { id: 'try' })}
${card(
  'What it does',
  form(visit, { page, action: 'change', button: 'Save', pointers: POINTERS }, (fill) =>
    workflowFields(fill, connections, workflow),
  ),
)}
${actionButton(visit, { page, action: 'delete', button: 'Delete this workflow', kind: 'danger', confirm: `Delete the workflow ${name}?` })}`,
  }
}

const planTold = ({ reason, fields, leftOut, records }: Plan): Html => html`<h3>What would be written</h3>
${reason !== null && html`<p>Nothing: ${inWords(reason).toLowerCase()}.</p>`}
${records.length > 0 && html`<p>To ${records.map(({ code, id }) => html`<bdi>${code} ${id}</bdi> `)}</p>`}
${
  fields.length > 0 &&
  table(
    fields,
    [
      { title: 'Field', cell: ({ crmField }) => html`<bdi>${crmField}</bdi>` },
      {
        title: 'Value',
        cell: ({ value }) => html`<bdi>${Array.isArray(value) ? value.join(', ') : String(value)}</bdi>`,
      },
      { title: 'Is written', cell: ({ overwrite }) => (overwrite === 'always' ? 'Always' : 'Where it is empty') },
    ],
    { caption: 'What would be written' },
  )
}
${leftOut.length > 0 && html`<p class="soft">Left out: ${leftOut.map(({ fieldKey, reason }) => html`<bdi>${fieldKey}</bdi> (${inWords(reason).toLowerCase()}) `)}</p>`}`
