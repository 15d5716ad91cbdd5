/** Setup page: components and their configuration, background tasks, versions. */
import type { z } from 'zod'
import { known } from '../../core/languages/known.ts'
import { type Message, t } from '../../core/languages/message.ts'
import { getSetup } from '../../features/accounts/setup/index.ts'
import { definePage, type PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { withCode } from '../../inbound/web/with-code.ts'
import { badge, card, facts, heading, linkButton, type Tone } from '../components/layout.ts'
import { table } from '../components/table.ts'
import { renderTimestamp } from '../components/times.ts'
import { MODEL_SETUP_PATH } from './model-setup-path.ts'

type Setup = z.output<typeof getSetup.output>
type SetupPart = Setup['parts'][number]

export const setupPage = definePage({
  path: '/setup',
  navigation: {
    group: 'workspace',
    label: t('Setup'),
    role: 'ADMIN',
    words: t('Components, background tasks and versions of this installation'),
  },
  async show(req) {
    const { problems, versions, parts, work } = await req.run(getSetup, {})
    const off = parts.filter(({ state }) => state === 'off').length
    return {
      title: t('Setup'),
      body: html`${heading(t('Setup'), {
        words: html`${off === 0 ? t('All components are configured.') : off === 1 ? t('1 component is off.') : t`${off} components are off.`} Settings are environment variables, which Parley reads when it starts. A language model can also be connected in the app. <code>parley doctor</code> reports the same information.`,
        actions: [
          linkButton(MODEL_SETUP_PATH, t('Connect a language model')),
          linkButton('/connect', t('Connect an assistant')),
        ],
      })}
${problems.length > 0 && card(t('Problems'), html`<ul>${problems.map(({ title, is, means }) => html`<li>${badge(known(title), 'bad')} ${withCode(known(is))} <span class="soft">${withCode(known(means))}</span></li>`)}</ul>`)}
${table(parts, COLUMNS, { caption: t('Components of this installation'), id: ({ id }) => `part-${id}` })}
<h2 class="setup-work">Background tasks of your organization</h2>
<div class="columns-2">
${card(t('Tasks'), jobs(req, work))}
${card(t('Analysis'), analyses(work))}
${card(t('Search index'), index(work))}
${card(
  t('Recordings'),
  facts([
    [t('Waiting for transcription'), String(work.recordings.waiting)],
    [t('Failed'), count(work.recordings.failed)],
  ]),
)}
</div>
${card(
  t('Versions'),
  facts([
    ['Parley', versions.parley],
    ['Node.js', versions.node],
    [t('Database'), versions.database],
    [t('Schema'), versions.schema],
  ]),
)}`,
    }
  },
})

const STATES: Readonly<Record<SetupPart['state'], readonly [Message, Tone]>> = {
  set: [t('Configured'), 'good'],
  built_in: [t('Built in'), 'quiet'],
  off: [t('Off'), 'open'],
}

const COLUMNS = [
  {
    title: t('Component'),
    cell: ({ title, state }: SetupPart) => html`<b>${known(title)}</b><br>${badge(...STATES[state])}`,
  },
  {
    title: t('Configuration'),
    cell: ({ is, means }: SetupPart) =>
      html`${withCode(known(is))} <span class="soft">${withCode(known(means))}</span>`,
  },
  {
    title: t('Settings'),
    cell: ({ settings }: SetupPart) =>
      settings.length === 0
        ? html`<span class="soft">Configured in the app</span>`
        : html`${settings.map((name) => html`<code class="setup-name">${name}</code> `)}`,
  },
]

/** Number of failures, highlighted unless it is 0. */
const count = (failed: number): Html | string => (failed === 0 ? '0' : badge(String(failed), 'bad'))

function jobs(req: PageRequest, { queue }: Setup['work']): Html {
  const { waiting, waitingSince, running, later, failed, failedJobs } = queue
  const since =
    waitingSince === null ? html`` : html` <span class="soft">since ${renderTimestamp(req, waitingSince)}</span>`
  return html`${facts([
    [t('Waiting'), html`${waiting}${since}`],
    [t('Running'), String(running)],
    [t('Scheduled'), String(later)],
    [t('Failed in the last 7 days'), count(failed)],
  ])}
${failedJobs.length > 0 && html`<ul>${failedJobs.map(({ job, failed }) => html`<li><code>${job}</code> ${failed}</li>`)}</ul>`}
${waiting > 0 && running === 0 && html`<p class="soft">No tasks are running. Check that a worker is running.</p>`}`
}

const analyses = ({ conversations: { pending, analyzed, failed } }: Setup['work']): Html =>
  html`${facts([
    [t('Analyzed'), String(analyzed)],
    [t('Waiting'), String(pending)],
    [t('Failed'), count(failed)],
  ])}${failed > 0 && html`<p><a href="/conversations">View calls</a></p>`}`

const index = ({ search: { texts, missing, withoutVectors } }: Setup['work']): Html =>
  facts([
    [t('Indexed texts'), String(texts)],
    [t('Waiting for indexing'), String(missing)],
    [t('Waiting for semantic index'), String(withoutVectors)],
  ])
