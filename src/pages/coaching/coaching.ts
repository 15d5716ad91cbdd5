/** Coaching assignments as rows and cards, for the inbox, the start page, a call and a clip. */

import { type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import {
  type CoachingAssignment,
  listCoachingAssignments,
  QUESTION_MAX,
} from '../../features/coaching/coaching-assignments/index.ts'
import { type ConversationViewer, listConversationViewers } from '../../features/collaboration/comments/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { attribute, type Html, html } from '../../inbound/web/html.ts'
import { type Fill, form, selectField, textAreaField, textField } from '../components/form.ts'
import { badge, card, type Tone } from '../components/layout.ts'
import { momentPath } from '../components/search-hits.ts'
import { dayText } from '../components/times.ts'
import { folderPath } from '../library/walk.ts'

export const COACHING = '/coaching'
export const callCoachingPath = (id: string): string => `/conversations/${id}/coaching`
export const assignmentPath = (id: string): string => `${COACHING}/${id}`

/** Maximum number of colleagues in the selection. Above it, the form asks for an email address. */
export const PEOPLE_MAX = 100
const SHOWN_MAX = '25'

const STATES: Readonly<Record<CoachingAssignment['status'], readonly [word: Text, tone: Tone]>> = {
  open: [t('To answer'), 'open'],
  answered: [t('Answered'), 'good'],
  done: [t('Done'), 'quiet'],
}

/** State of an assignment, or that it is overdue. */
export function stateBadge({ status, overdue }: CoachingAssignment): Html {
  const [word, tone] = STATES[status]
  return overdue && status === 'open' ? badge(t('Overdue'), 'bad') : badge(word, tone)
}

/** Due date of an assignment that isn't done. A day has no time zone. */
export const formatDue = ({ ctx }: PageRequest, { dueOn, status }: CoachingAssignment): string | undefined =>
  dueOn === null || status === 'done' ? undefined : dayText({ zone: 'UTC', ctx }, `${dueOn}T00:00:00Z`)

/** Folder to go through, or part of the call with a link that plays it. */
export function subjectLink(one: CoachingAssignment): Html {
  if (one.folderUUID === null) return partLink(one)
  return html`<a href="${folderPath(one.folderUUID)}"><bdi>${one.folderName ?? t('Folder')}</bdi></a>`
}

/** Part of the call, with a link that plays it. */
export function partLink({ conversationUUID, conversationTitle, start, end }: CoachingAssignment): Html {
  const path = momentPath(conversationUUID, { start })
  if (start === null) return html`<a href="${path}"><bdi>${conversationTitle}</bdi></a>`
  const time = end === null ? clockTime(start) : `${clockTime(start)}–${clockTime(end)}`
  return html`<a class="moment" href="${path}">${time}</a> in <a href="/conversations/${conversationUUID}"><bdi>${conversationTitle}</bdi></a>`
}

const namePeople = (req: PageRequest, { assignee, assigner }: CoachingAssignment): Html => {
  const isMine = (person: CoachingAssignment['assignee']) => person.userUUID === req.user.id
  if (isMine(assignee)) return isMine(assigner) ? html`Your own task` : html`From <bdi>${assigner.name}</bdi>`
  return isMine(assigner)
    ? html`For <bdi>${assignee.name}</bdi>`
    : html`From <bdi>${assigner.name}</bdi> for <bdi>${assignee.name}</bdi>`
}

/** Rows that link to the page of each assignment. */
export const coachingRows = (req: PageRequest, assignments: readonly CoachingAssignment[]): Html =>
  html`<ul class="rows coaching-rows">${assignments.map((one) => {
    const day = formatDue(req, one)
    const due = day === undefined ? undefined : t`due ${day}`
    const answer = one.answer ?? one.answerComment?.text
    return html`<li class="row top"><span class="grow"><a class="row-title coaching-question" href="${assignmentPath(one.uuid)}" dir="auto">${one.question}</a>
<span class="meta">${namePeople(req, one)}, ${subjectLink(one)}${due !== undefined && html`, ${due}`}</span>
${answer !== undefined && html`<span class="coaching-answer" dir="auto">${answer}</span>`}</span>${stateBadge(one)}</li>`
  })}</ul>`

export interface CoachingDraft {
  readonly at?: string | undefined
  readonly to?: string | undefined
  /** Clip to assign instead of a part of the call. */
  readonly clip?: { readonly id: string; readonly title: string } | undefined
}

/** Section of a call: its assignments, and the form that adds one. */
export async function coachingCard(req: PageRequest, id: string, draft: CoachingDraft = {}): Promise<Html> {
  const [{ data, meta }, people] = await Promise.all([
    req.run(listCoachingAssignments, { conversation: id, size: SHOWN_MAX }),
    req.run(listConversationViewers, { id, size: String(PEOPLE_MAX) }),
  ])
  const more = meta.totalRecords - data.length
  return card(
    t('Coaching'),
    html`${data.length === 0 ? html`<p class="soft">Ask a colleague about a part of this call, and get the answer in your inbox.</p>` : coachingRows(req, data)}
${more > 0 && html`<p class="meta">${more} more are under <a href="${COACHING}">Coaching</a>.</p>`}
${renderForm(req, id, draft, people)}`,
    { id: 'coaching' },
  )
}

export interface ConversationPeople {
  readonly data: readonly ConversationViewer[]
  readonly meta: { readonly totalRecords: number }
}

function renderForm(req: PageRequest, id: string, draft: CoachingDraft, people: ConversationPeople): Html {
  const { clip } = draft
  return form(
    req,
    {
      ...{ page: callCoachingPath(id), action: 'create', button: t('Assign coaching'), enhance: '#coaching' },
      pointers: {
        ...{ '/assigneeUUID': 'assignee', '/time/start': 'at', '/time/end': 'to', '/dueOn': 'due' },
      },
    },
    (fill) => html`${personField(req, fill, people)}
${textAreaField(fill, { id: 'coaching-question', name: 'question', label: t('Question'), rows: 3, required: true, max: QUESTION_MAX, placeholder: t('What would you ask here instead?') })}
${
  clip === undefined
    ? html`<div class="coaching-time">${textField(fill, { id: 'coaching-at', name: 'at', label: t('From', 'time'), placeholder: '9:04', value: draft.at, help: t('Empty: the whole call.') })}${textField(fill, { id: 'coaching-to', name: 'to', label: t('To', 'time'), placeholder: '9:30', value: draft.to })}</div>`
    : html`<input type="hidden" name="clip" value="${clip.id}"><p class="soft">Clip: <bdi>${clip.title}</bdi></p>`
}
${textField(fill, { id: 'coaching-due', name: 'due', label: t('Due'), type: 'date' })}`,
  )
}

export function personField(req: PageRequest, fill: Fill, { data, meta }: ConversationPeople): Html {
  if (meta.totalRecords > PEOPLE_MAX) {
    return textField(fill, {
      ...{ id: 'coaching-assignee', name: 'assignee', label: t('Colleague'), type: 'email', required: true },
      help: t('Email address of a colleague who has access to this call.'),
    })
  }
  const choices = data
    .filter(({ userUUID }) => userUUID !== req.user.id)
    .map(({ userUUID, name }) => ({ value: userUUID, label: name }))
  return selectField(fill, {
    ...{ id: 'coaching-assignee', name: 'assignee', label: t('Colleague'), required: true, choices },
    none: choices.length === 0 ? t('Nobody else has access to this call') : t('Choose a colleague'),
  })
}

/** Link to the coaching form of a call with a clip. */
export const coachClipPath = (conversation: string, clip: string): string =>
  `${callCoachingPath(conversation)}?${new URLSearchParams({ clip })}`

/** Answer of the assignee: text, comment, or that there is none yet. */
export function renderAnswer({ answer, answerComment, conversationUUID, status, ...one }: CoachingAssignment): Html {
  if (answer === null && answerComment === null) {
    if (one.mayAnswer && status === 'open') return html``
    return html`<p class="soft">${status === 'done' ? t('Marked as done without an answer.') : html`<bdi>${one.assignee.name}</bdi> hasn't answered yet.`}</p>`
  }
  return html`${answer !== null && html`<p class="coaching-text" dir="auto">${answer}</p>`}${answerComment !== null && html`<p class="coaching-text" dir="auto">${answerComment.text}</p><p class="meta"><a${attribute('href', `/conversations/${conversationUUID}/comments#comment-${answerComment.threadUUID}`)}>View comment</a></p>`}`
}
