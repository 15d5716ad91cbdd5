/** What a conversation is called, who sees it, what is found out about it anew, and how it goes. */
import { getConversationAnalysis } from '../../features/analysis/index.ts'
import { listTranscriptVersions } from '../../features/conversations/index.ts'
import { getConversationLegalHold } from '../../features/privacy/index.ts'
import type { Visit } from '../../inbound/web/define-page.ts'
import { flag, type Html, html } from '../../inbound/web/html.ts'
import { actionButton, areaField, disclosure, form, selectField, textField } from '../kit/form.ts'
import { badge, card } from '../kit/layout.ts'
import { namesOf } from '../kit/people.ts'
import { teamChoices } from '../kit/teams.ts'
import { momentOf } from '../kit/times.ts'
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
${isTheirs ? html`${teamForm(visit, page, conversation, teams)}${privacy(visit, page, conversation)}` : html`<p class="soft">${conversation.private ? 'It is private.' : 'Its team sees it.'} Who sees it is up to its owner and admins.</p>`}
${analysisForm(visit, page, analysis)}
${versionsTold(visit, versions, nameOf)}
${hold !== undefined && holdTold(visit, page, hold)}
${isTheirs && leaving(visit, page, conversation, hold?.held === true)}`,
    { id: 'settings' },
  )
}

const titleForm = (visit: Visit, page: string, { title }: Recorded): Html =>
  form(visit, { page, action: 'title', enhance: '#settings', kind: 'plain', button: 'Save the title' }, (fill) =>
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
    { page, action: 'team', enhance: '#settings', kind: 'plain', button: 'Move', pointers: { '/teamUUID': 'team' } },
    (fill) =>
      selectField(fill, {
        ...{ name: 'team', id: 'settings-team', label: 'Team', value: teamUUID ?? '', none: 'No team', choices: seen },
        help: 'Its people, and those of the teams above it, see the conversation. Fields, labels and scorecards may be others there: it is analyzed again.',
      }),
  )}</div>`
}

const privacy = (visit: Visit, page: string, { private: isPrivate }: Recorded): Html =>
  html`<div class="record-part"><h3>Who sees it</h3><p>${isPrivate ? 'Only its owner and admins.' : 'Its owner, its team and the teams above it, and admins.'}</p>
${actionButton(visit, { page, action: 'privacy', enhance: '#settings', button: isPrivate ? 'Open it to the team' : 'Make it private', fields: { private: isPrivate ? '' : 'true' } })}</div>`

const STEPS: Readonly<Record<string, string>> = {
  statistics: 'Statistics',
  topics: 'Topics and named things',
  summary: 'Summary',
  labels: 'Labels',
  fields: 'Fields',
  scorecards: 'Scorecards',
  actions: 'Actions',
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
    return html`<div class="record-part"><h3>Analysis</h3><p>It begins when there is a transcript.</p></div>`
  }
  return html`<div class="record-part"><h3>Analysis</h3>
${state !== 'idle' && html`<p class="record-note">${state === 'waiting' ? 'A step did not work, and is tried again.' : 'It is being analyzed right now.'}</p>`}
${form(
  visit,
  { page, action: 'analyze', enhance: '#settings', kind: 'plain', button: 'Analyze again' },
  (fill) =>
    html`<fieldset class="field"><legend>Steps to do again</legend>${steps.map(({ step, ...one }) => {
      const on = fill.values('steps').includes(step)
      return html`<label class="check"><input type="checkbox" name="steps" value="${step}"${flag('checked', on)}><span>${STEPS[step] ?? step} <span class="soft">${doneTold(visit, one)}</span></span></label>`
    })}<p class="help">With none chosen, whatever has changed is done again. What people confirmed, corrected or scored stays.</p></fieldset>`,
)}</div>`
}

function doneTold(visit: Visit, { state, outcome, finishedAt, model }: Omit<Analysis['steps'][number], 'step'>): Html {
  if (state === 'none') return html`not done yet`
  if (state === 'failed') return html`did not work`
  const by = model === null ? '' : ` with ${model}`
  const left = outcome === 'needs_model' ? ', some of it left for a language model' : ''
  return html`${finishedAt !== null && momentOf(visit, finishedAt)}${by}${left}`
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
  return html`<div class="record-part"><h3>Versions of the transcript</h3>
<ol class="record-versions" reversed start="${meta.totalRecords}">${data.map(
    ({ version, words, sourceFormat, createdBy, createdAt }, at) =>
      html`<li value="${version}">${momentOf(visit, createdAt)}, ${words} words, ${version === 1 ? html`as it came (${sourceFormat})` : html`corrected by <bdi>${nameOf(createdBy)}</bdi>`} ${at === 0 && badge('Current')}</li>`,
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
      ? html`this conversation`
      : one.participantEmail === null
        ? html`a user who owns it or took part`
        : html`<bdi>${one.participantEmail}</bdi>, who took part`
  return html`<div class="record-part"><h3>Legal hold</h3>
${holds.length === 0 ? html`<p class="soft">None keeps it.</p>` : html`<ul>${holds.map((one) => html`<li>On ${of(one)} since ${momentOf(visit, one.createdAt)}: <bdi>${one.reason}</bdi></li>`)}</ul>`}
${own && actionButton(visit, { page, action: 'release', enhance: '#settings', button: 'Release the hold on this conversation', confirm: 'Release it? The conversation can be erased then.' })}
${
  !own &&
  disclosure(
    'Put a hold on it',
    form(visit, { page, action: 'hold', enhance: '#settings', kind: 'plain', button: 'Hold' }, (fill) =>
      areaField(fill, {
        name: 'reason',
        id: 'settings-reason',
        label: 'Reason',
        rows: 2,
        max: 2_000,
        required: true,
        help: 'Such as the matter it is for. While it is on, nobody can erase or mask the conversation.',
      }),
    ),
    visit.attempt?.action === 'hold',
  )
}</div>`
}

function leaving(visit: Visit, page: string, { archived }: Recorded, held: boolean): Html {
  const isAdmin = visit.person.role === 'ADMIN'
  return html`<div class="record-part"><h3>${archived ? 'Archived' : 'Archive'}</h3>
<p>${archived ? 'Lists leave it out; everything of it is kept.' : 'Lists leave out what is archived; everything of it is kept.'}</p>
${actionButton(visit, { page, action: archived ? 'restore' : 'archive', enhance: '#settings', button: archived ? 'Bring it back' : 'Archive it' })}
${isAdmin && (held ? html`<p class="record-note">It cannot be erased while a legal hold keeps it.</p>` : erasing(visit, page))}</div>`
}

const erasing = (visit: Visit, page: string): Html =>
  disclosure(
    'Erase it for good',
    form(
      visit,
      { page, action: 'erase', kind: 'danger', button: 'Erase for good' },
      (
        fill,
      ) => html`<p>The recording, the transcript and everything derived from them go, and cannot be brought back.</p>
${textField(fill, { name: 'typed', id: 'settings-typed', label: 'Type its title to go on', required: true })}`,
    ),
    visit.attempt?.action === 'erase',
  )
