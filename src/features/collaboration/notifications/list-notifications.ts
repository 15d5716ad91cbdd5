import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageFields, pageMeta, pageSchema } from '../../../core/page.ts'
import { queryList, queryString } from '../../../core/wire.ts'
import { notificationKinds } from '../notification-requests/index.ts'
import { countNotifications, selectNotifications } from './queries.ts'
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
    ...pageFields({ default: 25, max: 100 }),
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
  async handle({ page, size, status, kind }, ctx) {
    const reader = toReader(ctx)
    const filters = { status, kinds: kind }
    const [total, rows] = await Promise.all([
      countNotifications(ctx.db, ctx.org, reader, filters),
      selectNotifications(ctx.db, ctx.org, reader, filters, { limit: size, offset: (page - 1) * size }),
    ])
    return { data: rows.map(serializeNotification), meta: pageMeta(page, size, total) }
  },
})
