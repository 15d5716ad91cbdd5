/** Inbox of the signed-in user: notifications. Its second page has the actions. */

import { type Message, type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import {
  listNotifications,
  markNotificationsRead,
  type Notification,
  updateNotification,
} from '../../features/collaboration/notifications/index.ts'
import { definePage, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { toInitials } from '../../inbound/web/shell.ts'
import { actionButton } from '../components/form.ts'
import { empty, heading, placeTabs, segmented } from '../components/layout.ts'
import { pageAsked, pager } from '../components/table.ts'
import { dayText, renderTimestamp } from '../components/times.ts'

const PAGE = '/inbox'
const scripts = ['pages/inbox/inbox.browser.ts'] as const

const TABS = {
  all: { label: t('All'), path: PAGE },
  mentions: { label: t('Mentions'), path: `${PAGE}?tab=mentions` },
  done: { label: t('Done'), path: `${PAGE}?tab=done` },
} as const
type Tab = keyof typeof TABS

const tabIn = (given: string | null): Tab => (given !== null && Object.hasOwn(TABS, given) ? (given as Tab) : 'all')

export const inboxPage = definePage({
  path: PAGE,
  navigation: { group: 'inbox', label: t('Inbox') },
  async show(req) {
    const tab = tabIn(req.query.get('tab'))
    const unread = await req.run(listNotifications, { status: 'unread', size: '1' })
    const count = unread.meta.totalRecords
    return {
      title: count > 0 ? t`Inbox (${count})` : t('Inbox'),
      body: html`${heading(t('Inbox'), {
        tabs: placeTabs(req, t('Inbox'), 'inbox'),
        words: t('Mentions, replies and comments that concern you.'),
        actions: html`${count > 0 && actionButton(req, { page: PAGE, action: 'read-all', button: t('Mark all as read') })}<a class="button square" href="/account/notifications" title="${t('Notification settings')}">${icon('settings')}<span class="unseen">Notification settings</span></a>`,
      })}
${segmented(t('Notifications'), Object.values(TABS), TABS[tab].path)}
${await renderNotifications(req, tab)}`,
      scripts,
    }
  },
  actions: {
    read: async (req, fields) => {
      await req.run(updateNotification, { id: fields.text('id'), read: fields.has('on') })
      return redirectTo(TABS[tabIn(fields.text('tab'))].path)
    },
    done: async (req, fields) => {
      const done = fields.has('on')
      await req.run(updateNotification, { id: fields.text('id'), done, ...(done ? { read: true } : {}) })
      return redirectTo(TABS[tabIn(fields.text('tab'))].path, done ? t('Marked as done') : t('Moved to the inbox'))
    },
    'read-all': async (req) => {
      await req.run(markNotificationsRead, {})
      return redirectTo(PAGE, t('All notifications marked as read'))
    },
  },
})

async function renderNotifications(req: PageRequest, tab: Tab): Promise<Html> {
  const { data, meta } = await req.run(listNotifications, {
    ...{ page: pageAsked(req), size: '25', status: tab === 'done' ? 'done' : 'inbox' },
    ...(tab === 'mentions' ? { kind: 'mention,reply' } : {}),
  })
  if (data.length === 0) {
    return empty(
      t('Nothing here'),
      t('You see here when somebody mentions you, replies to you or comments on your calls.'),
    )
  }
  return html`<ol class="inbox" id="inbox">${data.map((one) => renderRow(req, one, tab))}</ol>
<p class="inbox-keys soft"><kbd>J</kbd> <kbd>K</kbd> move, <kbd>E</kbd> done, <kbd>Enter</kbd> open</p>
${pager(req, meta)}`
}

const DEEDS: Readonly<Record<Notification['kind'], Message>> = {
  mention: t('mentioned you'),
  reply: t('replied to you'),
  comment: t('commented on your call'),
  action: t('assigned you an action'),
  scorecard_result: t('scored your call'),
  coaching: t('asked you to look at a call'),
  coaching_answer: t('responded to your coaching question'),
  task: t('assigned you a task'),
}

function pathTo(one: Notification): string {
  if (one.taskUUID !== null) return `/tasks/${one.taskUUID}`
  if (one.coachingAssignmentUUID !== null) return `/coaching/${one.coachingAssignmentUUID}`
  if (one.actionUUID !== null) return `/actions/${one.actionUUID}`
  if (one.threadUUID !== null) return `/conversations/${one.conversationUUID}/comments#comment-${one.threadUUID}`
  return `/conversations/${one.conversationUUID}/scorecards`
}

/** Renders the actor with the deed, or the due day of which a notification reminds. */
function describeDeed({ ctx }: PageRequest, { actor, kind, dueOn }: Notification): Html {
  if (dueOn !== null) return html`<strong>Task due</strong> ${dayText({ zone: 'UTC', ctx }, dueOn)}`
  return html`<strong><bdi>${actor?.name ?? t('An API key')}</bdi></strong> ${DEEDS[kind]}`
}

function renderRow(req: PageRequest, one: Notification, tab: Tab): Html {
  const { uuid, start, text, readAt, doneAt } = one
  const about = html`<span class="unseen"> ${one.conversationTitle}</span>`
  const button = (action: string, label: Text, on: boolean) =>
    actionButton(req, {
      ...{ page: PAGE, action, key: `${action} ${uuid}`, enhance: '#inbox', kind: 'link' },
      button: html`${label}${about}`,
      fields: { id: uuid, tab, on: on ? 'true' : '' },
    })
  return html`<li class="inbox-row${readAt === null && ' inbox-new'}">
<span class="inbox-dot">${readAt === null && html`<span class="unseen">Unread</span>`}</span>
${one.dueOn === null && one.actor !== null ? html`<span class="avatar large" aria-hidden="true">${toInitials(one.actor.name)}</span>` : html`<span class="avatar large due" aria-hidden="true">${icon(one.dueOn === null ? 'spark' : 'clock')}</span>`}
<div class="inbox-body"><p><a class="inbox-open" href="${pathTo(one)}">${describeDeed(req, one)}${start !== null && html` at ${clockTime(start)}`}</a></p>
${text !== null && html`<p class="inbox-text" dir="auto">${text}</p>`}
<p class="meta"><bdi>${one.conversationTitle}</bdi></p></div>
<div class="inbox-do"><span class="meta">${renderTimestamp(req, one.createdAt)}</span>${button('read', readAt === null ? t('Mark as read') : t('Mark as unread'), readAt === null)}${button('done', doneAt === null ? t('Done') : t('Move to inbox'), doneAt === null)}</div>
</li>`
}
