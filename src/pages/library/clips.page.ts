/** Clips: the list, and one page per clip. */

import { type Message, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import { getConversationMediaDetails, getConversationMediaLink } from '../../features/conversations/recordings/index.ts'
import { getTranscript } from '../../features/conversations/transcript-lines/index.ts'
import { createLibraryItem } from '../../features/library/folder-items/index.ts'
import { deleteSnippet, getSnippet, listSnippets, updateSnippet } from '../../features/library/snippets/index.ts'
import { type AnswerOf, definePage, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { coachClipPath } from '../coaching/coaching.ts'
import { COPY_SCRIPT, copyBlock } from '../components/copy.ts'
import { actionButton, checkField, form, formMenu, selectField, textAreaField, textField } from '../components/form.ts'
import { card, empty, facts, heading, linkButton, placeTabs, segmented } from '../components/layout.ts'
import {
  EXPIRY_POINTERS,
  expiryFields,
  isOver,
  questionsField,
  renderExpiry,
  renderViews,
  toExpiryInput,
} from '../components/link-expiry.ts'
import { newDeckButton } from '../components/new-deck.ts'
import { momentLink, momentPath } from '../components/search-hits.ts'
import { pageAsked, pager } from '../components/table.ts'
import { dayOf } from '../components/times.ts'
import { findSpeakerColors } from '../conversation/lanes.ts'
import { renderAudience, renderClipCard } from './clip-card.ts'
import { renderWalk } from './walk.ts'

const PAGE = '/clips'
/** Number of lines loaded around the start of a clip to find its lines. */
const LINES_READ = '500'

type Clip = AnswerOf<typeof getSnippet>['data']
type TranscriptLineView = AnswerOf<typeof getTranscript>['data'][number]

export const clipsPage = definePage({
  path: PAGE,
  navigation: { group: 'library', label: t('Clips') },
  async show(req) {
    const mine = req.query.get('by') === 'me'
    const { data, meta } = await req.run(listSnippets, {
      page: pageAsked(req),
      ...(mine ? { user_uuid: req.user.id } : {}),
    })
    return {
      title: t('Clips'),
      body: html`${heading(t('Clips'), { tabs: placeTabs(req, t('Library'), 'library'), words: t('Clips are highlights of calls that you can share or add to the library.') })}
${segmented(
  t('Clips'),
  [
    { label: t('All clips'), path: PAGE },
    { label: t('My clips'), path: `${PAGE}?by=me` },
  ],
  mine ? `${PAGE}?by=me` : PAGE,
)}
${data.length === 0 ? empty(t('No clips yet'), t('Share highlights of your calls as links. Open a call, select text in the transcript, and choose Create clip.'), linkButton('/conversations', t('View calls'))) : html`<ul class="clips-grid">${data.map((clip) => renderClipCard(req, clip))}</ul>`}
${pager(req, meta)}`,
      scripts: ['pages/library/clips.browser.ts'],
    }
  },
})

export const clipPage = definePage({
  path: '/clips/:id',
  async show(req) {
    const { data: clip } = await req.run(getSnippet, { id: req.params.id })
    const { start_time: start, end_time: end } = clip.video
    const [said, media, walk] = await Promise.all([loadLines(req, clip), renderPlayer(req, clip), renderWalk(req)])
    const mayChange = clip.user_uuid === req.user.id || req.user.role === 'ADMIN'
    return {
      title: clip.title,
      scripts: [COPY_SCRIPT, 'pages/library/clip.browser.ts'],
      body: html`${heading(clip.title, {
        trail: [{ label: t('Clips'), path: PAGE }],
        words: html`<bdi>${clip.conversation_title}</bdi>, ${clockTime(start)}–${clockTime(end)} · created ${dayOf(req, clip.created_at)} ${renderAudience(req, clip)}`,
        actions: html`${linkButton(momentPath(clip.conversation_id, { start }), t('View call'), { icon: 'calls' })}
${linkButton(coachClipPath(clip.conversation_id, clip.id), t('Coach'), { icon: 'people' })}${newDeckButton(clip.id)}${mayChange && changing(req, clip)}`,
      })}
${walk}<div class="columns-2"><div>${card(t('Transcript'), html`${media}${renderLines(clip, said)}`)}</div>
<div>${card(t('Share clip'), renderShare(req, clip, mayChange), { id: 'share' })}
${clip.notes !== '' && card(t('Notes'), html`<p dir="auto" class="clips-notes">${clip.notes}</p>`)}
${renderLibraryForm(req, clip)}</div></div>`,
    }
  },
  actions: {
    change: async (req, fields) => {
      const { id } = req.params
      const internal = fields.text('internal') !== 'public'
      await req.run(updateSnippet, {
        ...{ id, title: fields.text('title'), notes: fields.text('notes'), internal },
        // An internal link never expires, and accepts no questions.
        ...(internal ? {} : { ...toExpiryInput(req, fields), questionsAllowed: fields.has('questions') }),
        notify_views: fields.has('notify_views'),
      })
      return redirectTo(`${PAGE}/${id}`, t('Clip saved'))
    },
    keep: async (req, fields) => {
      const { id } = req.params
      await req.run(createLibraryItem, {
        snippetUUID: id,
        folderUUID: '',
        myLibrary: fields.text('library') === 'mine',
      })
      return redirectTo(`${PAGE}/${id}`, t('Clip added to the library'))
    },
    delete: async (req) => {
      await req.run(deleteSnippet, { id: req.params.id })
      return redirectTo(PAGE, t('Clip deleted. Its link no longer works.'))
    },
  },
  fragments: {
    player: async (req) => {
      const { data: clip } = await req.run(getSnippet, { id: req.params.id })
      return renderPlayer(req, clip, 'audio')
    },
  },
})

const createRangeTest =
  (clip: Clip) =>
  ({ segment, start, end }: TranscriptLineView) => {
    const { video, reference } = clip
    if (start !== null) return start < video.end_time && (end ?? start) > video.start_time
    const range = reference?.speakers
    return range !== undefined && segment >= Number(range.start_idx) && segment <= Number(range.end_idx)
  }

interface ClipTranscript {
  readonly lines: readonly TranscriptLineView[]
  /** CSS classes of the colors that the speakers have on the page of the call, by name. */
  readonly colors: ReadonlyMap<string, string>
}

async function loadLines(req: PageRequest, clip: Clip): Promise<ClipTranscript> {
  const id = clip.conversation_id
  const first = clip.reference?.speakers?.start_idx
  const at = String(clip.video.start_time)
  const { data, meta } = await req.run(getTranscript, { id, size: LINES_READ, at, turns: 'true' })
  const colors = findSpeakerColors(meta)
  const found = data.filter(createRangeTest(clip))
  if (!meta.timed && first !== undefined) {
    const { data: named } = await req.run(getTranscript, { id, size: LINES_READ, segment: first })
    return { lines: named.filter(createRangeTest(clip)), colors }
  }
  // A clip that reaches the end of a page can continue on the next one.
  if (data.at(-1) !== undefined && found.at(-1) === data.at(-1) && meta.pageNumber < meta.pageCount) {
    const next = await req.run(getTranscript, { id, size: LINES_READ, page: String(meta.pageNumber + 1) })
    return { lines: [...found, ...next.data.filter(createRangeTest(clip))], colors }
  }
  return { lines: found, colors }
}

/** Player that starts at the clip. @param kind `audio`: without the picture, in the list of clips. A user who can see this page has access to the whole recording of the call. */
async function renderPlayer(
  req: PageRequest,
  { conversation_id: id, video, title }: Clip,
  kind?: 'audio',
): Promise<Html> {
  const { recording } = await req.run(getConversationMediaDetails, { id })
  if (recording?.status !== 'kept') return html``
  const { url } = await req.run(getConversationMediaLink, { id })
  const source = `${new URL(url).pathname}#t=${video.start_time},${video.end_time}`
  const stretch = html` data-from="${video.start_time}" data-to="${video.end_time}"`
  if (kind === 'audio') {
    return html`<audio class="clips-media" src="${source}" controls preload="metadata" aria-label="Recording of ${title}"${stretch}></audio>`
  }
  const isVideo = recording.streams.some(({ kind }) => kind === 'video')
  return isVideo
    ? html`<video class="clips-media" id="clip-media" src="${source}" controls playsinline preload="metadata" aria-label="Recording of the clip"${stretch}></video>`
    : html`<audio class="clips-media" id="clip-media" src="${source}" controls preload="metadata" aria-label="Recording of the clip"${stretch}></audio>`
}

function renderLines({ conversation_id }: Clip, { lines, colors }: ClipTranscript): Html {
  if (lines.length === 0) return html`<p class="soft">This clip has no transcript.</p>`
  return html`<ol class="clips-said">${lines.map(
    ({ speaker, text, start, segment }) =>
      html`<li${start !== null && html` data-at="${start}"`}><p class="clips-who"><span class="talk-dot ${colors.get(speaker.name) ?? 'talk-others'}" aria-hidden="true"></span><b><bdi>${speaker.name === '' ? t('Unknown speaker') : speaker.name}</bdi></b>${momentLink(conversation_id, { start, segment }, start === null ? undefined : html`<span class="moment">${clockTime(start)}</span>`)}</p><p dir="auto">${text}</p></li>`,
  )}</ol>`
}

function renderLibraryForm(req: PageRequest, { id, in_library }: Clip): Html {
  const choices = [
    { value: 'ours', label: t('Organization library') },
    { value: 'mine', label: t('My library') },
  ]
  return card(
    in_library ? t('Add to another library') : t('Add to library'),
    form(req, { page: `${PAGE}/${id}`, action: 'keep', button: t('Add clip'), kind: 'plain', inline: true }, (fill) =>
      selectField(fill, { name: 'library', label: t('Library'), choices }),
    ),
  )
}

/** Link of the clip, and for people who can change the clip its expiry and views. */
function renderShare(req: PageRequest, clip: Clip, mayChange: boolean): Html {
  const about = facts([
    [t('Views', 'of a link'), renderViews(req, clip)],
    [t('Expires'), renderExpiry(req, clip.expiresAt)],
    [t('Viewer questions'), clip.questionsAllowed ? t('On') : t('Off')],
  ])
  return html`${copyBlock('clip-address', t('the link to the clip'), clip.url)}${!clip.internal && mayChange && about}<p class="soft">${describeAudience(req, clip, mayChange)}</p>`
}

function describeAudience(req: PageRequest, { internal, expiresAt }: Clip, mayChange: boolean): Message {
  if (internal) return t('People in your organization who have access to the call can open this link after sign-in.')
  if (isOver(req, expiresAt))
    return mayChange
      ? t('The link has expired, so nobody can open it. To share the clip again, edit it and change the expiry.')
      : t('The link has expired, so nobody can open it.')
  return t(
    'Anyone with the link can see the text of the clip and play its part of the recording. The link works while the person who shares it is active and has access to the call. If the call contains redacted text, the link shows only the text.',
  )
}

function changing(req: PageRequest, clip: Clip): Html {
  const page = `${PAGE}/${clip.id}`
  const internal = [
    { value: 'internal', label: t('People in the organization, after sign-in') },
    { value: 'public', label: t('Anyone with the link') },
  ]
  return formMenu(
    t('Edit clip'),
    html`${form(req, { page, action: 'change', button: t('Save clip'), pointers: EXPIRY_POINTERS }, (fill) => [
      textField(fill, { name: 'title', label: t('Title'), value: clip.title, required: true, max: 512 }),
      textAreaField(fill, {
        name: 'notes',
        label: t('Notes'),
        value: clip.notes,
        rows: 3,
        max: 8_000,
        help: t('Only visible inside your organization, never through a public link.'),
      }),
      selectField(fill, {
        name: 'internal',
        label: t('Who can view the clip'),
        value: clip.internal ? 'internal' : 'public',
        choices: internal,
      }),
      html`<div class="link-public">${expiryFields(req, fill, { id: 'clip', label: t('Public link expires'), expiresAt: clip.expiresAt })}${questionsField(fill, clip.questionsAllowed)}</div>`,
      checkField(fill, {
        name: 'notify_views',
        label: t('Email the creator when somebody opens the clip for the first time'),
        on: clip.notify_views,
      }),
    ])}<hr>${actionButton(req, { page, action: 'delete', button: t('Delete clip'), kind: 'danger', confirm: t("Delete this clip? Its link stops working. You can't undo this.") })}`,
    { open: req.attempt?.action === 'change', kind: 'plain', icon: 'edit' },
  )
}
