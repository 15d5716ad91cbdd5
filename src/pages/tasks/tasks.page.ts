/** Tasks: the lists of the signed-in user and of colleagues, and one page for each task. */

import { type Message, type Text, t } from '../../core/languages/message.ts'
import { localPath } from '../../core/local-path.ts'
import { clockTime } from '../../core/timecode.ts'
import { listConversationViewers } from '../../features/collaboration/comments/index.ts'
import {
  createTask,
  getTask,
  listTasks,
  type Task,
  TEXT_MAX,
  updateTask,
} from '../../features/collaboration/tasks/index.ts'
import { definePage, type Fields, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton, form, selectField, textField } from '../components/form.ts'
import { badge, card, empty, facts, heading, linkButton, placeTabs, quote, segmented } from '../components/layout.ts'
import { momentPath } from '../components/search-hits.ts'
import { pageAsked, pager } from '../components/table.ts'
import { renderTimestamp } from '../components/times.ts'
import { dueBadge, TASKS, taskPath, taskRows } from './tasks.ts'

const VIEWS = {
  mine: { label: t('To do'), path: TASKS },
  waiting: { label: t('Waiting for others'), path: `${TASKS}?view=waiting` },
  all: { label: t('Everyone'), path: `${TASKS}?view=all` },
  done: { label: t('Done'), path: `${TASKS}?view=done` },
} as const
type View = keyof typeof VIEWS

const viewIn = (given: string | null): View =>
  given !== null && Object.hasOwn(VIEWS, given) ? (given as View) : 'mine'

const EMPTY: Readonly<Record<View, readonly [title: Text, words: Text]>> = {
  mine: [t('No open tasks'), t('Keep a promise of a call as a task, and it appears here with its due date.')],
  waiting: [
    t('You wait for nobody'),
    t('Keep a promise of a customer as a task, and it appears here until the customer keeps it.'),
  ],
  all: [t('No open tasks'), t('Tasks from the calls that you can see appear here.')],
  done: [t('Nothing is done yet'), t('Tasks appear here when they are done.')],
}

export const tasksPage = definePage({
  path: TASKS,
  navigation: { group: 'inbox', label: t('Tasks') },
  async show(req) {
    const view = viewIn(req.query.get('view'))
    const { data, meta } = await loadView(req, view)
    const [title, words] = EMPTY[view]
    return {
      title: t('Tasks'),
      body: html`${heading(t('Tasks'), { tabs: placeTabs(req, t('Inbox'), 'inbox'), words: t('Promises from calls, with due dates, and what you wait for.') })}
${segmented(t('Tasks'), Object.values(VIEWS), VIEWS[view].path)}
<div class="tasks-list" id="tasks">${data.length === 0 ? empty(title, words, linkButton('/conversations', t('View calls'))) : taskRows(req, data, { from: req.path, id: 'tasks' })}
${pager(req, meta)}</div>`,
    }
  },
  actions: {
    keep: async (req, fields) => {
      await req.run(createTask, readPromise(fields))
      return redirectTo(readFrom(fields), t('Task created'))
    },
    hide: async (req, fields) => {
      await req.run(createTask, { ...readPromise(fields), status: 'dismissed' })
      return redirectTo(readFrom(fields), t('Promise hidden. You find it under Dismissed on its call.'))
    },
  },
})

const loadView = (req: PageRequest, view: View) => {
  const page = { page: pageAsked(req), size: '25' }
  if (view === 'done') return req.run(listTasks, { ...page, assignee: req.user.id, status: 'done' })
  if (view === 'all') return req.run(listTasks, { ...page, status: 'open' })
  const side = view === 'waiting' ? 'external' : 'internal,unknown'
  return req.run(listTasks, { ...page, assignee: req.user.id, status: 'open', side })
}

const readPromise = (fields: Fields) => {
  const words = fields.optional('quote')
  return {
    ...{ conversationUUID: fields.text('conversation'), text: fields.text('text') },
    ...(words === undefined ? {} : { quote: words }),
  }
}

/** Page that the form was on. */
const readFrom = (fields: Fields): string => localPath(fields.text('from')) ?? TASKS

export const taskPage = definePage({
  path: '/tasks/:id',
  async show(req) {
    const task = await req.run(getTask, { id: req.params.id })
    return {
      title: task.text,
      body: html`${heading(html`<bdi>${task.text}</bdi>`, {
        trail: [{ label: t('Tasks'), path: TASKS }],
        actions: html`${stateBadge(req, task)}${linkButton(momentPath(task.conversationUUID, task), t('View call'), { icon: 'calls' })}`,
      })}
<div class="tasks-alone" id="task">${renderFacts(req, task)}
${task.quote !== null && quote(task.quote, { at: task.start === null ? undefined : clockTime(task.start), path: momentPath(task.conversationUUID, task) })}
${stateForms(req, task)}
${await changeForm(req, task)}</div>`,
    }
  },
  actions: {
    state: async (req, fields) => {
      const task = await req.run(updateTask, { id: req.params.id, status: fields.text('status') as Task['status'] })
      const from = fields.optional('from')
      return redirectTo(from === undefined ? taskPath(req.params.id) : readFrom(fields), CHANGED[task.status])
    },
    change: async (req, fields) => {
      const assignee = fields.optional('assignee')
      await req.run(updateTask, {
        ...{ id: req.params.id, text: fields.text('text'), dueOn: fields.optional('due') ?? null },
        ...(assignee === undefined ? {} : { assigneeUUID: assignee }),
      })
      return redirectTo(taskPath(req.params.id), t('Task saved'))
    },
  },
})

const CHANGED: Readonly<Record<Task['status'], Message>> = {
  open: t('Task reopened'),
  done: t('Marked as done'),
  dismissed: t('Task dismissed'),
}

function stateBadge(req: PageRequest, { status, dueOn }: Task): Html {
  if (status === 'done') return badge(t('Done'), 'good')
  if (status === 'dismissed') return badge(t('Dismissed'))
  return dueOn === null ? badge(t('To do'), 'open') : dueBadge(req, dueOn)
}

function renderFacts(req: PageRequest, task: Task): Html {
  const { promisedBy, side, assignee, closedAt, closedBy } = task
  return facts([
    [t('Call'), html`<a href="/conversations/${task.conversationUUID}"><bdi>${task.conversationTitle}</bdi></a>`],
    ...(task.opportunityUUID === null
      ? []
      : [
          [
            t('Deal'),
            html`<a href="/deals/${task.opportunityUUID}"><bdi>${task.opportunityTitle ?? t('a deal')}</bdi></a>`,
          ] as const,
        ]),
    ...(promisedBy === null ? [] : [[t('To be done by'), html`<bdi>${promisedBy.name}</bdi>`] as const]),
    [side === 'external' ? t('Waiting for it') : t('Assigned to'), html`<bdi>${assignee.name}</bdi>`],
    [t('Created'), html`${renderTimestamp(req, task.createdAt)}, <bdi>${task.creator.name}</bdi>`],
    ...(closedAt === null
      ? []
      : [
          [
            task.status === 'done' ? t('Done') : t('Dismissed'),
            html`${renderTimestamp(req, closedAt)}${closedBy !== null && html`, <bdi>${closedBy.name}</bdi>`}`,
          ] as const,
        ]),
  ])
}

function stateForms(req: PageRequest, { uuid, status }: Task): Html {
  const button = (to: Task['status'], label: Text, kind: 'primary' | 'plain' | 'link') =>
    actionButton(req, { page: taskPath(uuid), action: 'state', button: label, kind, fields: { status: to } })
  if (status !== 'open') return html`<div class="tasks-state">${button('open', t('Reopen task'), 'plain')}</div>`
  return html`<div class="tasks-state">${button('done', t('Mark as done'), 'primary')}${button('dismissed', t('Dismiss'), 'link')}</div>`
}

/** Maximum number of colleagues in the selection. */
const PEOPLE_MAX = '100'

async function changeForm(req: PageRequest, task: Task): Promise<Html> {
  const { data } = await req.run(listConversationViewers, { id: task.conversationUUID, size: PEOPLE_MAX })
  const people = data.map(({ userUUID, name }) => ({ value: userUUID, label: name }))
  const { userUUID: id, name } = task.assignee
  const choices = people.some(({ value }) => value === id) ? people : [{ value: id, label: name }, ...people]
  return card(
    t('Edit task'),
    form(
      req,
      {
        ...{ page: taskPath(task.uuid), action: 'change', button: t('Save task'), kind: 'plain' },
        pointers: { '/dueOn': 'due', '/assigneeUUID': 'assignee' },
      },
      (
        fill,
      ) => html`${textField(fill, { name: 'text', label: t('Task'), required: true, max: TEXT_MAX, value: task.text })}
<div class="tasks-two">${textField(fill, { name: 'due', label: t('Due'), type: 'date', value: task.dueOn ?? undefined })}
${selectField(fill, { name: 'assignee', label: task.side === 'external' ? t('Waiting for it') : t('Assigned to'), required: true, choices, value: id })}</div>`,
    ),
  )
}
