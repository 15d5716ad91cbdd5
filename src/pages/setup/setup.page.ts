/** Setup page: components and their configuration, background tasks, versions. */
import type { z } from 'zod'
import { getSetup } from '../../features/accounts/setup/index.ts'
import { definePage, type PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { badge, card, facts, heading, linkButton } from '../components/layout.ts'
import { table } from '../components/table.ts'
import { renderTimestamp } from '../components/times.ts'
import { MODEL_SETUP_PATH } from './model-setup-path.ts'

type Setup = z.output<typeof getSetup.output>
type SetupPart = Setup['parts'][number]

export const setupPage = definePage({
  path: '/setup',
  navigation: {
    group: 'workspace',
    label: 'General',
    role: 'ADMIN',
    words: 'Components, background tasks and versions of this installation',
  },
  async show(req) {
    const { problems, versions, parts, work } = await req.run(getSetup, {})
    const off = parts.filter(({ state }) => state === 'off').length
    return {
      title: 'Setup',
      body: html`${heading('Setup', {
        words: html`${off === 0 ? 'All components are configured.' : `${off === 1 ? '1 component is' : `${off} components are`} off.`} Settings are environment variables, which Parley reads when it starts. A language model can also be connected in the app. <code>parley doctor</code> reports the same information.`,
        actions: [
          linkButton(MODEL_SETUP_PATH, 'Connect a language model'),
          linkButton('/connect', 'Connect an assistant'),
        ],
      })}
${problems.length > 0 && card('Problems', html`<ul>${problems.map(({ title, is, means }) => html`<li>${badge(title, 'bad')} ${is} <span class="soft">${means}</span></li>`)}</ul>`)}
${table(parts, COLUMNS, { caption: 'Components of this installation', id: ({ id }) => `part-${id}` })}
<h2 class="setup-work">Background tasks of your organization</h2>
<div class="columns-2">
${card('Tasks', jobs(req, work))}
${card('Analysis', analyses(work))}
${card('Search index', index(work))}
${card(
  'Recordings',
  facts([
    ['Waiting for transcription', String(work.recordings.waiting)],
    ['Failed', count(work.recordings.failed)],
  ]),
)}
</div>
${card(
  'Versions',
  facts([
    ['Parley', versions.parley],
    ['Node.js', versions.node],
    ['Database', versions.database],
    ['Schema', versions.schema],
  ]),
)}`,
    }
  },
})

const STATES: Readonly<Record<SetupPart['state'], Html>> = {
  set: badge('Configured', 'good'),
  built_in: badge('Built in'),
  off: badge('Off', 'open'),
}

const COLUMNS = [
  { title: 'Component', cell: ({ title, state }: SetupPart) => html`<b>${title}</b><br>${STATES[state]}` },
  { title: 'Configuration', cell: ({ is, means }: SetupPart) => html`${is} <span class="soft">${means}</span>` },
  {
    title: 'Settings',
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
    ['Waiting', html`${waiting}${since}`],
    ['Running', String(running)],
    ['Scheduled', String(later)],
    ['Failed in the last 7 days', count(failed)],
  ])}
${failedJobs.length > 0 && html`<ul>${failedJobs.map(({ job, failed }) => html`<li><code>${job}</code> ${failed}</li>`)}</ul>`}
${waiting > 0 && running === 0 && html`<p class="soft">No tasks are running. Check that a worker is running.</p>`}`
}

const analyses = ({ conversations: { pending, analyzed, failed } }: Setup['work']): Html =>
  html`${facts([
    ['Analyzed', String(analyzed)],
    ['Waiting', String(pending)],
    ['Failed', count(failed)],
  ])}${failed > 0 && html`<p><a href="/conversations">View calls</a></p>`}`

const index = ({ search: { texts, missing, withoutVectors } }: Setup['work']): Html =>
  facts([
    ['Indexed texts', String(texts)],
    ['Waiting for indexing', String(missing)],
    ['Waiting for semantic index', String(withoutVectors)],
  ])
