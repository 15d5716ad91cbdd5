import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { notificationKinds } from '../notification-requests/index.ts'
import { markRead } from './queries.ts'
import { notificationKind } from './schema.ts'
import { toReader } from './serialize.ts'

export const markNotificationsRead = defineOperation({
  id: 'markNotificationsRead',
  summary: 'Mark your notifications as read',
  description:
    'Marks all unread notifications of the caller as read, or those of some kinds. Repeating it changes nothing.',
  tag: 'Notifications',
  input: z.object({
    kinds: z
      .array(notificationKind)
      .min(1)
      .max(notificationKinds.length)
      .optional()
      .describe('Kinds to mark. Defaults to all kinds. Example: `["mention"]`.'),
  }),
  output: z.object({ updated: z.int().describe('Number of notifications that were unread.') }),
  requires: { scope: 'write', level: 'user' },
  rest: { method: 'POST', derived: false, path: '/notifications/read' },
  async handle({ kinds }, ctx) {
    const reader = toReader(ctx)
    const updated = await ctx.transact((tx) => {
      ctx.addAuditTarget('user', reader.userId)
      return markRead(tx, ctx.org, reader, { status: 'all', kinds }, ctx.clock.now())
    })
    return { updated }
  },
})
