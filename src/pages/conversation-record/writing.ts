/** Writes confirmed values to the CRM: preview, and results of workflow runs. */

import type { z } from 'zod'
import { type Message, type Text, t } from '../../core/languages/message.ts'
import { listIntegrationRuns, type triggerNativeIntegration } from '../../features/integrations/runs/index.ts'
import { listIntegrationWorkflows } from '../../features/integrations/workflows/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton, form } from '../components/form.ts'
import { badge, type Tone } from '../components/layout.ts'
import { renderTimestamp } from '../components/times.ts'
import { formatEntity } from './crm-words.ts'
import { valueLine } from './field-control.ts'
import { panelPath, withHiddenName } from './record.ts'

type Triggered = z.output<typeof triggerNativeIntegration.output>
/** Values that each workflow would write. */
export type CrmPlans = NonNullable<Triggered['dryRun']>
type Plan = CrmPlans[number]
type Run = z.output<typeof listIntegrationRuns.output>['data'][number]

const WORKFLOWS_MAX = '50'
const RUNS_SHOWN = '5'

/** CRM section. Empty without enabled workflows and earlier runs. */
export async function writing(req: PageRequest, id: string, plans: CrmPlans | undefined): Promise<Html> {
  const [workflows, runs] = await Promise.all([
    req.run(listIntegrationWorkflows, { enabledOnly: 'true', size: WORKFLOWS_MAX }),
    req.run(listIntegrationRuns, { conversationUUID: id, size: RUNS_SHOWN }),
  ])
  if (workflows.data.length === 0 && runs.data.length === 0) return html``
  const page = panelPath(id, 'fields')
  const preview =
    workflows.data.length > 0 &&
    plans === undefined &&
    actionButton(req, { page, action: 'preview', enhance: '#fields', button: t('Preview changes') })
  return html`<section class="record-part" id="fields-crm">
<h3>CRM</h3>
${plans === undefined ? preview : renderPlans(req, page, plans)}
${runs.data.length > 0 && renderRuns(req, page, runs.data)}
</section>`
}

function renderPlans(req: PageRequest, page: string, plans: CrmPlans): Html {
  const ready = plans.filter(({ reason }) => reason === null)
  return html`<p class="soft">Parley only writes values that a person has confirmed or corrected.</p>
${plans.map(planTold)}
${ready.length > 0 && form(req, { page, action: 'write', enhance: '#fields', kind: 'plain', button: t('Write to CRM'), inline: true }, () => ready.map(({ workflowUUID }) => html`<input type="hidden" name="workflows" value="${workflowUUID}">`))}`
}

const REASONS: Readonly<Record<string, Message>> = {
  nothing_confirmed: t('No confirmed values to write yet'),
  no_linked_records: t('The call has no linked record of this type.'),
}
const LEFT_OUT: Readonly<Record<string, Message>> = {
  not_confirmed: t('not confirmed yet'),
  not_mapped: t('not part of this workflow'),
  no_value: t('no value that a CRM field can store'),
}

function planTold({ workflowName, reason, fields, leftOut, records }: Plan): Html {
  return html`<div class="record-plan"><h4><bdi>${workflowName}</bdi></h4>
${reason !== null && html`<p>${REASONS[reason] ?? t('No values to write')}</p>`}
${
  reason === null &&
  html`<p>Records: ${records.map(({ code, id }, index) => html`${index > 0 && ', '}${formatEntity(code)} <bdi>${id}</bdi>`)}</p>
<ul>${fields.map(({ crmField, value, overwrite }) => html`<li><bdi>${crmField}</bdi>: ${valueLine(value, '')}${overwrite === 'if_empty' && t(' (only if the CRM field is empty)')}</li>`)}</ul>`
}
${leftOut.length > 0 && html`<p class="soft">Skipped: ${leftOut.map(({ fieldKey, reason }, index) => html`${index > 0 && '; '}<bdi>${fieldKey}</bdi>, ${LEFT_OUT[reason] ?? ''}`)}.</p>`}
</div>`
}

const STATES: Readonly<Record<string, readonly [word: Text, tone: Tone]>> = {
  pending: [t('Waiting'), 'open'],
  running: [t('Running'), 'open'],
  succeeded: [t('Succeeded'), 'good'],
  failed: [t('Failed'), 'bad'],
  skipped: [t('Nothing to write'), 'quiet'],
}

function renderRuns(req: PageRequest, page: string, runs: readonly Run[]): Html {
  const isAtWork = runs.some(({ status }) => status === 'pending' || status === 'running')
  return html`<ul class="record-rows">${runs.map((run) => {
    const [word, tone] = STATES[run.status] ?? [run.status, 'quiet']
    return html`<li class="record-row" id="run-${run.uuid}"><div class="record-head"><span><bdi>${run.workflowName}</bdi>, ${renderTimestamp(req, run.finishedAt ?? run.createdAt)}</span>${badge(word, tone)}</div>
${run.detail !== null && html`<p class="record-by">${run.detail}${run.said !== null && html` CRM response: <bdi>${run.said}</bdi>`}</p>`}
${run.status === 'failed' && run.workflowUUID !== null && actionButton(req, { page, action: 'retry', key: run.uuid, enhance: '#fields', button: withHiddenName(t('Retry'), run.workflowName), fields: { run: run.uuid } })}</li>`
  })}</ul>
${isAtWork && actionButton(req, { page, action: 'look', enhance: '#fields', button: t('Refresh'), kind: 'link' })}`
}
