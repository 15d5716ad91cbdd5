import type { ToolSamplesOf } from './sample.ts'

export const notificationToolSamples: ToolSamplesOf = () => ({
  update_notification_settings: { args: { kind: 'comment', channel: 'email' } },
})
