/** Clips: the list, and one page per clip. */
import { clockTime } from '../../core/timecode.ts'
import { getConversationMediaDetails, getConversationMediaLink } from '../../features/conversations/recordings/index.ts'
import { getTranscript } from '../../features/conversations/transcript-lines/index.ts'
import { createLibraryItem } from '../../features/library/folder-items/index.ts'
import { deleteSnippet, getSnippet, listSnippets, updateSnippet } from '../../features/library/snippets/index.ts'
import { type AnswerOf, definePage, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { COPY_SCRIPT, copied } from '../components/copy.ts'
import { actionButton, areaField, checkField, disclosure, form, selectField, textField } from '../components/form.ts'
import { badge, card, empty, heading, linkButton, tabs } from '../components/layout.ts'
import { newDeckButton } from '../components/new-deck.ts'
import { momentLink, momentPath } from '../components/search-hits.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { dayOf } from '../components/times.ts'

const PAGE = '/clips'
/** Number of lines loaded around the start of a clip to find its lines. */
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
        title: 'Call',
        cell: ({ conversation_id, conversation_title, video: { start_time: start, end_time: end } }: Clip) =>
          html`<bdi>${conversation_title}</bdi><br><span class="soft">${momentLink(conversation_id, { start }, `${clockTime(start)}–${clockTime(end)}`)}</span>`,
      },
      { title: 'Access', cell: ({ internal }: Clip) => openFor(internal) },
      { title: 'Created', cell: ({ created_at }: Clip) => dayOf(visit, created_at) },
    ]
    return {
      title: 'Clips',
      body: html`${heading('Clips', { words: 'Clips are highlights of calls that you can share or add to the library.' })}
${tabs(
  'Clips',
  [
    { label: 'All clips', path: PAGE },
    { label: 'My clips', path: `${PAGE}?by=me` },
  ],
  mine ? `${PAGE}?by=me` : PAGE,
)}
${data.length === 0 ? empty('No clips yet', 'Share highlights of your calls as links. Open a call, select text in the transcript, and choose Create clip.', linkButton('/conversations', 'View calls')) : table(data, columns, { caption: 'Clips' })}
${pager(visit, meta)}`,
    }
  },
})

const openFor = (internal: boolean): Html => (internal ? badge('Organization') : badge('Anyone with the link', 'open'))

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
        words: html`<bdi>${clip.conversation_title}</bdi>, ${clockTime(start)}–${clockTime(end)} · created ${dayOf(visit, clip.created_at)} ${openFor(clip.internal)}`,
        actions: html`${linkButton(momentPath(clip.conversation_id, { start }), 'View call', { icon: 'calls' })}
${newDeckButton(clip.id)}`,
      })}
<div class="columns-2"><div>${card('Transcript', html`${media}${said(clip, lines)}`)}</div>
<div>${card('Share clip', html`${copied('clip-address', 'the link to the clip', clip.url)}<p class="soft">${clip.internal ? 'People in your organization who have access to the call can open this link after sign-in.' : 'Anyone with the link can see the text of the clip and play its part of the recording. If the call contains redacted text, the link shows only the text.'}</p>`)}
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
      return goTo(`${PAGE}/${id}`, 'Clip saved')
    },
    keep: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(createLibraryItem, {
        snippetUUID: id,
        folderUUID: '',
        myLibrary: fields.text('library') === 'mine',
      })
      return goTo(`${PAGE}/${id}`, 'Clip added to the library')
    },
    delete: async (visit) => {
      await visit.ask(deleteSnippet, { id: visit.params.id })
      return goTo(PAGE, 'Clip deleted. Its link no longer works.')
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
  // A clip that reaches the end of a page can continue on the next one.
  if (data.at(-1) !== undefined && found.at(-1) === data.at(-1) && meta.pageNumber < meta.pageCount) {
    const next = await visit.ask(getTranscript, { id, size: LINES_READ, page: String(meta.pageNumber + 1) })
    return [...found, ...next.data.filter(within(clip))]
  }
  return found
}

/** Player that starts at the clip. A user who can see this page has access to the whole recording of the call. */
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
  if (lines.length === 0) return html`<p class="soft">This clip has no transcript.</p>`
  return html`<ol class="clips-said">${lines.map(
    ({ speaker, text, start, segment }) =>
      html`<li${start !== null && html` data-at="${start}"`}><p><b><bdi>${speaker.name === '' ? 'Unknown speaker' : speaker.name}</bdi></b> <span class="soft">${momentLink(conversation_id, { start, segment })}</span></p><p dir="auto">${text}</p></li>`,
  )}</ol>`
}

function keeping(visit: Visit, { id, in_library }: Clip): Html {
  const choices = [
    { value: 'ours', label: 'Organization library' },
    { value: 'mine', label: 'My library' },
  ]
  return disclosure(
    in_library ? 'Add to another library' : 'Add to library',
    form(visit, { page: `${PAGE}/${id}`, action: 'keep', button: 'Add clip', kind: 'plain' }, (fill) =>
      selectField(fill, { name: 'library', label: 'Library', choices }),
    ),
    visit.attempt?.action === 'keep',
  )
}

function changing(visit: Visit, clip: Clip): Html {
  const page = `${PAGE}/${clip.id}`
  const internal = [
    { value: 'internal', label: 'People in the organization, after sign-in' },
    { value: 'public', label: 'Anyone with the link' },
  ]
  return disclosure(
    'Edit clip',
    html`${form(visit, { page, action: 'change', button: 'Save clip' }, (fill) => [
      textField(fill, { name: 'title', label: 'Title', value: clip.title, required: true, max: 512 }),
      areaField(fill, {
        name: 'notes',
        label: 'Notes',
        value: clip.notes,
        rows: 3,
        max: 8_000,
        help: 'Only visible inside your organization, never through a public link.',
      }),
      selectField(fill, {
        name: 'internal',
        label: 'Who can view the clip',
        value: clip.internal ? 'internal' : 'public',
        choices: internal,
      }),
      checkField(fill, {
        name: 'notify_views',
        label: 'Email the creator when somebody opens the clip for the first time',
        on: clip.notify_views,
      }),
    ])}<hr>${actionButton(visit, { page, action: 'delete', button: 'Delete clip', kind: 'danger', confirm: "Delete this clip? Its link stops working. You can't undo this." })}`,
    visit.attempt?.action === 'change',
  )
}
