import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN } from '../../../core/wire.ts'
import { selectNotifications, updateNotificationRow } from './queries.ts'
import { notification } from './schema.ts'
import { serializeNotification, toReader } from './serialize.ts'

export const updateNotification = defineOperation({
  id: 'updateNotification',
  summary: 'Mark a notification',
  description: 'Marks a notification as read or unread, and as done or not done. Omitted fields keep their values.',
  tag: 'Notifications',
  input: z
    .object({
      id: pathId('notification'),
      read: z.boolean().optional().describe('Whether the notification was read. Example: `true`.'),
      done: z.boolean().optional().describe('Whether the notification leaves the inbox. Example: `true`.'),
    })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: notification,
  requires: { scope: 'write', level: 'user' },
  rest: { method: 'PATCH', path: '/notifications/{id}', ...inData(notification) },
  async handle({ id, ...change }, ctx) {
    const reader = toReader(ctx)
    const load = (db: Parameters<typeof selectNotifications>[0]) =>
      selectNotifications(db, ctx.org, reader, { status: 'all', kinds: undefined, id }, 1)
    return ctx.transact(async (tx) => {
      if ((await load(tx)).length === 0) throw notFound('notification')
      await updateNotificationRow(tx, ctx.org, id, change, ctx.clock.now())
      const [row] = await load(tx)
      if (row === undefined) throw notFound('notification')
      return serializeNotification(row)
    })
  },
})
