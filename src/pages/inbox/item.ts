/** Second pane of the inbox: the call of the selected notification, what was said, and what the user can do about it. */

import { AppError } from '../../core/errors.ts'
import { formatNumber } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { getAction } from '../../features/actions/actions/index.ts'
import { ANSWER_MAX, getCoachingAssignment } from '../../features/coaching/coaching-assignments/index.ts'
import { listConversationScorecardResults } from '../../features/coaching/scorecard-results/index.ts'
import { type Comment, type CommentThread, getComment, TEXT_MAX } from '../../features/collaboration/comments/index.ts'
import type { Notification } from '../../features/collaboration/notifications/index.ts'
import { getTask } from '../../features/collaboration/tasks/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { assignmentPath, formatDue, renderAnswer, stateBadge, subjectLink } from '../coaching/coaching.ts'
import { commentsPath, renderText } from '../comments/comments.ts'
import { renderExcerpt } from '../components/excerpt.ts'
import { actionButton, form, textAreaField } from '../components/form.ts'
import { avatar } from '../components/identity.ts'
import { badge, linkButton } from '../components/layout.ts'
import { momentPath } from '../components/search-hits.ts'
import { renderTimestamp } from '../components/times.ts'
import { folderPath, listWalk, renderSteps } from '../library/walk.ts'
import { dueBadge, taskPath } from '../tasks/tasks.ts'
import { describeDeed } from './deed.ts'
import { INBOX, type InboxPlace, toInboxPath, toPlaceFields } from './place.ts'

/** Content of the pane: the words that the notification is about, and their place in the call. */
interface Subject {
  readonly body: Html
  /** Link to the page of the subject, and further buttons. */
  readonly links?: Html
  /** Position in the call. */
  readonly moment: { readonly start: number | null; readonly segment?: number | null | undefined }
}

/** @param next ID of the notification that is selected after this one is done */
export async function renderItem(
  req: PageRequest,
  one: Notification,
  place: InboxPlace,
  next: string | undefined,
): Promise<Html> {
  const here = { ...place, item: one.uuid }
  const subject = await loadSubject(req, one, here)
  const mark = (action: string, button: Text | Html, on: boolean, kind: 'plain' | 'link') =>
    actionButton(req, {
      ...{ page: INBOX, action, key: `${action} ${one.uuid}`, button, kind },
      fields: { ...toPlaceFields(here), next: next ?? '', on: on ? 'true' : '' },
    })
  const isDone = one.doneAt !== null
  const titlePath = one.folderUUID === null ? `/conversations/${one.conversationUUID}` : folderPath(one.folderUUID)
  return html`<section class="inbox-item" id="inbox-item" tabindex="-1" aria-labelledby="inbox-title">
<p class="inbox-back"><a href="${toInboxPath({ ...here, isOpen: false })}">${icon('back')}Inbox</a></p>
<header><div class="grow"><p class="meta">${describeDeed(req, one)} · ${renderTimestamp(req, one.createdAt)}</p>
<h2 id="inbox-title"><a href="${titlePath}"><bdi>${one.folderName ?? one.conversationTitle}</bdi></a></h2></div>
<div class="actions">${one.folderUUID === null ? html`<a class="button inbox-call" href="${momentPath(one.conversationUUID, subject.moment)}">${icon('calls')}Open call</a>` : html`<a class="button inbox-call" href="${titlePath}">${icon('library')}Open folder</a>`}${mark('done', isDone ? t('Move to inbox') : html`${icon('action')}Done`, !isDone, 'plain')}</div></header>
${subject.body}
<div class="inbox-links">${subject.links}${mark('read', one.readAt === null ? t('Mark as read') : t('Mark as unread'), one.readAt === null, 'link')}</div>
<p class="inbox-keys soft">${one.folderUUID === null ? html`<kbd>J</kbd> <kbd>K</kbd> move, <kbd>E</kbd> done, <kbd>Enter</kbd> open call` : html`<kbd>J</kbd> <kbd>K</kbd> move, <kbd>E</kbd> done, <kbd>Enter</kbd> open folder`}</p>
</section>`
}

async function loadSubject(req: PageRequest, one: Notification, place: InboxPlace): Promise<Subject> {
  try {
    if (one.taskUUID !== null) return await renderTask(req, one.taskUUID, place)
    if (one.coachingAssignmentUUID !== null) return await renderCoaching(req, one.coachingAssignmentUUID, place)
    if (one.actionUUID !== null) return await renderAction(req, one, one.actionUUID)
    if (one.threadUUID !== null) return await renderThread(req, one, one.threadUUID, place)
    return await renderScores(req, one)
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'not_found') throw error
    // The list was read before the subject was deleted.
    return { body: html`<p class="soft">Somebody deleted it in the meantime.</p>`, moment: { start: one.start } }
  }
}

async function renderThread(req: PageRequest, one: Notification, id: string, place: InboxPlace): Promise<Subject> {
  const thread = await req.run(getComment, { id })
  const { conversationUUID } = one
  const start = thread.anchor?.start ?? null
  const segment = thread.anchor?.firstSegment
  const excerpt = await renderExcerpt(req, { conversationUUID, start, end: thread.anchor?.end, segment })
  const fields = { ...toPlaceFields(place), conversation: conversationUUID, thread: id }
  const resolved = thread.resolved
  return {
    moment: { start, segment },
    body: html`${excerpt}
<ol class="inbox-thread">${[thread, ...thread.replies].map((comment) => html`<li>${renderComment(req, comment)}</li>`)}</ol>
${resolved && html`<p>${badge(t('Resolved'), 'good')}</p>`}
<div class="comments inbox-reply" data-people="${commentsPath(conversationUUID)}/people">${form(
      req,
      { page: INBOX, action: 'reply', key: id, button: t('Reply') },
      (fill) =>
        html`${hidden(fields)}${textAreaField(fill, { name: 'text', label: t('Reply'), rows: 2, required: true, max: TEXT_MAX })}`,
    )}</div>`,
    links: html`${mayResolve(thread) && actionButton(req, { page: INBOX, action: 'resolve', key: id, kind: 'link', button: resolved ? t('Reopen') : t('Resolve'), fields: { ...fields, resolved: resolved ? '' : 'true' } })}<a href="${commentsPath(conversationUUID)}#comment-${id}">View thread</a>`,
  }
}

/** A private note needs no resolution. */
const mayResolve = (thread: CommentThread): boolean => !thread.private

const hidden = (fields: Readonly<Record<string, string>>): Html =>
  html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`

const renderComment = (req: PageRequest, comment: Comment): Html =>
  html`<article class="inbox-comment" aria-label="Comment by ${comment.author.name}">${avatar(comment.author.name)}<div class="grow">
<p><b><bdi>${comment.author.name}</bdi></b> <span class="meta">${renderTimestamp(req, comment.createdAt)}</span></p>
${comment.deleted ? html`<p class="soft">This comment was deleted.</p>` : html`<p class="comments-text" dir="auto">${renderText(comment)}</p>`}</div></article>`

async function renderCoaching(req: PageRequest, id: string, place: InboxPlace): Promise<Subject> {
  const one = await req.run(getCoachingAssignment, { id })
  const clips = one.folderUUID === null ? [] : await listWalk(req, one.folderUUID, id)
  const walk = clips[0]?.path
  const excerpt =
    one.folderUUID === null
      ? await renderExcerpt(req, one)
      : html`<p>Folder of clips: ${subjectLink(one)}</p>${renderSteps(clips)}`
  const due = formatDue(req, one)
  const fields = { ...toPlaceFields(place), assignment: id }
  const isOpen = one.mayAnswer && one.answer === null && one.answerComment === null && one.status !== 'done'
  return {
    moment: one,
    body: html`<article class="inbox-comment">${avatar(one.assigner.name)}<div class="grow"><p><b><bdi>${one.assigner.name}</bdi></b> <span class="meta">${renderTimestamp(req, one.createdAt)}</span> ${stateBadge(one)}${due !== undefined && html` <span class="meta">Due ${due}</span>`}</p>
<p class="coaching-text" dir="auto">${one.question}</p></div></article>
${!isOpen && html`<article class="inbox-comment">${avatar(one.assignee.name)}<div class="grow"><p><b><bdi>${one.assignee.name}</bdi></b>${one.answeredAt !== null && html` <span class="meta">${renderTimestamp(req, one.answeredAt)}</span>`}</p>${renderAnswer(one)}</div></article>`}
${excerpt}
${
  isOpen &&
  html`<div class="inbox-reply">${form(
    req,
    { page: INBOX, action: 'answer', key: id, button: t('Send answer') },
    (fill) =>
      html`${hidden(fields)}${textAreaField(fill, { name: 'answer', label: t('Your answer'), rows: 3, required: true, max: ANSWER_MAX })}`,
  )}</div>`
}`,
    links: html`${walk !== undefined && html`<a href="${walk}">Go through clips</a>`}<a href="${assignmentPath(id)}">View coaching</a>`,
  }
}

async function renderTask(req: PageRequest, id: string, place: InboxPlace): Promise<Subject> {
  const task = await req.run(getTask, { id })
  const isDone = task.status !== 'open'
  const back = toInboxPath({ ...place, isOpen: true })
  const state = isDone
    ? badge(task.status === 'done' ? t('Done') : t('Dismissed'), task.status === 'done' ? 'good' : 'quiet')
    : task.dueOn === null
      ? badge(t('To do'), 'open')
      : dueBadge(req, task.dueOn)
  return {
    moment: { start: task.start, segment: task.segment },
    body: html`<p class="inbox-task" dir="auto">${task.text}</p>
<p class="inbox-facts">${state} <span class="meta">${task.promisedBy === null ? html`Assigned by <bdi>${task.creator.name}</bdi>` : html`To be done by <bdi>${task.promisedBy.name}</bdi>`}</span></p>
${await renderExcerpt(req, task)}
<div class="actions inbox-do">${actionButton(req, { page: taskPath(id), action: 'state', key: id, button: isDone ? t('Reopen task') : t('Mark task as done'), kind: isDone ? 'plain' : 'primary', fields: { from: back, status: isDone ? 'open' : 'done' } })}${linkButton(taskPath(id), t('Edit task'), { icon: 'edit' })}</div>`,
  }
}

async function renderAction(req: PageRequest, one: Notification, id: string): Promise<Subject> {
  const action = await req.run(getAction, { action_uuid: id })
  const start = Number(action.why.key_quote?.source_url.split('#t=')[1] ?? Number.NaN)
  const moment = { start: Number.isFinite(start) ? start : null }
  return {
    moment,
    body: html`<p class="inbox-task" dir="auto">${action.title}</p>
${action.why.rationale !== '' && html`<p class="soft" dir="auto">${action.why.rationale}</p>`}
${await renderExcerpt(req, { conversationUUID: one.conversationUUID, ...moment })}
<div class="actions inbox-do">${linkButton(`/actions/${id}`, t('View action'), { icon: 'action', kind: 'primary' })}</div>`,
  }
}

/** Number of results that are searched for the one of the notification. */
const RESULTS_MAX = '100'

async function renderScores(req: PageRequest, one: Notification): Promise<Subject> {
  const { data } = await req.run(listConversationScorecardResults, { id: one.conversationUUID, size: RESULTS_MAX })
  const result = data.find(({ scorecardId }) => scorecardId === one.scorecardUUID)
  const link = html`<div class="actions inbox-do">${linkButton(`/conversations/${one.conversationUUID}/scorecards`, t('View scorecard'), { icon: 'scorecard', kind: 'primary' })}</div>`
  if (result === undefined) return { moment: { start: null }, body: link }
  const { summary, items } = result
  return {
    moment: { start: null },
    body: html`<p class="inbox-score"><b class="number">${formatNumber(summary.averageScore, { maximumFractionDigits: 0 })}</b> <span class="soft">of 100, <bdi>${result.title}</bdi></span></p>
${summary.summaryText !== '' && html`<p class="inbox-words" dir="auto">${summary.summaryText}</p>`}
<ul class="rows inbox-scores">${items.map(({ title, description, numericResult: { score, max } }) => html`<li class="row top"><span class="grow"><b dir="auto">${title}</b>${description !== '' && html`<span class="soft" dir="auto">${description}</span>`}</span><span class="number"><b>${formatNumber(score)}</b> <span class="meta">of ${formatNumber(max)}</span></span></li>`)}</ul>
${link}`,
  }
}
