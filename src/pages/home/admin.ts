/** Start page of an admin: set-up steps that are left, call sources, background work, people, and the figures of all calls. */

import { formatNumber } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { listReps } from '../../features/accounts/identity/index.ts'
import { listInvitations } from '../../features/accounts/invitations/index.ts'
import { listConnectedApps } from '../../features/accounts/oauth/index.ts'
import { getHealth } from '../../features/accounts/setup/index.ts'
import { getModelConnection } from '../../features/analysis/model-connection/index.ts'
import { listConversationBriefs } from '../../features/conversations/records/index.ts'
import { listCrmConnections } from '../../features/integrations/crm-connections/index.ts'
import { listIntegrationRuns } from '../../features/integrations/runs/index.ts'
import { listSourceStates } from '../../features/sources/call-sources/index.ts'
import type { AnswerOf, PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { badge, type Tone } from '../components/layout.ts'
import { dayOf, renderTimestamp } from '../components/times.ts'
import { managerHome } from './manager.ts'
import { greeting, more, section } from './parts.ts'
import { listSetUpSteps, renderSteps, renderStepsLeft } from './set-up-steps.ts'
import { renderSources } from './sources.ts'

type Health = AnswerOf<typeof getHealth>

const SOURCES_SHOWN = '6'

export async function adminHome(req: PageRequest): Promise<Html> {
  const [health, sources, model, calls, users, invited, apps, connections, failedRuns] = await Promise.all([
    req.run(getHealth, {}),
    req.run(listSourceStates, { size: SOURCES_SHOWN }),
    req.run(getModelConnection, {}),
    req.run(listConversationBriefs, { size: '1' }),
    req.run(listReps, { size: '1' }),
    req.run(listInvitations, { status: 'pending', size: '3' }),
    req.run(listConnectedApps, { everyone: 'true', size: '1' }),
    req.run(listCrmConnections, {}),
    req.run(listIntegrationRuns, { status: 'failed', size: '1' }),
  ])
  const [latest] = calls.data
  const people = users.meta.totalRecords
  const steps = listSetUpSteps({
    ...{ sources, people, calls: calls.meta.totalRecords },
    ...{ model: model.connected?.name, apps: apps.meta.totalRecords },
  })
  const left = steps.filter(({ isDone }) => !isDone)
  const lines = [
    row(
      t('Calls'),
      latest === undefined ? t('No call yet') : html`Last call ${dayOf(req, latest.startedAt)}`,
      '/conversations',
      latest === undefined ? [t('None'), 'open'] : [t('OK'), 'good'],
    ),
    ...connections.data.map(({ uuid, name, sync }) =>
      row(
        name,
        sync.finishedAt === null ? t('Not synced yet') : html`Synced ${dayOf(req, sync.finishedAt)}`,
        `/admin/crm/connections/${uuid}`,
        sync.fault === null ? [t('OK'), 'good'] : [t('Failing'), 'bad'],
      ),
    ),
    ...listWork(req, health),
    failedRuns.meta.totalRecords > 0 &&
      row(t('CRM updates'), t('Writes to the CRM failed'), '/admin/crm/runs?status=failed', [
        t`${failedRuns.meta.totalRecords} failed`,
        'bad',
      ]),
    ...health.problems.map(({ title, is }) => row(title, is, '/setup', [t('Problem'), 'bad'])),
  ].filter((one) => one !== false)
  const healthSection = section(t('Health'), html`<ul class="rows">${lines}</ul>`, {
    more: more('/setup', t('Details')),
  })
  const peopleSection = renderPeople(people, invited)
  if (latest === undefined)
    return html`${greeting(req, t('Set up Parley for your organization.'))}<div class="cols"><div>${renderSteps(steps)}${sources.data.length > 0 && renderSources(req, sources)}</div><div>${healthSection}${peopleSection}</div></div>`
  return managerHome(req, {
    before: html`<div class="cols"><div>${renderSources(req, sources)}${peopleSection}</div><div>${healthSection}</div></div>`,
    aside: left.length > 0 ? renderStepsLeft(left) : html``,
  })
}

/** Analyses and other background tasks: how many wait and since when, and how many failed. */
function listWork(req: PageRequest, { conversations, queue, recordings }: Health): readonly (Html | false)[] {
  const { pending, failed } = conversations
  return [
    row(
      t('Analysis'),
      pending > 0 ? t`${formatNumber(pending)} calls wait for analysis` : t('All calls are analyzed'),
      '/setup',
      failed > 0 ? [t`${failed} failed`, 'bad'] : pending > 0 ? [t('Running'), 'open'] : [t('OK'), 'good'],
    ),
    row(
      t('Background tasks'),
      describeQueue(req, queue),
      '/setup',
      queue.waiting > 0 ? [t('Running'), 'open'] : [t('OK'), 'good'],
    ),
    queue.failed > 0 &&
      row(
        t('Failed tasks'),
        html`In the last 7 days: ${queue.failedJobs.slice(0, JOBS_NAMED).map(({ job }, at) => html`${at > 0 && ', '}<code>${job}</code>`)}`,
        '/setup',
        [t`${formatNumber(queue.failed)} failed`, 'bad'],
      ),
    recordings.failed > 0 &&
      row(t('Recordings'), t('Transcription failed'), '/setup', [t`${recordings.failed} failed`, 'bad']),
  ]
}

function describeQueue(req: PageRequest, { waiting, waitingSince }: Health['queue']): Html | Text {
  if (waiting === 0 || waitingSince === null) return t('No task waits')
  const since = renderTimestamp(req, waitingSince)
  return waiting === 1
    ? html`1 task waits since ${since}`
    : html`${formatNumber(waiting)} tasks wait, the first since ${since}`
}

/** Maximum number of kinds of failed tasks that the page names. */
const JOBS_NAMED = 3

const renderPeople = (people: number, { data, meta }: AnswerOf<typeof listInvitations>): Html =>
  section(
    t('Users'),
    html`<ul class="rows">${row(
      t('Active users'),
      t('They can sign in. Each one has a role: Admin, Manager or Member.'),
      '/admin/people',
      [formatNumber(people), 'good'],
    )}${
      meta.totalRecords > 0 &&
      row(
        t('Not signed in yet'),
        html`${data.map(({ email }, index) => html`${index > 0 && ', '}<bdi>${email}</bdi>`)}`,
        '/admin/people/invitations',
        [formatNumber(meta.totalRecords), 'open'],
      )
    }</ul>`,
    { more: more('/admin/people', t('All people')) },
  )

const row = (title: Text, words: Html | Text, path: string, [state, tone]: readonly [Text, Tone]): Html =>
  html`<li class="row"><span class="grow"><a class="row-title" href="${path}"><bdi>${title}</bdi></a><span class="meta">${words}</span></span>${badge(state, tone)}</li>`
