/** Setup: what this installation is made of, what is not set up and what that means, and how its work stands. */
import type { z } from 'zod'
import { getSetup } from '../../features/setup/index.ts'
import { definePage, type Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { badge, card, facts, heading, linkButton } from '../kit/layout.ts'
import { table } from '../kit/table.ts'
import { momentOf } from '../kit/times.ts'

type Setup = z.output<typeof getSetup.output>
type Part = Setup['parts'][number]

export const setupPage = definePage({
  path: '/setup',
  navigation: { group: 'admin', label: 'Setup', icon: 'settings', role: 'ADMIN' },
  async show(visit) {
    const { problems, versions, parts, work } = await visit.ask(getSetup, {})
    const off = parts.filter(({ state }) => state === 'off').length
    return {
      title: 'Setup',
      body: html`${heading('Setup', {
        words: `${off === 0 ? 'Everything is set up.' : `${off === 1 ? 'One part is' : `${off} parts are`} off.`} Settings are environment variables, read at the start; the same is told by “parley doctor”.`,
        actions: linkButton('/connect', 'Connect an assistant'),
      })}
${problems.length > 0 && card('Problems', html`<ul>${problems.map(({ title, is, means }) => html`<li>${badge(title, 'bad')} ${is} <span class="soft">${means}</span></li>`)}</ul>`)}
${table(parts, COLUMNS, { caption: 'Parts of this installation', id: ({ id }) => `part-${id}` })}
<h2 class="setup-work">Work of your organization</h2>
<div class="columns-2">
${card('Jobs', jobs(visit, work))}
${card('Analysis', analyses(work))}
${card('Search index', index(work))}
${card(
  'Recordings',
  facts([
    ['To be transcribed', String(work.recordings.waiting)],
    ['Failed', count(work.recordings.failed)],
  ]),
)}
</div>
${card(
  'Versions',
  facts([
    ['Parley', versions.parley],
    ['Node', versions.node],
    ['Database', versions.database],
    ['Schema', versions.schema],
  ]),
)}`,
    }
  },
})

const STATES: Readonly<Record<Part['state'], Html>> = {
  set: badge('Set', 'good'),
  built_in: badge('Built in'),
  off: badge('Off', 'open'),
}

const COLUMNS = [
  { title: 'Part', cell: ({ title, state }: Part) => html`<b>${title}</b><br>${STATES[state]}` },
  { title: 'How it is set up', cell: ({ is, means }: Part) => html`${is} <span class="soft">${means}</span>` },
  {
    title: 'Settings',
    cell: ({ settings }: Part) =>
      settings.length === 0
        ? html`<span class="soft">Set in the app</span>`
        : html`${settings.map((name) => html`<code class="setup-name">${name}</code> `)}`,
  },
]

/** What failed stands out. */
const count = (failed: number): Html | string => (failed === 0 ? '0' : badge(String(failed), 'bad'))

function jobs(visit: Visit, { queue }: Setup['work']): Html {
  const { waiting, waitingSince, running, later, failed, failedJobs } = queue
  const since = waitingSince === null ? html`` : html` <span class="soft">since ${momentOf(visit, waitingSince)}</span>`
  return html`${facts([
    ['Waiting', html`${waiting}${since}`],
    ['Running', String(running)],
    ['For later', String(later)],
    ['Failed within a week', count(failed)],
  ])}
${failedJobs.length > 0 && html`<ul>${failedJobs.map(({ job, failed }) => html`<li><code>${job}</code> ${failed}</li>`)}</ul>`}
${waiting > 0 && running === 0 && html`<p class="soft">Nothing runs at this moment: look whether the service was started without a worker.</p>`}`
}

const analyses = ({ conversations: { pending, analyzed, failed } }: Setup['work']): Html =>
  html`${facts([
    ['Done', String(analyzed)],
    ['To be done', String(pending)],
    ['Failed', count(failed)],
  ])}${failed > 0 && html`<p><a href="/conversations">Look for them among the conversations</a></p>`}`

const index = ({ search: { texts, missing, withoutVectors } }: Setup['work']): Html =>
  facts([
    ['Texts in it', String(texts)],
    ['To be added', String(missing)],
    ['Not yet found by meaning', String(withoutVectors)],
  ])
