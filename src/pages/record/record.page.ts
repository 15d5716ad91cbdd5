/**
 * Records a call in the browser: the microphone, the sound of another tab, or both. The scripts record and send parts
 * (`record.browser.ts`). What they have sent lies in a recording session until it is saved as a call.
 */

import { t } from '../../core/languages/message.ts'
import {
  addRecordingPart,
  createRecordingSession,
  deleteRecordingSession,
  finishRecordingSession,
  listRecordingSessions,
  PART_BYTES_MAX,
  sessionNotFound,
} from '../../features/conversations/recording-sessions/index.ts'
import { type AnswerOf, definePage, type Fields, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { checkField, type Fill, form, textField } from '../components/form.ts'
import { card, facts, heading } from '../components/layout.ts'
import { formatSize } from '../components/sizes.ts'
import { renderTimestamp } from '../components/times.ts'

const PAGE = '/conversations/record'
const TITLE_MAX = 512
const SCRIPTS = ['pages/record/record.browser.ts'] as const
const CONSENT = () => t('Everyone on the call knows that it is recorded, and agrees.')

type Session = AnswerOf<typeof listRecordingSessions>['data'][number]

export const recordPage = definePage({
  path: PAGE,
  async show(req) {
    const { data } = await req.run(listRecordingSessions, {})
    return {
      title: t('Record a call'),
      recordsSound: true,
      body: html`${heading(t('Record a call'), {
        trail: [{ label: t('Calls'), path: '/conversations' }],
        words: t(
          'For calls that no meeting platform records. Parley stores the recording while you talk, so neither a reload nor a crash loses it.',
        ),
      })}
<div data-recorder="${PAGE}">
${recorderProblem()}
${data.length > 0 && renderUnfinished(req, data)}
<section class="card record" data-recorder-form>
${form(req, { page: PAGE, action: 'start', button: html`${icon('record')}${t('Start recording')}` }, fields)}
</section>
${renderLive()}
</div>`,
      scripts: SCRIPTS,
    }
  },
  actions: {
    start: async (req, fields) => {
      const { data } = await req.run(createRecordingSession, readStart(fields))
      return redirectTo(`${PAGE}/${data.id}/state`)
    },
  },
})

export const recordSessionPage = definePage({
  path: `${PAGE}/:id`,
  async show(req) {
    const session = await findSession(req)
    const title = session.title ?? t('Recording')
    return {
      title,
      recordsSound: true,
      body: html`${heading(title, {
        trail: [
          { label: t('Calls'), path: '/conversations' },
          { label: t('Record a call'), path: PAGE },
        ],
        words: t('This recording isn’t saved as a call yet. Continue it, or save what is recorded.'),
      })}
<div data-recorder="${PAGE}" data-session="${session.id}" data-takes="${session.takes.length}" data-sources="${session.sources.join(' ')}">
${recorderProblem()}
${card(
  t('Unfinished recording'),
  html`<div data-recorder-rest>${facts([
    [t('Started'), renderTimestamp(req, session.createdAt)],
    [t('Recorded'), describeSources(session)],
    [t('Stored'), formatSize(sumBytes(session))],
  ])}
<p class="help">Parley saves it as a call by itself after a day without a new part.</p>
<div class="actions"><button type="button" class="primary" data-recorder-continue disabled>${icon('record')}Continue recording</button>
<div data-recorder-finish>${form(req, { page: `${PAGE}/${session.id}`, action: 'finish', button: t('Save as call'), kind: 'plain', inline: true })}</div>
${form(req, { page: `${PAGE}/${session.id}`, action: 'discard', button: t('Discard'), kind: 'danger', inline: true, confirm: t('Discard this recording? It can’t be restored.') })}</div></div>`,
)}
${renderLive()}
</div>`,
      scripts: SCRIPTS,
    }
  },
  actions: {
    part: async (req, fields) => {
      const { id } = req.params
      const place = { take: fields.number('take') ?? Number.NaN, part: fields.number('part') ?? Number.NaN }
      await req.run(addRecordingPart, { id, ...place, file: fields.file })
      return redirectTo(`${PAGE}/${id}/state`)
    },
    finish: async (req) => {
      const { uuid } = await req.run(finishRecordingSession, { id: req.params.id })
      return redirectTo(`/conversations/${uuid}`, t('Recording saved as a call.'))
    },
    discard: async (req) => {
      await req.run(deleteRecordingSession, { id: req.params.id })
      return redirectTo(PAGE, t('Recording discarded.'))
    },
  },
  uploads: { part: { field: 'file', maxBytes: PART_BYTES_MAX, operation: addRecordingPart } },
  fragments: {
    state: async (req) => html`<p data-session="${(await findSession(req)).id}"></p>`,
  },
})

async function findSession(req: PageRequest<'id'>): Promise<Session> {
  const { data } = await req.run(listRecordingSessions, {})
  const session = data.find(({ id }) => id === req.params.id)
  if (session === undefined) throw sessionNotFound()
  return session
}

const fields = (
  fill: Fill,
): Html => html`${textField(fill, { name: 'title', label: t('Title'), max: TITLE_MAX, placeholder: t('Optional') })}
<fieldset class="field"><legend>What to record</legend>
${checkField(fill, { name: 'microphone', label: t('My microphone'), on: true })}
${checkField(fill, { name: 'tab', label: t('Sound of another tab, such as a meeting'), on: true, help: t('Available in Chrome and Edge on computers. Choose the tab of the meeting in the dialog, and turn on its sound.') })}
</fieldset>
<div class="field"><label class="check"><input type="checkbox" name="consent" value="true" required><span>${CONSENT()}</span></label><p class="help">Parley stores this statement with the call, with your name and the time.</p></div>
<noscript><p class="problem">Recording requires JavaScript.</p></noscript>`

function readStart(fields: Fields) {
  const sources = (['microphone', 'tab'] as const).filter((name) => fields.has(name))
  const title = fields.optional('title')
  return {
    ...(title === undefined ? {} : { title }),
    sources,
    consent: { statement: fields.has('consent') ? String(CONSENT()) : '' },
  }
}

const recorderProblem = (): Html => html`<p class="problem" role="alert" data-recorder-problem hidden></p>`

function renderLive(): Html {
  const meter = (source: string, label: Html) =>
    html`<label class="record-level" data-recorder-source="${source}"><span>${label}</span><meter min="0" max="1" value="0" data-level="${source}"></meter></label>`
  return html`<section class="card record-live" data-recorder-live hidden aria-label="Recording">
<p class="record-time"><span class="record-dot" aria-hidden="true"></span><span role="timer" data-recorder-time>00:00</span></p>
<div class="record-levels">${meter('microphone', html`Microphone`)}${meter('tab', html`Tab`)}</div>
<p class="record-state" aria-live="polite" data-recorder-state></p>
<div class="actions"><button type="button" class="plain" data-recorder-pause>Pause</button><button type="button" class="primary" data-recorder-stop>Stop and save</button></div>
</section>`
}

function renderUnfinished(req: PageRequest, sessions: readonly Session[]): Html {
  return card(
    t('Unfinished recordings'),
    html`<ul class="record-unfinished">${sessions.map(
      (session) =>
        html`<li><a href="${PAGE}/${session.id}">${session.title ?? t('Recording')}</a> <span class="meta">${renderTimestamp(req, session.createdAt)}, ${formatSize(sumBytes(session))}</span></li>`,
    )}</ul>`,
  )
}

const sumBytes = ({ takes }: Session): number => takes.reduce((sum, { bytes }) => sum + bytes, 0)

function describeSources({ sources }: Session) {
  if (sources.length === 2) return t('Microphone and tab')
  return sources.includes('tab') ? t('Tab') : t('Microphone')
}
