/** Imports a call from a transcript file, a recording, or pasted text. */

import { z } from 'zod'
import { invalid } from '../../core/errors.ts'
import { RawJson } from '../../core/json.ts'
import { t } from '../../core/languages/message.ts'
import { listOrganizationUsers } from '../../features/accounts/identity/index.ts'
import { MEDIA_BYTES_MAX } from '../../features/conversations/media/index.ts'
import { getConversationMediaDetails } from '../../features/conversations/recordings/index.ts'
import { getConversation, IMPORT_BYTES_MAX, importConversation } from '../../features/conversations/records/index.ts'
import {
  findSlackExports,
  groupFiles,
  isIgnoredPath,
  rankTexts,
} from '../../features/moves/conversation-folders/index.ts'
import { formatReading } from '../../features/text/transcripts/index.ts'
import { definePage, type Fields, type PageRequest, redirectTo, type View } from '../../inbound/web/define-page.ts'
import { attribute, type Html, html } from '../../inbound/web/html.ts'
import {
  type Choice,
  checkField,
  disclosure,
  type Fill,
  fileField,
  form,
  selectField,
  textAreaField,
  textField,
} from '../components/form.ts'
import { heading, linkButton } from '../components/layout.ts'
import { parseParticipants } from '../components/participants.ts'
import { formatPersonName } from '../components/people.ts'
import { teamChoices } from '../components/teams.ts'
import { momentGiven } from '../components/times.ts'
import { TRANSCRIPT_FILES } from './transcript-files.ts'

const PAGE = '/conversations/import'
const TITLE_MAX = 512
const PEOPLE_MAX = 300
/** Maximum size of all text fields together. */
const TEXT_BYTES_MAX = IMPORT_BYTES_MAX
const FILES = `${TRANSCRIPT_FILES},.zip,audio/*,video/*`
/** Maximum number of files that a script groups in one request. */
const PATHS_MAX = 5_000
const PAIR_FORM = { maxBytes: 4 * 1024 * 1024, maxFields: PATHS_MAX + 1 }
/** Transcripts of one call, of which a script sends the texts. A byte has up to three characters in a form. */
const TEXTS_MAX = 20
const COMPARE_FORM = { maxBytes: 9 * 1024 * 1024, maxFields: 2 * TEXTS_MAX + 1 }

/** Maps JSON pointers of the operation to form fields with other names. */
const POINTERS = { '/userEmail': 'userID' }

export const importPage = definePage({
  path: PAGE,
  show: (req) => renderImport(req),
  actions: {
    send: async (req, fields) => {
      if (fields.file === undefined && fields.text('transcript').trim() === '')
        throw invalid({ pointer: '/file', detail: 'Choose a transcript or a recording, or paste a transcript.' })
      const reuseSameFile = fields.file !== undefined && !fields.has('again')
      const input = { ...readImportInput(req, fields), ...(reuseSameFile ? { reuseSameFile } : {}) }
      const { uuid, reading, isNew } = await req.run(importConversation, input)
      const isKnown = isNew === false
      // A script that imports several files needs only a short response for each.
      if (fields.has('one-of-several')) return redirectTo(`${PAGE}/${isKnown ? 'known' : 'sent'}?id=${uuid}`)
      if (isKnown) return renderImport({ ...req, attempt: { action: 'send', fields, problems: [SAME_FILE] } }, uuid)
      return redirectTo(
        `/conversations/${uuid}`,
        t`Call imported. ${reading === undefined ? '' : `${formatReading(reading)}. `}Parley is analyzing it.`,
      )
    },
    // A script sends the names of files, and shows the groups before it imports them.
    pair: async (_req, fields) => ({ title: t('Calls to import'), body: renderGroups(fields.all('path')) }),
    // If a call has several transcripts, a script imports the one with most information, unless the user chooses another.
    compare: async (_req, fields) => {
      const texts = fields.all('text')
      const files = fields.all('path').map((path, index) => ({ path, text: texts[index] ?? '' }))
      const order = rankTexts(files).join(' ')
      return { title: t('Calls to import'), body: html`<p data-order="${order}"></p>` }
    },
  },
  forms: { pair: PAIR_FORM, compare: COMPARE_FORM },
  uploads: {
    send: { field: 'file', maxBytes: MEDIA_BYTES_MAX, fieldBytes: TEXT_BYTES_MAX, operation: importConversation },
  },
  fragments: {
    // A file that a call has already. Without its recording, a script offers to add the one that it has.
    known: async (req) => {
      const id = readId(req)
      if (id === undefined) return html``
      const { recording, mediaURL } = await req.run(getConversationMediaDetails, { id })
      return html`<a href="/conversations/${id}" data-known${attribute('data-lacks-recording', recording === null && mediaURL === null ? 'true' : undefined)}>${t('View call')}</a>`
    },
    sent: async (req) => {
      const id = readId(req)
      if (id === undefined) return html``
      return html`<a href="/conversations/${id}" data-imported>View call</a> ${await readingText(req, id)}`
    },
  },
})

const readId = (req: PageRequest) => /^[0-9a-f-]{36}$/.exec(req.query.get('id') ?? '')?.[0]

/** @param knownId call that has the submitted file already */
async function renderImport(req: PageRequest, knownId?: string): Promise<View> {
  const isAdmin = req.user.role === 'ADMIN'
  const [teams, people] = await Promise.all([teamChoices(req), isAdmin ? peopleChoices(req) : []])
  return {
    title: t('Import a call'),
    body: html`${heading(t('Import a call'), {
      trail: [{ label: t('Calls'), path: '/conversations' }],
      actions: linkButton('/conversations/record', t('Record a call'), { icon: 'record' }),
      words: t('Upload a recording or a transcript, or paste text. Parley detects the format.'),
    })}
<section class="card conversations-import" data-sends="#sent" data-pairs="${PAGE}/pair" data-compares="${PAGE}/compare">
${form(req, { page: PAGE, action: 'send', button: t('Import call'), upload: true, pointers: POINTERS }, (fill) => html`${knownId !== undefined && sameFileFields(fill, knownId)}${fields(fill, { teams, people, isAdmin })}`)}
</section>
<section id="sent" class="conversations-sent" aria-live="polite" aria-label="Calls to import" hidden><h2>Calls to import</h2><ol></ol></section>
<div class="conversations-read">${formsThatAreRead()}</div>`,
    scripts: ['pages/conversations/import.browser.ts'],
    ...(knownId === undefined ? {} : { status: 409 }),
  }
}

const SAME_FILE = { pointer: '/file', detail: 'Parley has a call with this file already.' }

/** Link to the call that has the file, and a choice for a browser without scripts, which must send the file again. */
const sameFileFields = (
  fill: Fill,
  id: string,
): Html => html`<div class="field"><a href="/conversations/${id}">${t('View call')}</a></div>
${checkField(fill, { name: 'again', label: t('Import the file again'), help: t('Creates another call. Choose the file again.') })}`

/** Groups of files that are one call each, with positions in the list of paths. */
function renderGroups(paths: readonly string[]): Html {
  const positions = new Map(paths.map((path, index) => [path, index]))
  const at = (files: readonly (string | undefined)[]) =>
    files.flatMap((file) => (file === undefined ? [] : [String(positions.get(file))])).join(' ')
  const { users, facts } = findSlackExports(paths)
  const groups = groupFiles([...positions.keys()].filter((path) => !facts.has(path) && !isIgnoredPath(path)))
  return html`<ol data-groups>${groups.map(
    ({ recording, transcripts, others }) =>
      html`<li data-transcripts="${at(transcripts)}" data-recording="${at([recording])}" data-others="${at(others)}" data-users="${at([users.get(transcripts[0] ?? '')])}">${recording ?? transcripts[0] ?? ''}</li>`,
  )}</ol>`
}

/** Sentences about the recognized form of an imported transcript. Empty for recordings. */
async function readingText(req: PageRequest, id: string): Promise<string> {
  const { attributes } = await req.run(getConversation, { id, 'filter[include_import_metadata]': 'true' })
  const { importMetadata: stored } = attributes
  const report = readingReport.safeParse(stored instanceof RawJson ? JSON.parse(stored.text) : stored)
  return report.success ? `${formatReading(report.data.reading)}. ` : ''
}

const readingReport = z.object({
  reading: z.object({
    form: z.string(),
    taken: z.array(z.string()),
    missing: z.array(z.string()),
    leftOut: z.array(z.object({ what: z.string(), count: z.number() })),
    encoding: z.enum(['UTF-16', 'Windows-1252', 'Shift JIS', 'EUC-JP', 'ISO-2022-JP']).optional(),
  }),
})

async function peopleChoices(req: PageRequest): Promise<Choice[]> {
  const { data } = await req.run(listOrganizationUsers, {})
  return data.map(({ uuid, ...person }) => ({ value: uuid, label: formatPersonName(person) }))
}

interface ImportChoices {
  readonly teams: readonly Choice[]
  readonly people: readonly Choice[]
  readonly isAdmin: boolean
}

function fields(fill: Fill, { teams, people, isAdmin }: ImportChoices): Html {
  const isTold = [
    'conversationTitle',
    'conversationStartedAt',
    'userID',
    'teamUUID',
    'participants',
    'opportunityID',
  ].some((name) => fill.isWrong(name) || fill.value(name) !== '')
  const owner = !isAdmin
    ? html``
    : people.length > PEOPLE_MAX
      ? textField(fill, {
          name: 'userID',
          label: t('Owner'),
          placeholder: t('Email address'),
          help: t('Defaults to you.'),
        })
      : selectField(fill, { name: 'userID', label: t('Owner'), none: t('Me'), choices: people })
  return html`${fileField({ name: 'file', label: t('File'), accept: FILES, help: t('A transcript of up to 32 MB, or an audio or video file of up to 2 GB.') })}
<div class="field" data-several hidden><p class="help">You can choose several files, or drop files, folders and ZIP archives here, such as an export of Slack. A recording and a transcript with the same name become one call.</p><button type="button" class="plain">Choose a folder</button></div>
${textAreaField(fill, { name: 'transcript', label: t('Or paste a transcript'), rows: 6, placeholder: t('Ann: Shall we begin?\nBob: Yes, let us.') })}
${disclosure(
  t('Title, date, participants and more'),
  html`<p class="help">All of these fields are optional. Parley reads missing details from the file, and you can change them later.</p>
${textField(fill, { name: 'conversationTitle', label: t('Title'), max: TITLE_MAX })}
<div class="columns-2">${textField(fill, { name: 'conversationStartedAt', label: t('Start time'), type: 'datetime-local' })}
${owner}
${selectField(fill, { name: 'teamUUID', label: t('Team'), none: t('Team of the owner'), choices: [...teams] })}
${textField(fill, { name: 'opportunityID', label: t('Opportunity'), max: 256, placeholder: t('Opportunity ID in the CRM') })}</div>
${textAreaField(fill, { name: 'participants', label: t('Participants'), rows: 3, help: t('One per line, such as Ann Smith <ann@customer.example>. You can enter only a name or only an email address.') })}
${checkField(fill, { name: 'private', label: t('Private'), help: t('Only the owner and admins can see a private call.') })}`,
  isTold,
)}`
}

/** Input of the operation. Fields have the names of the operation, so that its errors appear at the right field. */
function readImportInput(req: PageRequest, fields: Fields) {
  const text = fields.text('transcript')
  const owner = fields.optional('userID')
  const start = fields.optional('conversationStartedAt')
  const people = parseParticipants(fields.text('participants'))
  const all = {
    file: fields.file,
    transcript: text.trim() === '' ? undefined : text,
    conversationTitle: fields.optional('conversationTitle'),
    conversationStartedAt: start === undefined ? undefined : (momentGiven(req, start)?.toISOString() ?? start),
    ...(owner?.includes('@') ? { userEmail: owner } : { userID: owner }),
    teamUUID: fields.optional('teamUUID'),
    opportunityID: fields.optional('opportunityID'),
    participants: people.length === 0 ? undefined : people,
    private: fields.has('private') ? true : undefined,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

const formsThatAreRead = () =>
  disclosure(
    t('Supported formats'),
    html`<dl class="facts">
<div><dt>Subtitles</dt><dd>WebVTT and SRT, as exported by Zoom and Teams, and SubViewer, ASS, TTML, SAMI, LRC and MicroDVD</dd></div>
<div><dt>Text</dt><dd>One line per turn, such as <code>Name: text</code>, with or without times, and exports of Teams, Fathom, Otter, Google Meet and WhatsApp, also as Word documents</dd></div>
<div><dt>Tables</dt><dd>CSV and TSV with columns for text, and for speakers or times</dd></div>
<div><dt>vCon</dt><dd>Versions 0.3 and 0.4</dd></div>
<div><dt>JSON of products</dt><dd>Speech recognizers such as Deepgram, AssemblyAI and Whisper, note takers such as Gong, Fireflies and Fathom, and contact centers</dd></div>
<div><dt>Other JSON</dt><dd>Podcast transcripts, <a href="/v2/docs">Parley’s two formats</a>, and JSON Lines with one call per line</dd></div>
<div><dt>Recordings</dt><dd>MP4, WebM, MP3, WAV, Ogg and FLAC. Parley transcribes them if a transcription service is configured.</dd></div>
</dl>`,
  )
