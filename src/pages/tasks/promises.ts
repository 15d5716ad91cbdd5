/** Promises of both sides as rows, with their tasks, for calls, deals and people. */

import { formatDate } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import type { CallPromise } from '../../features/deals/deal-overviews/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton } from '../components/form.ts'
import { badge, card } from '../components/layout.ts'
import { momentLink } from '../components/search-hits.ts'
import { checkButton, dueBadge, foundDueBadge, TASKS, taskPath, toTaskFields } from './tasks.ts'

export interface ShownPromise {
  readonly text: string
  readonly owner: string | null
  /** Null if the side is unknown. */
  readonly side: 'internal' | 'external' | null
  /** Person who requested it. Null for a promise. */
  readonly requestedBy: { readonly name: string; readonly side: 'internal' | 'external' | null } | null
  readonly dueDate: string | null
  readonly quote: string | null
  readonly conversationId: string
  readonly start: number | null
  readonly segment: number | null
  /** Start of the call. Undefined on the page of the call. */
  readonly saidAt?: string
  readonly task: { readonly id: string; readonly status: 'open' | 'done'; readonly assignee: string } | null
}

/** Shows a promise of an operation. */
export const toShownPromise = (one: Omit<CallPromise, 'due' | 'conversation_title'>): ShownPromise => ({
  ...{ text: one.text, owner: one.owner_name, side: one.side, requestedBy: one.requested_by },
  ...{ dueDate: one.due_date, quote: one.quote },
  ...{ conversationId: one.conversation_id, start: one.start, segment: one.segment },
  task: one.task === null ? null : { id: one.task.id, status: one.task.status, assignee: one.task.assignee_name },
})

interface PromiseGroup {
  readonly title: Text
  readonly promises: readonly ShownPromise[]
}

/** Page to return to, and ID of the element that an update replaces. */
export interface PromisePlace {
  readonly from: string
  readonly id: string
  /** Whether the promises of the other side come first. */
  readonly isTheirsFirst?: true
}

const SHOWN_MAX = 8

/** Card with promises. False if there are none. */
export const promisesCard = (req: PageRequest, promises: readonly ShownPromise[], place: PromisePlace): Html | false =>
  promises.length > 0 && card(t('Promises and tasks'), promiseGroups(req, promises, place), { id: place.id })

type GroupName = 'ours' | 'theirs' | 'askedOfUs' | 'askedOfThem' | 'others'

/** Group of an action item: promised by its side, requested by the other side, or neither. */
function findGroup({ side, requestedBy }: ShownPromise): GroupName {
  if (requestedBy === null) return side === 'internal' ? 'ours' : side === 'external' ? 'theirs' : 'others'
  if (requestedBy.side === null || side === null || requestedBy.side === side) return 'others'
  return side === 'internal' ? 'askedOfUs' : 'askedOfThem'
}

/** Promises and requests by side. Kept ones come first in each group. */
export function promiseGroups(req: PageRequest, promises: readonly ShownPromise[], place: PromisePlace): Html {
  const byGroup = Map.groupBy(promises, findGroup)
  const group = (title: Text, name: GroupName): PromiseGroup => ({ title, promises: byGroup.get(name) ?? [] })
  const ours = [group(t('We promised'), 'ours'), group(t('They asked us for'), 'askedOfUs')]
  const theirs = [group(t('They promised'), 'theirs'), group(t('We asked them for'), 'askedOfThem')]
  const groups: readonly PromiseGroup[] = [
    ...(place.isTheirsFirst === true ? [...theirs, ...ours] : [...ours, ...theirs]),
    group(t('Other tasks'), 'others'),
  ]
  return html`${groups.filter(({ promises: own }) => own.length > 0).map(({ title, promises: own }) => html`<h3 class="tasks-group">${title}</h3>${promiseRows(req, own, place)}`)}`
}

function promiseRows(req: PageRequest, promises: readonly ShownPromise[], place: PromisePlace): Html {
  const rank = ({ task }: ShownPromise) => (task === null ? 1 : task.status === 'open' ? 0 : 2)
  const due = ({ dueDate, task }: ShownPromise) => (task === null ? '' : (dueDate ?? '9'))
  const sorted = promises.toSorted((a, b) => rank(a) - rank(b) || due(a).localeCompare(due(b)))
  const rows = sorted.map((one) => renderPromise(req, one, place))
  const rest = rows.slice(SHOWN_MAX)
  return html`<ul class="rows tasks-rows">${rows.slice(0, SHOWN_MAX)}</ul>${
    rest.length > 0 &&
    html`<details class="tasks-more"><summary>${rest.length === 1 ? t('Show 1 more') : t`Show ${rest.length} more`}</summary><ul class="rows tasks-rows">${rest}</ul></details>`
  }`
}

function renderPromise(req: PageRequest, one: ShownPromise, place: PromisePlace): Html {
  const { task } = one
  const isDone = task?.status === 'done'
  const text =
    task === null
      ? html`<span dir="auto">${one.text}</span>`
      : html`<a class="row-title tasks-text${isDone ? ' done' : ''}" href="${taskPath(task.id)}" dir="auto">${one.text}</a>`
  const due = isDone
    ? badge(t('Done'), 'good')
    : one.dueDate !== null && (task === null ? foundDueBadge(req, one.dueDate) : dueBadge(req, one.dueDate))
  return html`<li class="row top">${task !== null && checkButton(req, { id: task.id, isDone, text: one.text }, place)}<span class="grow">${text}<span class="meta">${describe(req, one)}</span>${task === null && renderKeepForms(req, one, place)}</span>${due}</li>`
}

function describe(req: PageRequest, one: ShownPromise): Html {
  const moment = momentLink(
    one.conversationId,
    one,
    html`<span class="moment">${one.start === null ? t('in the call') : clockTime(one.start)}</span><span class="unseen"> ${one.text}</span>`,
  )
  const day =
    one.saidAt === undefined
      ? undefined
      : formatDate(new Date(one.saidAt), { day: 'numeric', month: 'short', timeZone: req.zone })
  const who = describePeople(one)
  const place = day === undefined ? html`${who}, ${moment}` : html`${who}, ${day}, ${moment}`
  return one.task === null || one.task.assignee === one.owner
    ? place
    : html`${place} · followed by <bdi>${one.task.assignee}</bdi>`
}

function describePeople({ owner, requestedBy }: ShownPromise): Html {
  if (requestedBy === null) return html`<bdi>${owner ?? t('Nobody named')}</bdi>`
  if (owner === null) return html`Asked by <bdi>${requestedBy.name}</bdi>`
  return html`<bdi>${owner}</bdi>, asked by <bdi>${requestedBy.name}</bdi>`
}

/** Buttons that keep a promise as a task, or hide it. */
function renderKeepForms(req: PageRequest, one: ShownPromise, { from, id }: PromisePlace): Html {
  const fields = toTaskFields({ from, conversation: one.conversationId, text: one.text, quote: one.quote })
  const unseen = html`<span class="unseen"> ${one.text}</span>`
  return html`<span class="tasks-do">${actionButton(req, { page: TASKS, action: 'keep', kind: 'link', enhance: `#${id}`, button: html`Keep as task${unseen}`, fields })}${actionButton(req, { page: TASKS, action: 'hide', kind: 'link', enhance: `#${id}`, button: one.requestedBy === null ? html`Not a promise${unseen}` : html`Not a request${unseen}`, fields })}</span>`
}
