import { z } from 'zod'
import { contextWithin, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { requireAnyField, SOMETHING_GIVEN } from '../../../core/wire.ts'
import { requireUserId } from '../comments/index.ts'
import { settingKinds } from '../notification-requests/index.ts'
import { upsertSetting } from './queries.ts'
import { channel, notificationSettings, weeklyChannel } from './schema.ts'
import { loadSettings } from './serialize.ts'

const choice = (what: string) =>
  channel
    .optional()
    .describe(
      `Channel for ${what}: \`off\`, \`in_app\`, \`email\` (also in the app) or \`daily_digest\` (also in the app). Example: \`email\`.`,
    )

export const updateNotificationSettings = defineOperation({
  id: 'updateNotificationSettings',
  summary: 'Update your notification settings',
  description: 'Sets the channels of kinds of notifications. Omitted kinds keep their channels. Requires a user.',
  tag: 'Notifications',
  input: z
    .object({
      mention: choice('mentions of you'),
      reply: choice('replies in threads of yours'),
      comment: choice('comments on calls you own'),
      action: choice('actions that others assign to you'),
      scorecard_result: choice('scores of calls you own'),
      coaching: choice('calls that others ask you to look at'),
      coaching_answer: choice('responses to your coaching questions'),
      task: choice('tasks that others assign to you'),
      weekly_digest: weeklyChannel
        .optional()
        .describe(
          'Weekly email about your calls, promises, deals, scores and comments: `off` or `email`. Example: `off`.',
        ),
    })
    .refine(requireAnyField(), SOMETHING_GIVEN),
  output: notificationSettings,
  requires: { scope: 'write', level: 'user' },
  rest: { method: 'PATCH', path: '/notification-settings', ...inData(notificationSettings) },
  async handle(given, ctx) {
    const userId = requireUserId(ctx)
    return ctx.transact(async (tx) => {
      ctx.addAuditTarget('user', userId)
      for (const kind of settingKinds) {
        const chosen = given[kind]
        if (chosen !== undefined) await upsertSetting(tx, ctx.org, userId, kind, chosen)
      }
      return loadSettings(contextWithin(ctx, tx))
    })
  },
})
