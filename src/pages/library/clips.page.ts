/** Clips: those one has made and those of the others, and each by itself. */
import { clockTime } from '../../core/clock-time.ts'
import { createLibraryItem } from '../../features/library-items/index.ts'
import { getConversationMediaDetails, getConversationMediaLink } from '../../features/recordings/index.ts'
import { deleteSnippet, getSnippet, listSnippets, updateSnippet } from '../../features/snippets/index.ts'
import { getTranscript } from '../../features/transcript-lines/index.ts'
import { type AnswerOf, definePage, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { COPY_SCRIPT, copied } from '../kit/copy.ts'
import { actionButton, areaField, checkField, disclosure, form, selectField, textField } from '../kit/form.ts'
import { badge, card, empty, heading, linkButton, tabs } from '../kit/layout.ts'
import { momentLink, momentPath } from '../kit/moments.ts'
import { newDeckButton } from '../kit/new-deck.ts'
import { pageAsked, pager, table } from '../kit/table.ts'
import { dayOf } from '../kit/times.ts'

const PAGE = '/clips'
/** Lines around the beginning of a clip that are read to find those within. */
const LINES_READ = '500'

type Clip = AnswerOf<typeof getSnippet>['data']
type Line = AnswerOf<typeof getTranscript>['data'][number]

export const clipsPage = definePage({
  path: PAGE,
  navigation: { group: 'calls', label: 'Clips', icon: 'clip' },
  async show(visit) {
    const mine = visit.query.get('by') === 'me'
    const { data, meta } = await visit.ask(listSnippets, {
      page: pageAsked(visit),
      ...(mine ? { user_uuid: visit.person.id } : {}),
    })
    const columns = [
      { title: 'Clip', cell: ({ id, title }: Clip) => html`<a href="${PAGE}/${id}"><bdi>${title}</bdi></a>` },
      {
        title: 'Conversation',
        cell: ({ conversation_id, conversation_title, video: { start_time: start, end_time: end } }: Clip) =>
          html`<bdi>${conversation_title}</bdi><br><span class="soft">${momentLink(conversation_id, { start }, `${clockTime(start)}–${clockTime(end)}`)}</span>`,
      },
      { title: 'Opens for', cell: ({ internal }: Clip) => openFor(internal) },
      { title: 'Made', cell: ({ created_at }: Clip) => dayOf(visit, created_at) },
    ]
    return {
      title: 'Clips',
      body: html`${heading('Clips', { words: 'Moments of conversations, to be sent to somebody or kept.' })}
${tabs(
  'Clips',
  [
    { label: 'All', path: PAGE },
    { label: 'Mine', path: `${PAGE}?by=me` },
  ],
  mine ? `${PAGE}?by=me` : PAGE,
)}
${data.length === 0 ? empty('No clips yet', 'Open a conversation, select what was said, and choose Clip. What comes out can be sent as a link.', linkButton('/conversations', 'To the conversations')) : table(data, columns, { caption: 'Clips' })}
${pager(visit, meta)}`,
    }
  },
})

const openFor = (internal: boolean): Html =>
  internal ? badge('Signed-in people') : badge('Anybody with the link', 'open')

export const clipPage = definePage({
  path: '/clips/:id',
  async show(visit) {
    const { data: clip } = await visit.ask(getSnippet, { id: visit.params.id })
    const { start_time: start, end_time: end } = clip.video
    const [lines, media] = await Promise.all([linesOf(visit, clip), mediaOf(visit, clip)])
    const mayChange = clip.user_uuid === visit.person.id || visit.person.role === 'ADMIN'
    return {
      title: clip.title,
      scripts: [COPY_SCRIPT, 'pages/library/clip.browser.ts'],
      body: html`${heading(clip.title, {
        trail: [{ label: 'Clips', path: PAGE }],
        words: html`<bdi>${clip.conversation_title}</bdi>, ${clockTime(start)}–${clockTime(end)} · made ${dayOf(visit, clip.created_at)} ${openFor(clip.internal)}`,
        actions: html`${linkButton(momentPath(clip.conversation_id, { start }), 'Open the conversation', { icon: 'calls' })}
${newDeckButton(clip.id)}`,
      })}
<div class="columns-2"><div>${card('What is said', html`${media}${said(clip, lines)}`)}</div>
<div>${card('Send it', html`${copied('clip-address', 'the address of the clip', clip.url)}<p class="soft">${clip.internal ? 'It opens for people of your organization who may see the conversation, once they have signed in.' : 'It opens for anybody who has the link: the words of the clip, and its part of the recording. Where something of the conversation has been masked, the words alone.'}</p>`)}
${clip.notes !== '' && card('Notes', html`<p dir="auto" class="clips-notes">${clip.notes}</p>`)}
${keeping(visit, clip)}
${mayChange && changing(visit, clip)}</div></div>`,
    }
  },
  actions: {
    change: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(updateSnippet, {
        id,
        title: fields.text('title'),
        notes: fields.text('notes'),
        internal: fields.text('internal') !== 'public',
        notify_views: fields.has('notify_views'),
      })
      return goTo(`${PAGE}/${id}`, 'Saved.')
    },
    keep: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(createLibraryItem, {
        snippetUUID: id,
        folderUUID: '',
        myLibrary: fields.text('library') === 'mine',
      })
      return goTo(`${PAGE}/${id}`, 'It is in the library.')
    },
    delete: async (visit) => {
      await visit.ask(deleteSnippet, { id: visit.params.id })
      return goTo(PAGE, 'The clip is gone, and its link opens nothing.')
    },
  },
})

const within =
  (clip: Clip) =>
  ({ segment, start, end }: Line) => {
    const { video, reference } = clip
    if (start !== null) return start < video.end_time && (end ?? start) > video.start_time
    const range = reference?.speakers
    return range !== undefined && segment >= Number(range.start_idx) && segment <= Number(range.end_idx)
  }

async function linesOf(visit: Visit, clip: Clip): Promise<Line[]> {
  const id = clip.conversation_id
  const first = clip.reference?.speakers?.start_idx
  const { data, meta } = await visit.ask(getTranscript, { id, size: LINES_READ, at: String(clip.video.start_time) })
  const found = data.filter(within(clip))
  if (!meta.timed && first !== undefined) {
    const { data: named } = await visit.ask(getTranscript, { id, size: LINES_READ, segment: first })
    return named.filter(within(clip))
  }
  // What begins at the end of a page goes on on the next one.
  if (data.at(-1) !== undefined && found.at(-1) === data.at(-1) && meta.pageNumber < meta.pageCount) {
    const next = await visit.ask(getTranscript, { id, size: LINES_READ, page: String(meta.pageNumber + 1) })
    return [...found, ...next.data.filter(within(clip))]
  }
  return found
}

/** Who sees the clip here sees its conversation, so that the whole recording is theirs to hear: the player begins at the clip. */
async function mediaOf(visit: Visit, { conversation_id: id, video }: Clip): Promise<Html> {
  const { recording } = await visit.ask(getConversationMediaDetails, { id })
  if (recording?.status !== 'kept') return html``
  const { url } = await visit.ask(getConversationMediaLink, { id })
  const source = `${new URL(url).pathname}#t=${video.start_time},${video.end_time}`
  const isVideo = recording.streams.some(({ kind }) => kind === 'video')
  const stretch = html` data-from="${video.start_time}" data-to="${video.end_time}"`
  return isVideo
    ? html`<video class="clips-media" id="clip-media" src="${source}" controls playsinline preload="metadata" aria-label="Recording of the clip"${stretch}></video>`
    : html`<audio class="clips-media" id="clip-media" src="${source}" controls preload="metadata" aria-label="Recording of the clip"${stretch}></audio>`
}

function said({ conversation_id }: Clip, lines: readonly Line[]): Html {
  if (lines.length === 0) return html`<p class="soft">There is no transcript of this clip.</p>`
  return html`<ol class="clips-said">${lines.map(
    ({ speaker, text, start, segment }) =>
      html`<li${start !== null && html` data-at="${start}"`}><p><b><bdi>${speaker.name === '' ? 'Unknown speaker' : speaker.name}</bdi></b> <span class="soft">${momentLink(conversation_id, { start, segment })}</span></p><p dir="auto">${text}</p></li>`,
  )}</ol>`
}

function keeping(visit: Visit, { id, in_library }: Clip): Html {
  const choices = [
    { value: 'ours', label: 'The library of the organization' },
    { value: 'mine', label: 'My own library' },
  ]
  return disclosure(
    in_library ? 'In the library. Add it to another place' : 'Put it into the library',
    form(visit, { page: `${PAGE}/${id}`, action: 'keep', button: 'Put it there', kind: 'plain' }, (fill) =>
      selectField(fill, { name: 'library', label: 'Library', choices }),
    ),
    visit.attempt?.action === 'keep',
  )
}

function changing(visit: Visit, clip: Clip): Html {
  const page = `${PAGE}/${clip.id}`
  const internal = [
    { value: 'internal', label: 'People of the organization, once signed in' },
    { value: 'public', label: 'Anybody who has the link' },
  ]
  return disclosure(
    'Change',
    html`${form(visit, { page, action: 'change', button: 'Save' }, (fill) => [
      textField(fill, { name: 'title', label: 'Title', value: clip.title, required: true, max: 512 }),
      areaField(fill, {
        name: 'notes',
        label: 'Notes',
        value: clip.notes,
        rows: 3,
        max: 8_000,
        help: 'Seen by people who sign in, never behind a public link.',
      }),
      selectField(fill, {
        name: 'internal',
        label: 'Who may open it',
        value: clip.internal ? 'internal' : 'public',
        choices: internal,
      }),
      checkField(fill, {
        name: 'notify_views',
        label: 'Mail the maker when somebody opens it first',
        on: clip.notify_views,
      }),
    ])}<hr>${actionButton(visit, { page, action: 'delete', button: 'Delete this clip', kind: 'danger', confirm: 'Delete this clip? Its link opens nothing any more.' })}`,
    visit.attempt?.action === 'change',
  )
}
