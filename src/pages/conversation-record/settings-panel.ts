/** Settings of a call: title, start, owner, participants, team, privacy, analysis, transcript versions, legal hold, archive and erasure. */

import { formatNumber } from '../../core/languages/formats.ts'
import { type Message, type Text, t } from '../../core/languages/message.ts'
import { getConversationAnalysis } from '../../features/analysis/pipeline/index.ts'
import { listTranscriptVersions } from '../../features/conversations/transcript-versions/index.ts'
import { getConversationLegalHold } from '../../features/privacy/personal-data/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { flag, type Html, html } from '../../inbound/web/html.ts'
import { actionButton, disclosure, form, selectField, textAreaField, textField } from '../components/form.ts'
import { badge, card } from '../components/layout.ts'
import { createNameLookup } from '../components/people.ts'
import { teamChoices } from '../components/teams.ts'
import { renderTimestamp } from '../components/times.ts'
import { versionPath, versionsPath } from '../transcript-versions/paths.ts'
import { factsForms } from './facts-forms.ts'
import { type ConversationRecord, panelPath } from './record.ts'

const VERSIONS_SHOWN = '5'

export async function settingsPanel(req: PageRequest, conversation: ConversationRecord): Promise<Html> {
  const { uuid: id } = conversation
  const { user } = req
  const isAdmin = user.role === 'ADMIN'
  const isTheirs = isAdmin || user.id === conversation.userUUID
  const page = panelPath(id, 'settings')
  const [analysis, versions, teams, hold, facts] = await Promise.all([
    req.run(getConversationAnalysis, { id }),
    req.run(listTranscriptVersions, { id, size: VERSIONS_SHOWN }),
    isTheirs ? teamChoices(req) : [],
    isAdmin ? req.run(getConversationLegalHold, { id }) : undefined,
    isTheirs ? factsForms(req, page, id) : undefined,
  ])
  const nameOf = await createNameLookup(
    req,
    versions.data.flatMap(({ version, createdBy }) => (version === 1 ? [] : [createdBy])),
  )
  return card(
    t('Settings'),
    html`${titleForm(req, page, conversation)}
${isTheirs ? html`${facts}${teamForm(req, page, conversation, teams)}${privacy(req, page, conversation)}` : html`<p class="soft">${conversation.private ? t('This call is private.') : t('The team can see this call.')} The owner and admins can change who has access.</p>`}
${analysisForm(req, page, analysis)}
${renderVersions(req, id, versions, nameOf)}
${hold !== undefined && renderLegalHold(req, page, hold)}
${isTheirs && renderArchiveActions(req, page, conversation, hold?.held === true)}`,
    { id: 'settings' },
  )
}

const titleForm = (req: PageRequest, page: string, { title }: ConversationRecord): Html =>
  form(req, { page, action: 'title', enhance: '#settings', kind: 'plain', button: t('Save title') }, (fill) =>
    textField(fill, { name: 'title', id: 'settings-title', label: t('Title'), value: title, required: true, max: 512 }),
  )

function teamForm(
  req: PageRequest,
  page: string,
  { teamUUID }: ConversationRecord,
  teams: readonly { value: string; label: Text }[],
): Html {
  const { role, user } = req.ctx.principal
  const seen = teams.filter(
    ({ value }) => role === 'ADMIN' || value === teamUUID || user?.teamIds.includes(value) === true,
  )
  return html`<div class="record-part">${form(
    req,
    {
      page,
      action: 'team',
      enhance: '#settings',
      kind: 'plain',
      button: t('Change team'),
      pointers: { '/teamUUID': 'team' },
    },
    (fill) =>
      selectField(fill, {
        ...{
          name: 'team',
          id: 'settings-team',
          label: t('Team'),
          value: teamUUID ?? '',
          none: t('No team'),
          choices: seen,
        },
        help: t(
          'Members of the team and its parent teams can see the call. Parley analyzes the call again, because fields, labels and scorecards depend on the team.',
        ),
      }),
  )}</div>`
}

const privacy = (req: PageRequest, page: string, { private: isPrivate }: ConversationRecord): Html =>
  html`<div class="record-part"><h3>Access</h3><p>${isPrivate ? t('The owner and admins can see this call.') : t('The owner, the team, its parent teams and admins can see this call.')}</p>
${actionButton(req, { page, action: 'privacy', enhance: '#settings', button: isPrivate ? t('Share with team') : t('Make call private'), fields: { private: isPrivate ? '' : 'true' } })}</div>`

const STEPS: Readonly<Record<string, Message>> = {
  statistics: t('Statistics'),
  topics: t('Topics and trackers'),
  summary: t('Summary'),
  labels: t('Labels'),
  fields: t('Fields'),
  scorecards: t('Scorecards'),
  actions: t('Suggested actions'),
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

function analysisForm(req: PageRequest, page: string, { state, waitsFor, steps }: Analysis): Html {
  if (waitsFor !== null) {
    return html`<div class="record-part"><h3>Analysis</h3><p>The analysis starts when the transcript is available.</p></div>`
  }
  return html`<div class="record-part"><h3>Analysis</h3>
${state !== 'idle' && html`<p class="record-note">${state === 'waiting' ? t('A step failed. Parley tries again automatically.') : t('Analyzing…')}</p>`}
${form(
  req,
  { page, action: 'analyze', enhance: '#settings', kind: 'plain', button: t('Analyze call again') },
  (fill) =>
    html`<fieldset class="field"><legend>Steps to run again</legend>${steps.map(({ step, ...one }) => {
      const on = fill.values('steps').includes(step)
      return html`<label class="check"><input type="checkbox" name="steps" value="${step}"${flag('checked', on)}><span>${STEPS[step] ?? step} <span class="soft">${renderStepStatus(req, one)}</span></span></label>`
    })}<p class="help">Select none to run only the steps whose input has changed. Values that people confirmed, corrected or scored stay.</p></fieldset>`,
)}</div>`
}

function renderStepStatus(
  req: PageRequest,
  { state, outcome, finishedAt, model }: Omit<Analysis['steps'][number], 'step'>,
): Html {
  if (state === 'none') return html`not started`
  if (state === 'failed') return html`failed`
  const by = model === null ? '' : t` with ${model}`
  const left = outcome === 'needs_model' ? t(', incomplete without a language model') : ''
  return html`${finishedAt !== null && renderTimestamp(req, finishedAt)}${by}${left}`
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

function renderVersions(
  req: PageRequest,
  id: string,
  { data, meta }: Versions,
  nameOf: (id: string | null) => Text,
): Html {
  if (data.length === 0) return html``
  return html`<div class="record-part"><h3>Transcript versions</h3><p><a href="${versionsPath(id)}">Compare and restore versions</a></p>
<ol class="record-versions" reversed start="${meta.totalRecords}">${data.map(
    ({ version, words, sourceFormat, createdBy, createdAt }, at) =>
      html`<li value="${version}"><a href="${versionPath(id, version)}">${renderTimestamp(req, createdAt)}</a>, ${formatNumber(words)} words, ${version === 1 ? html`imported (${sourceFormat})` : html`edited by <bdi>${nameOf(createdBy)}</bdi>`} ${at === 0 && badge(t('Current'))}</li>`,
  )}</ol></div>`
}

interface LegalHoldStatus {
  readonly held: boolean
  readonly holds: readonly {
    readonly reason: string
    readonly createdAt: string
    readonly conversationUUID: string | null
    readonly custodianUUID: string | null
    readonly participantEmail: string | null
  }[]
}

function renderLegalHold(req: PageRequest, page: string, { holds }: LegalHoldStatus): Html {
  const own = holds.some(({ conversationUUID }) => conversationUUID !== null)
  const describeHoldTarget = (one: LegalHoldStatus['holds'][number]) =>
    one.conversationUUID !== null
      ? html`This call`
      : one.participantEmail === null
        ? html`A user who owns the call or took part`
        : html`Participant <bdi>${one.participantEmail}</bdi>`
  return html`<div class="record-part"><h3>Legal hold</h3>
${holds.length === 0 ? html`<p class="soft">No legal holds</p>` : html`<ul>${holds.map((one) => html`<li>${describeHoldTarget(one)}, since ${renderTimestamp(req, one.createdAt)}: <bdi>${one.reason}</bdi></li>`)}</ul>`}
${own && actionButton(req, { page, action: 'release', enhance: '#settings', button: t('Release legal hold'), confirm: t('Release the legal hold on this call? The call can then be erased or redacted, unless another hold covers it.') })}
${
  !own &&
  disclosure(
    t('New legal hold'),
    form(req, { page, action: 'hold', enhance: '#settings', kind: 'plain', button: t('Create legal hold') }, (fill) =>
      textAreaField(fill, {
        name: 'reason',
        id: 'settings-reason',
        label: t('Reason'),
        rows: 2,
        max: 2_000,
        required: true,
        help: t("For example, the name of the legal matter. During the hold, the call can't be erased or redacted."),
      }),
    ),
    req.attempt?.action === 'hold',
  )
}</div>`
}

function renderArchiveActions(req: PageRequest, page: string, { archived }: ConversationRecord, held: boolean): Html {
  const isAdmin = req.user.role === 'ADMIN'
  return html`<div class="record-part"><h3>${archived ? t('Archived') : t('Archive')}</h3>
<p>${archived ? t('Lists hide this call. All of its data is kept.') : t('Lists hide archived calls. All data is kept, and you can restore the call.')}</p>
${actionButton(req, { page, action: archived ? 'restore' : 'archive', enhance: '#settings', button: archived ? t('Restore call') : t('Archive call') })}
${isAdmin && (held ? html`<p class="record-note">You can't erase this call during a legal hold.</p>` : erasing(req, page))}</div>`
}

const erasing = (req: PageRequest, page: string): Html =>
  disclosure(
    t('Erase call'),
    form(
      req,
      { page, action: 'erase', kind: 'danger', button: t('Erase call permanently') },
      (
        fill,
      ) => html`<p>Parley deletes the recording, the transcript and all data derived from them. You can't undo this.</p>
${textField(fill, { name: 'typed', id: 'settings-typed', label: t('Type the title of the call to confirm'), required: true })}`,
    ),
    req.attempt?.action === 'erase',
  )
