import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { notificationSettings } from './schema.ts'
import { loadSettings } from './serialize.ts'

export const getNotificationSettings = defineOperation({
  id: 'getNotificationSettings',
  summary: 'Get your notification settings',
  description: 'Returns the channel of each kind of notification. Requires a user.',
  tag: 'Notifications',
  input: z.object({}),
  output: notificationSettings,
  requires: { scope: 'read', level: 'user' },
  rest: { method: 'GET', path: '/notification-settings', ...inData(notificationSettings) },
  handle: (_, ctx) => loadSettings(ctx),
})
