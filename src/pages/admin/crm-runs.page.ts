/** Runs of integration workflows: what Parley wrote to the CRM for each call, and how the CRM responded. */
import { getIntegrationRun, listIntegrationRuns, retryIntegrationRun } from '../../features/integrations/runs/index.ts'
import { type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { html } from '../../inbound/web/html.ts'
import { actionButton } from '../components/form.ts'
import { badge, card, chip, chips, empty, facts, heading, linkButton, type Tone, tabs } from '../components/layout.ts'
import { pageAsked, pager, table, withQuery } from '../components/table.ts'
import { renderTimestamp } from '../components/times.ts'
import { CRM_TRAIL, crmTabs, inWords, RUN_STATES, RUNS, WORKFLOWS } from './crm-shared.ts'
import { adminPage, catchListRefusal } from './shared.ts'

type CrmRunsData = Awaited<ReturnType<typeof listRuns>>
type Run = CrmRunsData['data'][number]
function listRuns(req: PageRequest) {
  const [status, workflow] = [req.query.get('status') ?? '', req.query.get('workflow') ?? '']
  return req.run(listIntegrationRuns, {
    page: pageAsked(req),
    ...(status === '' ? {} : { status }),
    ...(workflow === '' ? {} : { workflowUUID: workflow }),
  })
}

export const crmRunsPage = adminPage({
  path: RUNS,
  async show(req) {
    const answer = await catchListRefusal(listRuns(req))
    const status = req.query.get('status') ?? undefined
    const workflow = req.query.get('workflow') ?? undefined
    const states = Object.entries(RUN_STATES).map(([state, [label]]) => ({
      ...{ label, path: withQuery(req.path, { status: state }) },
    }))
    return {
      title: 'Workflow runs',
      body: html`${heading('Workflow runs', { words: 'Each run writes the values of one call to the CRM. If the CRM is unavailable, Parley retries automatically.' })}
${crmTabs(RUNS)}
${tabs('Runs by status', [{ label: 'All', path: withQuery(req.path, { status: undefined }) }, ...states], withQuery(req.path, { status }))}
${workflow !== undefined && chips([chip('One workflow', { remove: withQuery(req.path, { workflow: undefined }) })])}
${
  'refused' in answer
    ? answer.refused
    : answer.data.length === 0
      ? empty(
          'No runs yet',
          'When a workflow writes values of a call to a CRM, you can check the result here.',
          linkButton(WORKFLOWS, 'View workflows'),
        )
      : html`${table<Run>(answer.data, columns(req), { caption: 'Runs' })}${pager(req, answer.meta)}`
}`,
    }
  },
})

const columns = (req: PageRequest) => [
  {
    title: 'Workflow',
    cell: ({ uuid, workflowName }: Run) => html`<a href="${RUNS}/${uuid}"><bdi>${workflowName}</bdi></a>`,
  },
  {
    title: 'Call',
    cell: ({ conversationUUID }: Run) => html`<a href="/conversations/${conversationUUID}">View call</a>`,
  },
  { title: 'Requested', cell: ({ createdAt }: Run) => renderTimestamp(req, createdAt) },
  { title: 'Status', cell: ({ status }: Run) => badge(...RUN_STATES[status]) },
  { title: 'Attempts', kind: 'number' as const, cell: ({ tries, triesMax }: Run) => `${tries} of ${triesMax}` },
  { title: 'Details', cell: ({ detail }: Run) => detail ?? '' },
]

const OUTCOMES: Readonly<Record<'pending' | 'sent' | 'kept' | 'failed', readonly [string, Tone]>> = {
  pending: ['Waiting', 'open'],
  sent: ['Written', 'good'],
  kept: ['Skipped: already has values', 'quiet'],
  failed: ['Failed', 'bad'],
}

export const crmRunPage = adminPage({
  path: `${RUNS}/:id`,
  async show(req) {
    const { id } = req.params
    const page = `${RUNS}/${id}`
    const run = await req.run(getIntegrationRun, { id })
    const { status, detail, said, nextTryAt, workflowUUID } = run
    const isOver = status !== 'pending' && status !== 'running'
    return {
      title: run.workflowName,
      body: html`${heading(run.workflowName, {
        trail: [...CRM_TRAIL, { label: 'Runs', path: RUNS }],
        actions: [
          linkButton(`/conversations/${run.conversationUUID}`, 'View call'),
          ...(workflowUUID === null ? [] : [linkButton(`${WORKFLOWS}/${workflowUUID}`, 'View workflow')]),
          ...(isOver && workflowUUID !== null
            ? [actionButton(req, { page, action: 'retry', button: 'Retry run' })]
            : []),
        ],
      })}
<section class="card">${facts([
        ['Status', badge(...RUN_STATES[status])],
        ['Requested', renderTimestamp(req, run.createdAt)],
        ['Attempts', `${run.tries} of ${run.triesMax}`],
        ...(nextTryAt === null ? [] : [['Next attempt', renderTimestamp(req, nextTryAt)] as const]),
        ...(run.finishedAt === null ? [] : [['Finished', renderTimestamp(req, run.finishedAt)] as const]),
      ])}${detail !== null && html`<p>${detail}</p>`}${said !== null && html`<blockquote><p dir="auto">${said}</p><footer>CRM response</footer></blockquote>`}</section>
${card(
  'Records',
  run.records.length === 0
    ? html`<p class="soft">No records</p>`
    : table(
        run.records,
        [
          { title: 'Record', cell: ({ code, id }) => html`<bdi>${code} ${id}</bdi>` },
          { title: 'Result', cell: ({ outcome }) => badge(...OUTCOMES[outcome]) },
          {
            title: 'Details',
            cell: ({ reason, said }) =>
              html`${reason === null ? '' : inWords(reason)}${said !== null && html`<br><bdi>${said}</bdi>`}`,
          },
        ],
        { caption: 'Records' },
      ),
)}
${card(
  'Values',
  run.fields.length === 0
    ? html`<p class="soft">No values</p>`
    : table(
        run.fields,
        [
          { title: 'Field', cell: ({ fieldKey }) => html`<bdi>${fieldKey}</bdi>` },
          { title: 'CRM field', cell: ({ crmField }) => html`<bdi>${crmField}</bdi>` },
          {
            title: 'Value',
            cell: ({ value }) => html`<bdi>${Array.isArray(value) ? value.join(', ') : String(value)}</bdi>`,
          },
        ],
        { caption: 'Values' },
      ),
)}
${run.leftOut.length > 0 && html`<p class="soft">Skipped: ${run.leftOut.map(({ fieldKey, reason }) => html`<bdi>${fieldKey}</bdi> (${inWords(reason).toLowerCase()}) `)}</p>`}`,
    }
  },
  actions: {
    retry: async (req) => {
      const { runId } = await req.run(retryIntegrationRun, { id: req.params.id })
      return redirectTo(`${RUNS}/${runId}`, 'Retry started with the current values')
    },
  },
})
