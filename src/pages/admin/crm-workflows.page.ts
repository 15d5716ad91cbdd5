/** Integration workflows: the mapping from confirmed values to CRM fields, with a preview that writes nothing. */

import { t } from '../../core/languages/message.ts'
import type { CrmEntityCode } from '../../features/conversations/crm-records/index.ts'
import { listCrmConnections } from '../../features/integrations/crm-connections/index.ts'
import { triggerNativeIntegration } from '../../features/integrations/runs/index.ts'
import {
  createIntegrationWorkflow,
  deleteIntegrationWorkflow,
  getIntegrationWorkflow,
  listIntegrationWorkflows,
  updateIntegrationWorkflow,
} from '../../features/integrations/workflows/index.ts'
import { type Fields, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton, type Choice, type Fill, form, formMenu, selectField, textField } from '../components/form.ts'
import { badge, card, empty, heading, linkButton } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { CRM, CRM_TRAIL, crmTabs, REASONS, RUNS, TRIGGERS, WORKFLOWS } from './crm-shared.ts'
import { adminPage } from './shared.ts'

const TRAIL = [...CRM_TRAIL, { label: t('Workflows'), path: WORKFLOWS }]

type Workflow = Awaited<ReturnType<typeof listWorkflows>>['data'][number]
const listWorkflows = (req: PageRequest) => req.run(listIntegrationWorkflows, {})

/** Connections as choices. One page holds them all: the maximum is 20 per organization. */
async function connectionChoices(req: PageRequest): Promise<Choice[]> {
  const { data } = await req.run(listCrmConnections, {})
  return data.map(({ uuid, name }) => ({ value: uuid, label: name }))
}

export const crmWorkflowsPage = adminPage({
  path: WORKFLOWS,
  async show(req) {
    const [{ data, meta }, connections] = await Promise.all([
      req.run(listIntegrationWorkflows, { page: pageAsked(req) }),
      connectionChoices(req),
    ])
    const create = form(
      req,
      { page: WORKFLOWS, action: 'create', button: t('Create workflow'), pointers: POINTERS },
      (fill) => workflowFields(fill, connections),
    )
    const getConnectionName = (id: string) => connections.find(({ value }) => value === id)?.label ?? ''
    return {
      title: t('Workflows'),
      body: html`${heading(t('Workflows'), { words: t('Workflows write call data to your CRM. Parley only writes values that a person has confirmed or corrected.'), tabs: crmTabs(WORKFLOWS), actions: connections.length > 0 && formMenu(t('New workflow'), create, { open: req.attempt !== undefined }) })}
${
  data.length === 0
    ? empty(
        t('No workflows yet'),
        connections.length === 0
          ? t('A workflow keeps your CRM fields up to date with values from your calls. Connect a CRM first.')
          : t('A workflow keeps your CRM fields up to date with values from your calls.'),
        connections.length === 0 ? linkButton(CRM, t('Connect a CRM')) : undefined,
      )
    : table<Workflow>(
        data,
        [
          { title: t('Name'), cell: ({ uuid, name }) => html`<a href="${WORKFLOWS}/${uuid}"><bdi>${name}</bdi></a>` },
          {
            title: t('Writes to'),
            cell: ({ connectionUUID, entityCode }) =>
              html`<bdi>${getConnectionName(connectionUUID)}</bdi>, ${entityCode}`,
          },
          { title: t('Fields'), kind: 'number', cell: ({ fieldMapping }) => String(fieldMapping.length) },
          { title: t('Runs'), cell: ({ trigger }) => TRIGGERS[trigger] },
          { title: t('Status'), cell: ({ enabled }) => (enabled ? badge(t('On'), 'good') : badge(t('Off'))) },
        ],
        { caption: t('Workflows') },
      )
}
${pager(req, meta, [t('Previous'), t('Next')])}`,
    }
  },
  forms: { create: LONG_FORM },
  actions: {
    create: async (req, fields) => {
      const { uuid } = await req.run(createIntegrationWorkflow, workflowIn(fields))
      return redirectTo(`${WORKFLOWS}/${uuid}`, t('Workflow created. Test it on a call below.'))
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
/** Number of empty rows at the end of the mapping. */
const ROOM = 3
/** Maps JSON pointers to the rows of the mapping, whose fields share their names. */
const POINTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: MAPPINGS_MAX }, (_, at) => at).flatMap((at) => [
    [`/fieldMapping/${at}/crmField`, `crmField-${at}`],
    [`/fieldMapping/${at}/fieldKey`, `fieldKey-${at}`],
  ]),
)

const OVERWRITE = [
  { value: 'always', label: t('Always') },
  { value: 'if_empty', label: t('Only if the CRM field is empty') },
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
    textField(fill, { name: 'name', label: t('Name'), value: workflow?.name, required: true, max: 128 }),
    selectField(fill, {
      name: 'connectionUUID',
      label: t('Connection'),
      value: workflow?.connectionUUID,
      choices: connections,
    }),
    selectField(fill, {
      ...{ name: 'entityCode', label: t('CRM record type'), value: workflow?.entityCode },
      choices: ENTITIES.map((code) => ({ value: code, label: code })),
    }),
    selectField(fill, {
      ...{ name: 'trigger', label: t('Runs'), value: workflow?.trigger },
      choices: Object.entries(TRIGGERS).map(([value, label]) => ({ value, label })),
    }),
    html`<fieldset class="field"><legend>Field mapping</legend>
<p class="help">Enter the key of a field from <a href="/fields">Fields</a> and the API name of the CRM field. Empty rows are ignored.</p>
${Array.from({ length: rows }, (_, at) => mappingRow(fill, at, keys[at], crm[at], overwrite[at]))}</fieldset>`,
  ]
}

function mappingRow(fill: Fill, at: number, key = '', crmField = '', overwrite = 'always'): Html {
  const rowFill: Fill = {
    value: (_, present = '') => present,
    values: fill.values,
    isWrong: (name) => fill.isWrong(`${name}-${at}`),
  }
  const row = at + 1
  return html`<div class="admin-row">
${textField(rowFill, { name: 'fieldKey', id: `fieldKey-${at}`, label: t`Field key, row ${row}`, value: key, max: 200 })}
${textField(rowFill, { name: 'crmField', id: `crmField-${at}`, label: t`CRM field, row ${row}`, value: crmField, max: 100 })}
${selectField(rowFill, { name: 'overwrite', id: `overwrite-${at}`, label: t`Overwrite, row ${row}`, value: overwrite, choices: OVERWRITE })}
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
  show: (req) => workflowView(req),
  forms: { change: LONG_FORM },
  actions: {
    change: async (req, fields) => {
      const { id } = req.params
      await req.run(updateIntegrationWorkflow, { id, ...workflowIn(fields) })
      return redirectTo(`${WORKFLOWS}/${id}`, t('Workflow saved'))
    },
    enable: async (req) => {
      await req.run(updateIntegrationWorkflow, { id: req.params.id, enabled: true })
      return redirectTo(`${WORKFLOWS}/${req.params.id}`, t('Workflow turned on'))
    },
    disable: async (req) => {
      await req.run(updateIntegrationWorkflow, { id: req.params.id, enabled: false })
      return redirectTo(`${WORKFLOWS}/${req.params.id}`, t('Workflow turned off. It no longer writes to the CRM.'))
    },
    try: async (req, fields) => {
      const answer = await req.run(triggerNativeIntegration, {
        ...{ id: conversationIn(fields.text('conversation')), workflowIds: [req.params.id], dryRun: true },
      })
      return workflowView(req, answer.dryRun?.[0])
    },
    delete: async (req) => {
      await req.run(deleteIntegrationWorkflow, { id: req.params.id })
      return redirectTo(WORKFLOWS, t('Workflow deleted. Its runs stay in the list of runs.'))
    },
  },
})

/** Extracts the ID from a call URL, because people paste URLs. */
const conversationIn = (given: string) =>
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(given)?.[0].toLowerCase() ?? given.trim().slice(0, 64)

type Plan = NonNullable<Awaited<ReturnType<typeof planAsked>>['dryRun']>[number]
const planAsked = (req: PageRequest) => req.run(triggerNativeIntegration, { id: '' })

async function workflowView(req: PageRequest<'id'>, plan?: Plan) {
  const { id } = req.params
  const page = `${WORKFLOWS}/${id}`
  const [workflow, connections] = await Promise.all([req.run(getIntegrationWorkflow, { id }), connectionChoices(req)])
  const { name, enabled } = workflow
  const tryOut = form(req, { page, action: 'try', button: t('Preview changes'), kind: 'plain' }, (fill) =>
    textField(fill, {
      name: 'conversation',
      label: t('Call'),
      required: true,
      help: t('URL or ID of a call. The preview writes nothing.'),
    }),
  )
  return {
    title: name,
    body: html`${heading(name, {
      trail: TRAIL,
      actions: [
        linkButton(`${RUNS}?workflow=${id}`, t('View runs')),
        enabled
          ? actionButton(req, { page, action: 'disable', button: t('Turn off workflow') })
          : actionButton(req, { page, action: 'enable', button: t('Turn on workflow') }),
      ],
    })}
<p class="admin-state">${enabled ? badge(t('On'), 'good') : badge(t('Off'))}</p>
${card(t('Test the workflow'), html`${enabled ? tryOut : html`<p class="soft">Turn on the workflow to test it.</p>`}${plan !== undefined && planTold(plan)}`, { id: 'try' })}
${card(
  t('Settings'),
  form(req, { page, action: 'change', button: t('Save workflow'), pointers: POINTERS }, (fill) =>
    workflowFields(fill, connections, workflow),
  ),
)}
${actionButton(req, { page, action: 'delete', button: t('Delete workflow'), kind: 'danger', confirm: t`Delete the workflow ${name}? Its runs and the values in your CRM stay. You can't undo this.` })}`,
  }
}

const planTold = ({ reason, fields, leftOut, records }: Plan): Html => html`<h3>Preview</h3>
${reason !== null && html`<p>Nothing to write: ${REASONS[reason]}.</p>`}
${records.length > 0 && html`<p>Records: ${records.map(({ code, id }) => html`<bdi>${code} ${id}</bdi> `)}</p>`}
${
  fields.length > 0 &&
  table(
    fields,
    [
      { title: t('CRM field'), cell: ({ crmField }) => html`<bdi>${crmField}</bdi>` },
      {
        title: t('Value'),
        cell: ({ value }) => html`<bdi>${Array.isArray(value) ? value.join(', ') : String(value)}</bdi>`,
      },
      { title: t('Overwrite'), cell: ({ overwrite }) => (overwrite === 'always' ? t('Always') : t('Only if empty')) },
    ],
    { caption: t('Values to write') },
  )
}
${leftOut.length > 0 && html`<p class="soft">Skipped: ${leftOut.map(({ fieldKey, reason }) => html`<bdi>${fieldKey}</bdi> (${REASONS[reason]}) `)}</p>`}`
