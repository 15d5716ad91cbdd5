/** Runs of integration workflows: what Parley wrote to the CRM for each call, and how the CRM responded. */

import { known } from '../../core/languages/known.ts'
import { type Message, t } from '../../core/languages/message.ts'
import { getIntegrationRun, listIntegrationRuns, retryIntegrationRun } from '../../features/integrations/runs/index.ts'
import { type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { html } from '../../inbound/web/html.ts'
import { withCode } from '../../inbound/web/with-code.ts'
import { actionButton } from '../components/form.ts'
import { badge, card, chip, chips, empty, facts, heading, linkButton, type Tone, tabs } from '../components/layout.ts'
import { pageAsked, pager, table, withQuery } from '../components/table.ts'
import { renderTimestamp } from '../components/times.ts'
import { CRM_TRAIL, crmTabs, inWords, REASONS, RUN_STATES, RUNS, WORKFLOWS } from './crm-shared.ts'
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
      title: t('Workflow runs'),
      body: html`${heading(t('Workflow runs'), { words: t('Each run writes the values of one call to the CRM. If the CRM is unavailable, Parley retries automatically.'), tabs: crmTabs(RUNS) })}
${tabs(t('Runs by status'), [{ label: t('All'), path: withQuery(req.path, { status: undefined }) }, ...states], withQuery(req.path, { status }))}
${workflow !== undefined && chips([chip(t('One workflow'), { remove: withQuery(req.path, { workflow: undefined }) })])}
${
  'refused' in answer
    ? answer.refused
    : answer.data.length === 0
      ? empty(
          t('No runs yet'),
          t('When a workflow writes values of a call to a CRM, you can check the result here.'),
          linkButton(WORKFLOWS, t('View workflows')),
        )
      : html`${table<Run>(answer.data, columns(req), { caption: t('Runs') })}${pager(req, answer.meta)}`
}`,
    }
  },
})

const columns = (req: PageRequest) => [
  {
    title: t('Workflow'),
    cell: ({ uuid, workflowName }: Run) => html`<a href="${RUNS}/${uuid}"><bdi>${workflowName}</bdi></a>`,
  },
  {
    title: t('Call'),
    cell: ({ conversationUUID }: Run) => html`<a href="/conversations/${conversationUUID}">View call</a>`,
  },
  { title: t('Requested'), cell: ({ createdAt }: Run) => renderTimestamp(req, createdAt) },
  { title: t('Status'), cell: ({ status }: Run) => badge(...RUN_STATES[status]) },
  { title: t('Attempts'), kind: 'number' as const, cell: ({ tries, triesMax }: Run) => t`${tries} of ${triesMax}` },
  { title: t('Details'), cell: ({ detail }: Run) => known(detail ?? '') },
]

const OUTCOMES: Readonly<Record<'pending' | 'sent' | 'kept' | 'failed', readonly [Message, Tone]>> = {
  pending: [t('Waiting'), 'open'],
  sent: [t('Written'), 'good'],
  kept: [t('Skipped: already has values'), 'quiet'],
  failed: [t('Failed'), 'bad'],
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
        trail: [...CRM_TRAIL, { label: t('Runs'), path: RUNS }],
        actions: [
          linkButton(`/conversations/${run.conversationUUID}`, t('View call')),
          ...(workflowUUID === null ? [] : [linkButton(`${WORKFLOWS}/${workflowUUID}`, t('View workflow'))]),
          ...(isOver && workflowUUID !== null
            ? [actionButton(req, { page, action: 'retry', button: t('Retry run') })]
            : []),
        ],
      })}
<section class="card">${facts([
        [t('Status'), badge(...RUN_STATES[status])],
        [t('Requested'), renderTimestamp(req, run.createdAt)],
        [t('Attempts'), t`${run.tries} of ${run.triesMax}`],
        ...(nextTryAt === null ? [] : [[t('Next attempt'), renderTimestamp(req, nextTryAt)] as const]),
        ...(run.finishedAt === null ? [] : [[t('Finished'), renderTimestamp(req, run.finishedAt)] as const]),
      ])}${detail !== null && html`<p>${withCode(known(detail))}</p>`}${said !== null && html`<blockquote><p dir="auto">${said}</p><footer>CRM response</footer></blockquote>`}</section>
${card(
  t('Records'),
  run.records.length === 0
    ? html`<p class="soft">No records</p>`
    : table(
        run.records,
        [
          { title: t('Record'), cell: ({ code, id }) => html`<bdi>${code} ${id}</bdi>` },
          { title: t('Result'), cell: ({ outcome }) => badge(...OUTCOMES[outcome]) },
          {
            title: t('Details'),
            cell: ({ reason, said }) =>
              html`${reason === null ? '' : inWords(reason)}${said !== null && html`<br><bdi>${said}</bdi>`}`,
          },
        ],
        { caption: t('Records') },
      ),
)}
${card(
  t('Values'),
  run.fields.length === 0
    ? html`<p class="soft">No values</p>`
    : table(
        run.fields,
        [
          { title: t('Field'), cell: ({ fieldKey }) => html`<bdi>${fieldKey}</bdi>` },
          { title: t('CRM field'), cell: ({ crmField }) => html`<bdi>${crmField}</bdi>` },
          {
            title: t('Value'),
            cell: ({ value }) => html`<bdi>${Array.isArray(value) ? value.join(', ') : String(value)}</bdi>`,
          },
        ],
        { caption: t('Values') },
      ),
)}
${run.leftOut.length > 0 && html`<p class="soft">Skipped: ${run.leftOut.map(({ fieldKey, reason }) => html`<bdi>${fieldKey}</bdi> (${REASONS[reason]}) `)}</p>`}`,
    }
  },
  actions: {
    retry: async (req) => {
      const { runId } = await req.run(retryIntegrationRun, { id: req.params.id })
      return redirectTo(`${RUNS}/${runId}`, t('Retry started with the current values'))
    },
  },
})
