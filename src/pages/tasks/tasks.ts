/** Tasks as rows: check button, words, person, place in the call and due date. */

import { formatDate } from '../../core/languages/formats.ts'
import { type Message, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import { getToday, QUOTE_MAX, type Task, TEXT_MAX } from '../../features/collaboration/tasks/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { form } from '../components/form.ts'
import { badge } from '../components/layout.ts'
import { momentLink } from '../components/search-hits.ts'

export const TASKS = '/tasks'
export const taskPath = (id: string): string => `${TASKS}/${id}`

const DAY_MS = 86_400_000

/** Day without a time zone. The year is shown if it isn't this one. */
export function formatDay(day: string, today: string): string {
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return formatDate(new Date(`${day}T00:00:00Z`), {
    ...{ day: 'numeric', month: 'short', timeZone: 'UTC' },
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
}

/** Due date of an open promise in words, with the tone of its urgency. */
export function dueBadge(req: PageRequest, day: string): Html {
  const today = getToday(req.ctx)
  const days = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)
  if (days < 0) return badge(t`Overdue since ${formatDay(day, today)}`, 'bad')
  const words: Message | undefined = days === 0 ? t('Due today') : days === 1 ? t('Due tomorrow') : undefined
  return words === undefined ? badge(t`Due ${formatDay(day, today)}`) : badge(words, 'open')
}

/** Due date of a promise that nobody keeps as a task. It isn't an alarm when it passes. */
export function foundDueBadge(req: PageRequest, day: string): Html {
  const today = getToday(req.ctx)
  return badge(day < today ? t`Was due ${formatDay(day, today)}` : t`Due ${formatDay(day, today)}`)
}

/**
 * Round button that marks a task as done, or reopens it.
 * @param place page to return to, and ID of the element to update; empty for the whole page
 */
export const checkButton = (
  req: PageRequest,
  { id, isDone, text }: { readonly id: string; readonly isDone: boolean; readonly text: string },
  place: { readonly from: string; readonly id: string },
): Html =>
  form(
    req,
    {
      ...{
        page: taskPath(id),
        action: 'state',
        inline: true,
        kind: 'link',
        enhance: place.id === '' ? '' : `#${place.id}`,
      },
      button: html`<span class="tasks-check${isDone ? ' done' : ''}">${isDone && icon('action')}</span><span class="unseen">${isDone ? t('Reopen') : t('Mark as done')}: ${text}</span>`,
    },
    () =>
      html`<input type="hidden" name="from" value="${place.from}"><input type="hidden" name="status" value="${isDone ? 'open' : 'done'}">`,
  )

/** Rows of tasks from several calls. */
export const taskRows = (
  req: PageRequest,
  tasks: readonly Task[],
  place: { readonly from: string; readonly id: string },
): Html =>
  html`<ul class="rows tasks-rows">${tasks.map((one) => {
    const isDone = one.status === 'done'
    const due =
      one.status === 'dismissed'
        ? badge(t('Dismissed'))
        : isDone
          ? badge(t('Done'), 'good')
          : one.dueOn !== null && dueBadge(req, one.dueOn)
    return html`<li class="row top">${one.status !== 'dismissed' && checkButton(req, { id: one.uuid, isDone, text: one.text }, place)}<span class="grow"><a class="row-title tasks-text${isDone ? ' done' : ''}" href="${taskPath(one.uuid)}" dir="auto">${one.text}</a>
<span class="meta">${describeTask(req, one)}</span></span>${due}</li>`
  })}</ul>`

/** Promiser and place of a task, and the assignee if that is somebody else. */
function describeTask(req: PageRequest, one: Task): Html {
  const call = html`<bdi>${one.opportunityTitle ?? one.conversationTitle}</bdi>`
  const moment = momentLink(
    one.conversationUUID,
    one,
    one.quote === null
      ? t('View call')
      : html`<span class="moment">${one.start === null ? t('in the call') : clockTime(one.start)}</span><span class="unseen"> ${one.text}</span>`,
  )
  const isOwn = one.assignee.userUUID === req.user.id
  const promiser = one.promisedBy?.name ?? one.assignee.name
  const who =
    isOwn && one.side !== 'external' ? html`${call}, ${moment}` : html`<bdi>${promiser}</bdi>, ${call}, ${moment}`
  return isOwn || one.assignee.name === promiser ? who : html`${who} · followed by <bdi>${one.assignee.name}</bdi>`
}

interface KeptWords {
  /** Page to return to. */
  readonly from: string
  /** ID of the conversation. */
  readonly conversation: string
  readonly text: string
  readonly quote: string | null
}

/** Fields of a form that keeps or hides a promise. Long texts are cut at the limits of tasks. */
export const toTaskFields = ({ from, conversation, text, quote }: KeptWords): Record<string, string> => ({
  ...{ from, conversation, text: cut(text, TEXT_MAX) },
  ...(quote === null ? {} : { quote: cut(quote, QUOTE_MAX) }),
})

const cut = (text: string, max: number) => [...text].slice(0, max).join('')
