import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const notificationSamples: SamplesOf = async (world, conversation) => {
  const caller = world.bob
  const send = (path: string, method: 'POST' | 'PATCH', body: object, by = world.bob) =>
    call(world.app, by, method, path, { body })
  const text = `@${world.bob.email}, the opening.`
  const commented = await send(`/conversations/${conversation}/comments`, 'POST', { text }, world.alice)
  const settings = { mention: 'daily_digest' }
  const chosen = await send('/notification-settings', 'PATCH', settings)
  if (commented.status !== 201 || chosen.status !== 200) throw new Error(commented.text + chosen.text)
  const listed = await call(world.app, caller, 'GET', '/notifications')
  return {
    listNotifications: { caller },
    markNotificationsRead: { caller, body: { kinds: ['comment'] } },
    updateNotification: { caller, path: { id: listed.body.data[0].uuid as string }, body: { done: true } },
    getNotificationSettings: { caller },
    updateNotificationSettings: { caller, body: settings },
  }
}
