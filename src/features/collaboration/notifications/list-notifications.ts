import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { queryList, queryString } from '../../../core/wire.ts'
import { notificationKinds } from '../notification-requests/index.ts'
import { selectNotificationPage } from './queries.ts'
import { notification, notificationKind } from './schema.ts'
import { serializeNotification, toReader } from './serialize.ts'

const STATUSES = ['inbox', 'unread', 'done', 'all'] as const

export const listNotifications = defineOperation({
  id: 'listNotifications',
  summary: 'List your notifications',
  description:
    "Returns the caller's notifications, newest first. Notifications about conversations, comments and actions that the caller no " +
    'longer sees are omitted. Requires a user.',
  tag: 'Notifications',
  input: z.object({
    ...changedListFields({ default: 25, max: 100 }),
    status: queryString(8)
      .pipe(z.enum(STATUSES))
      .prefault('inbox')
      .meta({ type: 'string', enum: [...STATUSES], default: 'inbox' })
      .describe(
        'Notifications to return: `inbox` (not done), `unread`, `done` or `all`. Defaults to `inbox`. Example: `unread`.',
      ),
    kind: queryList(notificationKind, { max: notificationKinds.length }).describe(
      'Kinds to return. Defaults to all kinds. Example: `mention,reply`.',
    ),
  }),
  output: pageSchema(notification),
  requires: { scope: 'read', level: 'user' },
  rest: { method: 'GET', path: '/notifications', ...paged(notification) },
  async handle({ status, kind, ...input }, ctx) {
    const filters = { status, kinds: kind }
    const { rows, meta } = await selectNotificationPage(ctx.db, ctx.org, toReader(ctx), filters, toWindow(input))
    return { data: rows.map(serializeNotification), meta }
  },
})
