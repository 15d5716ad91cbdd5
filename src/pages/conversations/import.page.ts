/** Import: a transcript in any form, a recording, or a text that is pasted. */
import { IMPORT_BYTES_MAX, importConversation } from '../../features/conversations/index.ts'
import { listOrganizationUsers } from '../../features/identity/index.ts'
import { MEDIA_BYTES_MAX } from '../../features/media/index.ts'
import { definePage, type Fields, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import {
  areaField,
  type Choice,
  checkField,
  disclosure,
  type Fill,
  fileField,
  form,
  selectField,
  textField,
} from '../kit/form.ts'
import { heading } from '../kit/layout.ts'
import { teamChoices } from '../kit/teams.ts'
import { momentGiven } from '../kit/times.ts'
import { nameOf } from './filters.ts'

const PAGE = '/conversations/import'
const TITLE_MAX = 512
const PEOPLE_MAX = 300
/** Of all text fields together: what is pasted, and what is told of it. */
const TEXT_BYTES_MAX = IMPORT_BYTES_MAX
const FORMS = '.vtt,.srt,.sbv,.txt,.json,.jsonl,.vcon,audio/*,video/*'

/** What the browser is told of the fields under another name. */
const POINTERS = { '/userEmail': 'userID' }

export const importPage = definePage({
  path: PAGE,
  async show(visit) {
    const isAdmin = visit.person.role === 'ADMIN'
    const [teams, people] = await Promise.all([teamChoices(visit), isAdmin ? peopleChoices(visit) : []])
    return {
      title: 'Import',
      body: html`${heading('Import a conversation', {
        trail: [{ label: 'Conversations', path: '/conversations' }],
        words: 'A transcript, a recording, or a text you paste. The format is found out by itself.',
      })}
<section class="card conversations-import" data-sends="#sent">
${form(visit, { page: PAGE, action: 'send', button: 'Import', upload: true, pointers: POINTERS }, (fill) => fields(fill, { teams, people, isAdmin }))}
</section>
<section id="sent" class="conversations-sent" aria-live="polite" aria-label="What was sent" hidden><h2>What was sent</h2><ol></ol></section>
<div class="conversations-read">${formsThatAreRead()}</div>`,
      scripts: ['pages/conversations/import.browser.ts'],
    }
  },
  actions: {
    send: async (visit, fields) => {
      const { uuid } = await visit.ask(importConversation, given(visit, fields))
      // A script that sends several files asks for no page of each.
      if (fields.has('one-of-several')) return goTo(`${PAGE}/sent?id=${uuid}`)
      return goTo(`/conversations/${uuid}`, 'Imported. It is analyzed now, which takes a moment.')
    },
  },
  uploads: {
    send: { field: 'file', maxBytes: MEDIA_BYTES_MAX, fieldBytes: TEXT_BYTES_MAX, operation: importConversation },
  },
  pieces: {
    sent: async ({ query }) => {
      const id = /^[0-9a-f-]{36}$/.exec(query.get('id') ?? '')?.[0]
      return html`${id !== undefined && html`<a href="/conversations/${id}" data-imported>Open it</a>`}`
    },
  },
})

async function peopleChoices(visit: Visit): Promise<Choice[]> {
  const { data } = await visit.ask(listOrganizationUsers, {})
  return data.map(({ uuid, ...person }) => ({ value: uuid, label: nameOf(person) }))
}

interface Known {
  readonly teams: readonly Choice[]
  readonly people: readonly Choice[]
  readonly isAdmin: boolean
}

function fields(fill: Fill, { teams, people, isAdmin }: Known): Html {
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
          label: 'Owner',
          placeholder: 'Their address',
          help: 'Yourself when it is left empty.',
        })
      : selectField(fill, { name: 'userID', label: 'Owner', none: 'Yourself', choices: people })
  return html`${fileField({ name: 'file', label: 'File', accept: FORMS, help: 'A transcript up to 32 MB, or audio or video up to 2 GB.' })}
${areaField(fill, { name: 'transcript', label: 'Or paste a transcript', rows: 6, placeholder: 'Ann: Shall we begin?\nBob: Yes, let us.' })}
${disclosure(
  'Title, date, people and more',
  html`<p class="help">All of it may stay empty: what the file says is taken, and the rest can be changed later.</p>
${textField(fill, { name: 'conversationTitle', label: 'Title', max: TITLE_MAX })}
<div class="columns-2">${textField(fill, { name: 'conversationStartedAt', label: 'Began at', type: 'datetime-local' })}
${owner}
${selectField(fill, { name: 'teamUUID', label: 'Team', none: 'The owner’s', choices: [...teams] })}
${textField(fill, { name: 'opportunityID', label: 'Opportunity', max: 256, placeholder: 'Its id in the CRM' })}</div>
${areaField(fill, { name: 'participants', label: 'Who took part', rows: 3, help: 'One a line, as Ann Smith <ann@customer.example>; a name or an address alone will do.' })}
${checkField(fill, { name: 'private', label: 'Private', help: 'Only its owner and admins see it.' })}`,
  isTold,
)}`
}

/** Names of operations, so that what they refuse is told at the field. */
function given(visit: Visit, fields: Fields) {
  const text = fields.text('transcript')
  const owner = fields.given('userID')
  const start = fields.given('conversationStartedAt')
  const all = {
    file: fields.file,
    transcript: text.trim() === '' ? undefined : text,
    conversationTitle: fields.given('conversationTitle'),
    conversationStartedAt: start === undefined ? undefined : (momentGiven(visit, start)?.toISOString() ?? start),
    ...(owner?.includes('@') ? { userEmail: owner } : { userID: owner }),
    teamUUID: fields.given('teamUUID'),
    opportunityID: fields.given('opportunityID'),
    participants: participantsIn(fields.text('participants')),
    private: fields.has('private') ? true : undefined,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** `Ann Smith <ann@customer.example>`, `ann@customer.example`, `Ann Smith`. */
export function participantsIn(text: string): { name?: string; email?: string }[] | undefined {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const people = lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, name = '', email = ''] = /^([^<>]*)<([^<>]*)>$/.exec(line) ?? []
      if (email === '') return line.includes('@') ? { email: line } : { name: line }
      return name.trim() === '' ? { email: email.trim() } : { name: name.trim(), email: email.trim() }
    })
  return people.length === 0 ? undefined : people
}

const formsThatAreRead = () =>
  disclosure(
    'Which formats can be read',
    html`<dl class="facts">
<div><dt>Subtitles</dt><dd>WebVTT and SRT, as Zoom, Teams and Meet write them</dd></div>
<div><dt>Text</dt><dd>A line <code>Name: what was said</code> a turn, or a chat log</dd></div>
<div><dt>vCon</dt><dd>0.3 and 0.4</dd></div>
<div><dt>JSON</dt><dd>The podcast form, <a href="/v2/docs">our own two</a>, and lines of JSON, one conversation each</dd></div>
<div><dt>Recordings</dt><dd>MP4, WebM, MP3, WAV, Ogg, FLAC; transcribed when a transcriber is set up</dd></div>
</dl>`,
  )
