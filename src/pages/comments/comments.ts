/** Comments of a call: threads with their forms, and the composer. One section, for the call page and a page of its own. */

import { AppError } from '../../core/errors.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import {
  type Comment,
  type CommentAnchor,
  type CommentThread,
  getComment,
  listComments,
  type Reaction,
  reactions,
} from '../../features/collaboration/comments/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton, checkField, disclosure, form, textAreaField, textField } from '../components/form.ts'
import { badge, card } from '../components/layout.ts'
import { momentLink } from '../components/search-hits.ts'
import { renderTimestamp } from '../components/times.ts'
import { formatWordsPlace, parseWordsPlace, type QuotedWords, readQuotedWords } from './quoted-words.ts'

/** Maximum number of threads of the section. The page of the comments shows all, page by page. */
const THREADS_SHOWN = 25

export const commentsPath = (id: string): string => `/conversations/${id}/comments`

/** Address of a thread on the page of its call. */
export const threadPath = (id: string, thread: string): string =>
  `/conversations/${id}?${new URLSearchParams({ tab: 'comments', thread })}#comment-${thread}`

/** Elements that show comments. The last three are on the call page only: timeline, legend and marks of the turns. */
const SHOWN_IN = '#comments, #timeline, #call-legend, #comment-marks'

export const COMMENT_SCRIPTS = ['pages/comments/comments.browser.ts'] as const

/** Names and signs of the reactions. */
const SIGNS: Readonly<Record<Reaction, readonly [sign: string, name: Text]>> = {
  thumbs_up: ['👍', t('Thumbs up')],
  heart: ['❤️', t('Heart')],
  celebrate: ['🎉', t('Celebrate')],
  laugh: ['😄', t('Laugh')],
  eyes: ['👀', t('Looking')],
  question: ['❓', t('Question')],
}

interface CommentsPage {
  readonly id: string
  /** Page of the list, from 1. */
  readonly page?: string
}

/** Threads and composer. `?thread=` selects a thread, and `?words=` the words that a new comment is about. */
export async function commentsCard(req: PageRequest, place: CommentsPage): Promise<Html> {
  const { id, page = '1' } = place
  const wanted = req.query.get('thread') ?? ''
  const [{ data, meta }, composer] = await Promise.all([
    req.run(listComments, { id, page, size: String(THREADS_SHOWN) }),
    renderComposer(req, id),
  ])
  const more = meta.pageNumber < meta.pageCount
  const open = data.find(({ uuid }) => uuid === wanted) ?? (await readThread(req, id, wanted))
  const threads = open === undefined || data.includes(open) ? data : [open, ...data]
  return card(
    t('Comments'),
    html`<div class="comments" data-people="${commentsPath(id)}/people">
${threads.length === 0 && html`<p class="soft">No comments yet. Comment on the call or a part of it, and mention colleagues with @.</p>`}
<ol class="comments-threads">${threads.map((thread) => renderThread(req, id, thread, thread === open))}</ol>
${more && html`<p><a href="${commentsPath(id)}?page=${meta.pageNumber + 1}">Show more comments</a></p>`}
${composer}
</div>`,
    { id: 'comments' },
  )
}

/** Thread that the address selects and the page of the list doesn't have. Undefined if the user can't see it. */
async function readThread(req: PageRequest, id: string, uuid: string): Promise<CommentThread | undefined> {
  if (uuid === '') return undefined
  try {
    const thread = await req.run(getComment, { id: uuid })
    return thread.conversationUUID === id ? thread : undefined
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined
    throw error
  }
}

/** Form for a new comment. A script replaces it when the user has selected words. */
export async function renderComposer(req: PageRequest, id: string): Promise<Html> {
  const { attempt } = req
  const value = (attempt?.action === 'create' ? attempt.fields.text('words') : req.query.get('words')) ?? ''
  const place = parseWordsPlace(value)
  const words = place === undefined ? undefined : await readQuotedWords(req, id, place)
  const composer = form(
    req,
    {
      page: commentsPath(id),
      action: 'create',
      button: t('Comment', 'verb'),
      enhance: SHOWN_IN,
      pointers: { '/time/start': 'at' },
    },
    (
      fill,
    ) => html`${textAreaField(fill, { name: 'text', label: labelComposer(words), rows: 3, required: true, help: t('Mention a colleague with @ and the full name or email address.') })}
${words === undefined ? textField(fill, { name: 'at', label: t('Time in the call'), placeholder: '9:04', help: t('Leave it empty to comment on the whole call.') }) : html`<input type="hidden" name="words" value="${formatWordsPlace(words.place)}">`}
${checkField(fill, { name: 'private', label: t('Private note that only you see') })}`,
  )
  return html`<div class="comments-composer" id="comment-composer">
${words !== undefined && renderQuotedWords(id, words)}
${value !== '' && words === undefined && html`<p class="comments-changed" role="alert">These words are no longer in the transcript. Reload the page, then select them again.</p>`}
${composer}</div>`
}

function labelComposer(words: QuotedWords | undefined): Text {
  if (words === undefined) return t('New comment')
  const { start, place } = words
  return start === null ? t`Comment on line ${place.firstSegment + 1}` : t`Comment at ${clockTime(start)}`
}

/** Words that the new comment is about, with a link to drop them. */
const renderQuotedWords = (id: string, { quote, speaker }: QuotedWords): Html =>
  html`<div class="comments-about"><div class="comments-place">${renderQuote(speaker, quote)}</div><a href="${commentsPath(id)}#comment-composer" data-comment-whole>Comment on the whole call instead</a></div>`

const renderQuote = (speaker: string, quote: string): Html =>
  html`<span class="comments-quote">${speaker !== '' && html`<bdi>${speaker}</bdi>: `}<q dir="auto">${quote}</q></span>`

/** @param isOpen whether the address selects the thread */
function renderThread(req: PageRequest, id: string, thread: CommentThread, isOpen: boolean): Html {
  const { uuid, anchor, resolved, replies } = thread
  const actions = renderThreadActions(req, commentsPath(id), thread)
  return html`<li class="comments-thread${resolved ? ' comments-resolved' : ''}${isOpen ? ' comments-open' : ''}" id="comment-${uuid}">
<div class="comments-head">${renderPlace(id, anchor)}${thread.private && badge(t('Private'))}${resolved && badge(t('Resolved'), 'good')}</div>
${renderComment(req, id, thread, replies.length === 0 ? actions : undefined)}
${replies.length > 0 && html`<ol class="comments-replies">${replies.map((reply) => html`<li id="comment-${reply.uuid}">${renderComment(req, id, reply)}</li>`)}</ol><div class="comments-actions">${actions}</div>`}
</li>`
}

/** Controls of a thread. */
function renderThreadActions(req: PageRequest, page: string, { uuid, resolved }: CommentThread): Html {
  return html`${disclosure(
    t('Reply'),
    form(
      req,
      { page, action: 'reply', key: uuid, button: t('Reply'), enhance: SHOWN_IN },
      (fill) =>
        html`<input type="hidden" name="thread" value="${uuid}">${textAreaField(fill, { id: `reply-${uuid}`, name: 'text', label: t('Reply'), rows: 2, required: true })}`,
    ),
    isAttempted(req, 'reply', uuid),
  )}${actionButton(req, {
    ...{ page, action: 'resolve', key: uuid, enhance: SHOWN_IN, kind: 'link' },
    button: resolved ? t('Reopen') : t('Resolve'),
    fields: { comment: uuid, resolved: resolved ? '' : 'true' },
  })}`
}

const isAttempted = ({ attempt }: PageRequest, action: string, key: string): boolean =>
  attempt?.action === action && attempt.fields.text('key') === key

/** Part of the call, with its words and whether a correction changed them. */
function renderPlace(id: string, anchor: CommentAnchor | null): Html {
  if (anchor === null) return html`<span class="comments-place">Whole call</span>`
  const { start, firstSegment, quote, wordsStatus, currentQuote, speaker } = anchor
  const at = start === null ? t('In the transcript') : clockTime(start)
  return html`<div class="comments-place">${momentLink(id, { start, segment: firstSegment }, at)}
${quote !== null && html` ${renderQuote(speaker ?? '', quote)}`}
${wordsStatus === 'edited' && html`<p class="comments-changed">The transcript was corrected. It now says: <q dir="auto">${currentQuote ?? ''}</q></p>`}
${wordsStatus === 'removed' && html`<p class="comments-changed">The transcript was corrected, and these words are no longer in it.</p>`}</div>`
}

/** @param threadActions controls of the thread, if they belong to this comment */
function renderComment(req: PageRequest, id: string, comment: Comment, threadActions?: Html): Html {
  const { uuid, author, createdAt, editedAt, deleted } = comment
  const page = commentsPath(id)
  return html`<article class="comments-one" aria-label="Comment by ${author.name}">
<p class="comments-by"><bdi>${author.name}</bdi> <span class="soft">${renderTimestamp(req, createdAt)}${editedAt !== null && t(', edited')}</span></p>
${deleted ? html`<p class="soft">This comment was deleted.</p>` : html`<p class="comments-text" dir="auto">${renderText(comment)}</p>`}
<div class="comments-actions">${!deleted && renderReactions(req, page, comment)}${threadActions}${
    comment.mayEdit &&
    disclosure(
      t('Edit'),
      form(
        req,
        { page, action: 'edit', key: uuid, button: t('Save comment'), enhance: SHOWN_IN },
        (fill) =>
          html`<input type="hidden" name="comment" value="${uuid}">${textAreaField(fill, { id: `edit-${uuid}`, name: 'text', label: t('Comment'), rows: 3, required: true, value: comment.text })}`,
      ),
      isAttempted(req, 'edit', uuid),
    )
  }${
    comment.mayDelete &&
    actionButton(req, {
      ...{ page, action: 'delete', key: uuid, enhance: SHOWN_IN, kind: 'link', button: t('Delete') },
      confirm: t("Delete this comment? You can't undo this."),
      fields: { comment: uuid },
    })
  }</div>
</article>`
}

/** Text with its mentions marked. Their places are in code points. */
export function renderText({ text, mentions }: Comment): Html {
  const letters = [...text]
  const parts: Html[] = []
  let at = 0
  for (const { start, end } of mentions) {
    parts.push(
      html`${letters.slice(at, start).join('')}<strong class="comments-mention">${letters.slice(start, end).join('')}</strong>`,
    )
    at = end
  }
  return html`${parts}${letters.slice(at).join('')}`
}

function renderReactions(req: PageRequest, page: string, comment: Comment): Html {
  const given = new Map(comment.reactions.map((one) => [one.reaction, one]))
  const button = (reaction: Reaction) => {
    const [sign, name] = SIGNS[reaction]
    const { count = 0, mine = false } = given.get(reaction) ?? {}
    return actionButton(req, {
      ...{ page, action: 'react', key: `${comment.uuid} ${reaction}`, enhance: SHOWN_IN },
      button: html`<span aria-hidden="true">${sign}</span><span class="unseen">${mine ? t`Remove ${name}` : name}</span>${count > 0 && html` ${count}`}`,
      fields: { comment: comment.uuid, reaction, on: mine ? '' : 'true' },
    })
  }
  const unused = reactions.filter((reaction) => !given.has(reaction))
  return html`${reactions.filter((reaction) => given.has(reaction)).map(button)}${unused.length > 0 && disclosure(t('React'), html`<div class="comments-choices">${unused.map(button)}</div>`)}`
}
