/** Settings of a call: title, team, privacy, analysis, transcript versions, legal hold, archive and erasure. */
import { getConversationAnalysis } from '../../features/analysis/pipeline/index.ts'
import { listTranscriptVersions } from '../../features/conversations/records/index.ts'
import { getConversationLegalHold } from '../../features/privacy/personal-data/index.ts'
import type { Visit } from '../../inbound/web/define-page.ts'
import { flag, type Html, html } from '../../inbound/web/html.ts'
import { actionButton, areaField, disclosure, form, selectField, textField } from '../components/form.ts'
import { badge, card } from '../components/layout.ts'
import { namesOf } from '../components/people.ts'
import { teamChoices } from '../components/teams.ts'
import { renderTimestamp } from '../components/times.ts'
import { panelPath, type Recorded } from './record.ts'

const VERSIONS_SHOWN = '20'

export async function settingsPanel(visit: Visit, conversation: Recorded): Promise<Html> {
  const { uuid: id } = conversation
  const { person } = visit
  const isAdmin = person.role === 'ADMIN'
  const isTheirs = isAdmin || person.id === conversation.userUUID
  const [analysis, versions, teams, hold] = await Promise.all([
    visit.ask(getConversationAnalysis, { id }),
    visit.ask(listTranscriptVersions, { id, size: VERSIONS_SHOWN }),
    isTheirs ? teamChoices(visit) : [],
    isAdmin ? visit.ask(getConversationLegalHold, { id }) : undefined,
  ])
  const nameOf = await namesOf(
    visit,
    versions.data.flatMap(({ version, createdBy }) => (version === 1 ? [] : [createdBy])),
  )
  const page = panelPath(id, 'settings')
  return card(
    'Settings',
    html`${titleForm(visit, page, conversation)}
${isTheirs ? html`${teamForm(visit, page, conversation, teams)}${privacy(visit, page, conversation)}` : html`<p class="soft">${conversation.private ? 'This call is private.' : 'The team can see this call.'} The owner and admins can change who has access.</p>`}
${analysisForm(visit, page, analysis)}
${versionsTold(visit, versions, nameOf)}
${hold !== undefined && holdTold(visit, page, hold)}
${isTheirs && leaving(visit, page, conversation, hold?.held === true)}`,
    { id: 'settings' },
  )
}

const titleForm = (visit: Visit, page: string, { title }: Recorded): Html =>
  form(visit, { page, action: 'title', enhance: '#settings', kind: 'plain', button: 'Save title' }, (fill) =>
    textField(fill, { name: 'title', id: 'settings-title', label: 'Title', value: title, required: true, max: 512 }),
  )

function teamForm(
  visit: Visit,
  page: string,
  { teamUUID }: Recorded,
  teams: readonly { value: string; label: string }[],
): Html {
  const { role, user } = visit.ctx.principal
  const seen = teams.filter(
    ({ value }) => role === 'ADMIN' || value === teamUUID || user?.teamIds.includes(value) === true,
  )
  return html`<div class="record-part">${form(
    visit,
    {
      page,
      action: 'team',
      enhance: '#settings',
      kind: 'plain',
      button: 'Change team',
      pointers: { '/teamUUID': 'team' },
    },
    (fill) =>
      selectField(fill, {
        ...{ name: 'team', id: 'settings-team', label: 'Team', value: teamUUID ?? '', none: 'No team', choices: seen },
        help: 'Members of the team and its parent teams can see the call. Parley analyzes the call again, because fields, labels and scorecards depend on the team.',
      }),
  )}</div>`
}

const privacy = (visit: Visit, page: string, { private: isPrivate }: Recorded): Html =>
  html`<div class="record-part"><h3>Access</h3><p>${isPrivate ? 'The owner and admins can see this call.' : 'The owner, the team, its parent teams and admins can see this call.'}</p>
${actionButton(visit, { page, action: 'privacy', enhance: '#settings', button: isPrivate ? 'Share with team' : 'Make call private', fields: { private: isPrivate ? '' : 'true' } })}</div>`

const STEPS: Readonly<Record<string, string>> = {
  statistics: 'Statistics',
  topics: 'Topics and trackers',
  summary: 'Summary',
  labels: 'Labels',
  fields: 'Fields',
  scorecards: 'Scorecards',
  actions: 'Suggested actions',
}

interface Analysis {
  readonly state: string
  readonly waitsFor: string | null
  readonly steps: readonly {
    readonly step: string
    readonly state: string
    readonly outcome: string | null
    readonly finishedAt: string | null
    readonly model: string | null
  }[]
}

function analysisForm(visit: Visit, page: string, { state, waitsFor, steps }: Analysis): Html {
  if (waitsFor !== null) {
    return html`<div class="record-part"><h3>Analysis</h3><p>The analysis starts when the transcript is available.</p></div>`
  }
  return html`<div class="record-part"><h3>Analysis</h3>
${state !== 'idle' && html`<p class="record-note">${state === 'waiting' ? 'A step failed. Parley tries again automatically.' : 'Analyzing…'}</p>`}
${form(
  visit,
  { page, action: 'analyze', enhance: '#settings', kind: 'plain', button: 'Analyze call again' },
  (fill) =>
    html`<fieldset class="field"><legend>Steps to run again</legend>${steps.map(({ step, ...one }) => {
      const on = fill.values('steps').includes(step)
      return html`<label class="check"><input type="checkbox" name="steps" value="${step}"${flag('checked', on)}><span>${STEPS[step] ?? step} <span class="soft">${doneTold(visit, one)}</span></span></label>`
    })}<p class="help">Select none to run only the steps whose input has changed. Values that people confirmed, corrected or scored stay.</p></fieldset>`,
)}</div>`
}

function doneTold(visit: Visit, { state, outcome, finishedAt, model }: Omit<Analysis['steps'][number], 'step'>): Html {
  if (state === 'none') return html`not started`
  if (state === 'failed') return html`failed`
  const by = model === null ? '' : ` with ${model}`
  const left = outcome === 'needs_model' ? ', incomplete without a language model' : ''
  return html`${finishedAt !== null && renderTimestamp(visit, finishedAt)}${by}${left}`
}

interface Versions {
  readonly data: readonly {
    readonly version: number
    readonly words: number
    readonly sourceFormat: string
    readonly createdBy: string | null
    readonly createdAt: string
  }[]
  readonly meta: { readonly totalRecords: number }
}

function versionsTold(visit: Visit, { data, meta }: Versions, nameOf: (id: string | null) => string): Html {
  if (data.length === 0) return html``
  return html`<div class="record-part"><h3>Transcript versions</h3>
<ol class="record-versions" reversed start="${meta.totalRecords}">${data.map(
    ({ version, words, sourceFormat, createdBy, createdAt }, at) =>
      html`<li value="${version}">${renderTimestamp(visit, createdAt)}, ${words} words, ${version === 1 ? html`imported (${sourceFormat})` : html`edited by <bdi>${nameOf(createdBy)}</bdi>`} ${at === 0 && badge('Current')}</li>`,
  )}</ol></div>`
}

interface Hold {
  readonly held: boolean
  readonly holds: readonly {
    readonly reason: string
    readonly createdAt: string
    readonly conversationUUID: string | null
    readonly custodianUUID: string | null
    readonly participantEmail: string | null
  }[]
}

function holdTold(visit: Visit, page: string, { holds }: Hold): Html {
  const own = holds.some(({ conversationUUID }) => conversationUUID !== null)
  const of = (one: Hold['holds'][number]) =>
    one.conversationUUID !== null
      ? html`This call`
      : one.participantEmail === null
        ? html`A user who owns the call or took part`
        : html`Participant <bdi>${one.participantEmail}</bdi>`
  return html`<div class="record-part"><h3>Legal hold</h3>
${holds.length === 0 ? html`<p class="soft">No legal holds</p>` : html`<ul>${holds.map((one) => html`<li>${of(one)}, since ${renderTimestamp(visit, one.createdAt)}: <bdi>${one.reason}</bdi></li>`)}</ul>`}
${own && actionButton(visit, { page, action: 'release', enhance: '#settings', button: 'Release legal hold', confirm: 'Release the legal hold on this call? The call can then be erased or redacted, unless another hold covers it.' })}
${
  !own &&
  disclosure(
    'New legal hold',
    form(visit, { page, action: 'hold', enhance: '#settings', kind: 'plain', button: 'Create legal hold' }, (fill) =>
      areaField(fill, {
        name: 'reason',
        id: 'settings-reason',
        label: 'Reason',
        rows: 2,
        max: 2_000,
        required: true,
        help: "For example, the name of the legal matter. During the hold, the call can't be erased or redacted.",
      }),
    ),
    visit.attempt?.action === 'hold',
  )
}</div>`
}

function leaving(visit: Visit, page: string, { archived }: Recorded, held: boolean): Html {
  const isAdmin = visit.person.role === 'ADMIN'
  return html`<div class="record-part"><h3>${archived ? 'Archived' : 'Archive'}</h3>
<p>${archived ? 'Lists hide this call. All of its data is kept.' : 'Lists hide archived calls. All data is kept, and you can restore the call.'}</p>
${actionButton(visit, { page, action: archived ? 'restore' : 'archive', enhance: '#settings', button: archived ? 'Restore call' : 'Archive call' })}
${isAdmin && (held ? html`<p class="record-note">You can't erase this call during a legal hold.</p>` : erasing(visit, page))}</div>`
}

const erasing = (visit: Visit, page: string): Html =>
  disclosure(
    'Erase call',
    form(
      visit,
      { page, action: 'erase', kind: 'danger', button: 'Erase call permanently' },
      (
        fill,
      ) => html`<p>Parley deletes the recording, the transcript and all data derived from them. You can't undo this.</p>
${textField(fill, { name: 'typed', id: 'settings-typed', label: 'Type the title of the call to confirm', required: true })}`,
    ),
    visit.attempt?.action === 'erase',
  )
