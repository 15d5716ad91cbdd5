/** Inbox of the signed-in user: notifications as a list, and the selected one next to it. Phones show one of both. */

import { t } from '../../core/languages/message.ts'
import { updateCoachingAssignment } from '../../features/coaching/coaching-assignments/index.ts'
import { createComment, updateCommentResolution } from '../../features/collaboration/comments/index.ts'
import {
  listNotifications,
  markNotificationsRead,
  type Notification,
  updateNotification,
} from '../../features/collaboration/notifications/index.ts'
import { definePage, type Fields, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { attribute, type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { COMMENT_SCRIPTS } from '../comments/comments.ts'
import { actionButton } from '../components/form.ts'
import { empty, heading, linkButton, placeTabs, segmented } from '../components/layout.ts'
import { pager } from '../components/table.ts'
import { renderAge } from '../components/times.ts'
import { deedAvatar, describeDeed } from './deed.ts'
import { renderItem } from './item.ts'
import { INBOX, type InboxPlace, inboxTabs, readPlace, readPlaceOfForm, toInboxPath } from './place.ts'

const SIZE = '25'

export const inboxPage = definePage({
  path: INBOX,
  navigation: { group: 'inbox', label: t('Inbox') },
  async show(req) {
    const place = readPlace(req)
    const [unread, list] = await Promise.all([
      req.run(listNotifications, { status: 'unread', size: '1' }),
      loadList(req, place),
    ])
    const count = unread.meta.totalRecords
    return {
      title: count > 0 ? t`Inbox (${count})` : t('Inbox'),
      body: html`${heading(t('Inbox'), {
        tabs: placeTabs(req, t('Inbox'), 'inbox'),
        actions: html`${count > 0 && actionButton(req, { page: INBOX, action: 'read-all', button: t('Mark all as read') })}<a class="button square" href="/account/notifications" title="${t('Notification settings')}">${icon('settings')}<span class="unseen">Notification settings</span></a>`,
      })}
${await renderPanes(req, place, list)}`,
      scripts: ['pages/inbox/inbox.browser.ts', ...COMMENT_SCRIPTS],
    }
  },
  actions: {
    read: async (req, fields) => {
      const read = fields.has('on')
      await req.run(updateNotification, { id: fields.text('item'), read })
      // Opening a notification marks it as read, so an unread one is left in the list.
      return redirectTo(toInboxPath({ ...readPlaceOfForm(fields), isOpen: read }))
    },
    done: async (req, fields) => {
      const done = fields.has('on')
      await req.run(updateNotification, { id: fields.text('item'), done, ...(done ? { read: true } : {}) })
      const place = { ...readPlaceOfForm(fields), item: fields.optional('next'), isOpen: false }
      return redirectTo(toInboxPath(place), done ? t('Marked as done') : t('Moved to the inbox'))
    },
    reply: async (req, fields) => {
      const threadUUID = fields.text('thread')
      await req.run(createComment, { id: fields.text('conversation'), threadUUID, text: fields.text('text') })
      return redirectTo(findBack(fields), t('Reply added'))
    },
    resolve: async (req, fields) => {
      const resolved = fields.has('resolved')
      await req.run(updateCommentResolution, { id: fields.text('thread'), resolved })
      return redirectTo(findBack(fields), resolved ? t('Thread resolved') : t('Thread reopened'))
    },
    answer: async (req, fields) => {
      const answer = fields.text('answer').replaceAll('\r\n', '\n')
      await req.run(updateCoachingAssignment, { id: fields.text('assignment'), answer })
      return redirectTo(findBack(fields), t('Answer saved'))
    },
    'read-all': async (req) => {
      await req.run(markNotificationsRead, {})
      return redirectTo(INBOX, t('All notifications marked as read'))
    },
  },
})

const findBack = (fields: Fields): string => toInboxPath(readPlaceOfForm(fields))

type List = Awaited<ReturnType<typeof loadList>>

const loadList = (req: PageRequest, { tab, page }: InboxPlace) =>
  req.run(listNotifications, {
    ...{ page, size: SIZE, status: tab === 'done' ? 'done' : 'inbox' },
    ...(tab === 'mentions' ? { kind: 'mention,reply' } : {}),
  })

async function renderPanes(req: PageRequest, place: InboxPlace, { data, meta }: List): Promise<Html> {
  const views = segmented(t('Notifications'), inboxTabs(), toInboxPath({ tab: place.tab, page: '1', isOpen: false }))
  const found = data.findIndex(({ uuid }) => uuid === place.item)
  const index = Math.max(0, found)
  const shown = data[index]
  if (shown === undefined) {
    return html`<div class="inbox-none">${views}
${empty(t('Nothing here'), t('Mentions of you, replies to you and comments on your calls appear here.'), linkButton('/conversations', t('View calls')))}</div>`
  }
  const next = (data[index + 1] ?? data[index - 1])?.uuid
  return html`<div class="inbox" id="inbox"${attribute('data-open', place.isOpen && found >= 0 ? '' : undefined)}>
<div class="inbox-side">${views}
<ol class="inbox-list">${data.map((one) => renderRow(req, one, { ...place, item: one.uuid, isOpen: true }, one === shown))}</ol>
${pager({ path: toInboxPath({ ...place, item: undefined }) }, meta)}</div>
${await renderItem(req, shown, place, next)}
<form id="inbox-read" method="post" action="${INBOX}/read" hidden>${req.formToken}<input type="hidden" name="tab" value="${place.tab}"><input type="hidden" name="page" value="${place.page}"><input type="hidden" name="on" value="true"></form>
</div>`
}

function renderRow(req: PageRequest, one: Notification, place: InboxPlace, isShown: boolean): Html {
  const isNew = one.readAt === null
  return html`<li class="inbox-row${isNew && ' inbox-new'}"><a class="inbox-open" id="row-${one.uuid}" href="${toInboxPath(place)}" data-item="${one.uuid}"${attribute('aria-current', isShown ? 'true' : undefined)}>
<span class="inbox-dot">${isNew && html`<span class="unseen">Unread</span>`}</span>${deedAvatar(one)}
<span class="inbox-body"><span class="inbox-deed">${describeDeed(req, one)}</span>${one.text !== null && html`<span class="inbox-text" dir="auto">${one.text}</span>`}<span class="meta cut"><bdi>${one.folderName ?? one.conversationTitle}</bdi></span></span>
<span class="meta">${renderAge(req, one.createdAt)}</span></a></li>`
}
