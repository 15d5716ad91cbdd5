/** Start page of an admin: set-up steps that are left, health of the organization, and the figures of all calls. */

import { formatNumber } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { listOrganizationUsers } from '../../features/accounts/identity/index.ts'
import { listInvitations } from '../../features/accounts/invitations/index.ts'
import { listConnectedApps } from '../../features/accounts/oauth/index.ts'
import { getHealth } from '../../features/accounts/setup/index.ts'
import { getModelConnection } from '../../features/analysis/model-connection/index.ts'
import { listConversationBriefs } from '../../features/conversations/records/index.ts'
import { listCrmConnections } from '../../features/integrations/crm-connections/index.ts'
import { listIntegrationRuns } from '../../features/integrations/runs/index.ts'
import type { AnswerOf, PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { badge, type Tone } from '../components/layout.ts'
import { dayOf } from '../components/times.ts'
import { MODEL_SETUP_PATH } from '../setup/model-setup-path.ts'
import { managerHome } from './manager.ts'
import { greeting, more, section } from './parts.ts'

type Health = AnswerOf<typeof getHealth>

export async function adminHome(req: PageRequest): Promise<Html> {
  const [health, model, calls, users, invited, apps, connections, failedRuns] = await Promise.all([
    req.run(getHealth, {}),
    req.run(getModelConnection, {}),
    req.run(listConversationBriefs, { size: '1' }),
    req.run(listOrganizationUsers, {}),
    req.run(listInvitations, { status: 'pending', size: '3' }),
    req.run(listConnectedApps, { everyone: 'true', size: '1' }),
    req.run(listCrmConnections, {}),
    req.run(listIntegrationRuns, { status: 'failed', size: '1' }),
  ])
  const [latest] = calls.data
  const steps: readonly Step[] = [
    {
      title: t('Bring in calls'),
      words: t('Import a recording or transcript, or send each meeting with an API key.'),
      done: latest === undefined ? undefined : t`${formatNumber(calls.meta.totalRecords)} imported`,
      path: '/conversations/import',
      verb: t('Import call'),
    },
    {
      title: t('Invite people'),
      words: t('Reps see their own calls, managers those of their teams.'),
      done: users.data.length > 1 ? t`${users.data.length} people` : undefined,
      path: '/admin/people/invitations',
      verb: t('Invite people'),
    },
    {
      title: t('Connect a language model'),
      words: t('For written summaries and answers. Without one, Parley uses rules and quotes.'),
      done: model.connected?.name,
      path: MODEL_SETUP_PATH,
      verb: t('Connect model'),
    },
    {
      title: t('Connect an assistant'),
      words: t('Ask about your calls in Claude, ChatGPT or another assistant.'),
      done: apps.meta.totalRecords > 0 ? t`${apps.meta.totalRecords} connected` : undefined,
      path: '/connect',
      verb: t('Connect assistant'),
    },
  ]
  const left = steps.filter(({ done }) => done === undefined)
  const { failed } = health.conversations
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
    row(
      t('Analysis'),
      describeQueue(health),
      '/setup',
      failed > 0 ? [t`${failed} failed`, 'bad'] : health.queue.waiting > 0 ? [t('Running'), 'open'] : [t('OK'), 'good'],
    ),
    health.recordings.failed > 0 &&
      row(t('Recordings'), t('Transcription failed'), '/setup', [t`${health.recordings.failed} failed`, 'bad']),
    failedRuns.meta.totalRecords > 0 &&
      row(t('CRM updates'), t('Writes to the CRM failed'), '/admin/crm/runs?status=failed', [
        t`${failedRuns.meta.totalRecords} failed`,
        'bad',
      ]),
    ...health.problems.map(({ title, is }) => row(title, is, '/setup', [t('Problem'), 'bad'])),
    invited.meta.totalRecords > 0 &&
      row(
        t('Not signed in yet'),
        html`${invited.data.map(({ email }, index) => html`${index > 0 && ', '}<bdi>${email}</bdi>`)}`,
        '/admin/people/invitations',
        [String(invited.meta.totalRecords), 'open'],
      ),
  ].filter((one) => one !== false)
  const healthSection = section(t('Health'), html`<ul class="rows">${lines}</ul>`, {
    more: more('/setup', t('Details')),
  })
  if (latest === undefined)
    return html`${greeting(req, t('Set up Parley for your organization.'))}<div class="cols"><div>${renderSteps(steps)}</div><div>${healthSection}</div></div>`
  return managerHome(req, {
    aside: html`${healthSection}${left.length > 0 && renderLeft(left)}`,
  })
}

interface Step {
  readonly title: Text
  readonly words: Text
  /** State of a completed step. Undefined for a step that is left. */
  readonly done: Text | undefined
  readonly path: string
  readonly verb: Text
}

/** All steps of an empty organization. The first one that is left has the filled button. */
function renderSteps(steps: readonly Step[]): Html {
  const next = steps.find(({ done }) => done === undefined)
  const complete = steps.filter(({ done }) => done !== undefined).length
  return section(
    t('Set up Parley'),
    html`<ol class="rows home-steps">${steps.map(
      (step) =>
        html`<li class="row top"><span class="home-step${step.done === undefined ? '' : ' done'}">${icon(step.done === undefined ? 'circle' : 'action')}</span><span class="grow"><b>${step.title}</b><span class="soft">${step.words}</span></span>${step.done === undefined ? html`<a class="button${step === next ? ' primary' : ''}" href="${step.path}">${step.verb}</a>` : badge(step.done, 'good')}</li>`,
    )}</ol>`,
    { more: html`<span class="meta">${complete} of ${steps.length} done</span>` },
  )
}

const renderLeft = (steps: readonly Step[]): Html =>
  section(
    t('Set-up steps left'),
    html`<ul class="rows">${steps.map(({ title, words, path }) => html`<li class="row top"><span class="grow"><a class="row-title" href="${path}">${title}</a><span class="meta">${words}</span></span></li>`)}</ul>`,
  )

const row = (title: Text, words: Html | Text, path: string, [state, tone]: readonly [Text, Tone]): Html =>
  html`<li class="row"><span class="grow"><a class="row-title" href="${path}"><bdi>${title}</bdi></a><span class="meta">${words}</span></span>${badge(state, tone)}</li>`

function describeQueue({ conversations, queue }: Health): Text {
  if (conversations.pending > 0) return t`${conversations.pending} calls wait for analysis`
  return queue.waiting > 0 ? t`${queue.waiting} background tasks wait` : t('All calls are analyzed')
}
