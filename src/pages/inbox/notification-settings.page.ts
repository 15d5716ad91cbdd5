/** Notification settings of the signed-in user: a channel for each kind. */
import {
  getNotificationSettings,
  type NotificationSettings,
  updateNotificationSettings,
} from '../../features/collaboration/notifications/index.ts'
import { definePage, redirectTo } from '../../inbound/web/define-page.ts'
import { html } from '../../inbound/web/html.ts'
import { form, selectField } from '../components/form.ts'
import { card, heading } from '../components/layout.ts'

const PAGE = '/account/notifications'

type SettingKind = keyof NotificationSettings
type Channel = NotificationSettings[SettingKind]

const KINDS: Readonly<Record<SettingKind, string>> = {
  mention: 'Mentions of you',
  reply: 'Replies in your threads',
  comment: 'Comments on your calls',
  action: 'Actions that others assign to you',
  scorecard_result: 'Scores of your calls',
  coaching: 'Calls that others ask you to look at',
  coaching_answer: 'Responses to your coaching questions',
  weekly_digest: 'Your week: calls, promises, deals, scores and comments',
}

const WEEKLY = [
  { value: 'email', label: 'By email on Monday' },
  { value: 'off', label: 'Off' },
]

const CHANNELS: Readonly<Record<Channel, string>> = {
  in_app: 'In the app',
  email: 'In the app and by email',
  daily_digest: 'In the app and in a daily email',
  off: 'Off',
}

export const notificationSettingsPage = definePage({
  path: PAGE,
  navigation: { group: 'you', label: 'Notifications', words: 'Emails and digest about mentions, replies and comments' },
  async show(req) {
    const settings = await req.run(getNotificationSettings, {})
    const choices = Object.entries(CHANNELS).map(([value, label]) => ({ value, label }))
    return {
      title: 'Notification settings',
      body: html`${heading('Notification settings', { trail: [{ label: 'Your account', path: '/account' }] })}
${card(
  'Channels',
  form(
    req,
    { page: PAGE, action: 'save', button: 'Save settings' },
    (fill) =>
      html`<div class="settings-form">${Object.entries(KINDS).map(([kind, label]) => selectField(fill, { name: kind, label, value: settings[kind as SettingKind], choices: kind === 'weekly_digest' ? WEEKLY : choices }))}</div>`,
  ),
)}`,
    }
  },
  actions: {
    save: async (req, fields) => {
      const chosen = Object.keys(KINDS).map((kind) => [kind, fields.text(kind)])
      await req.run(updateNotificationSettings, Object.fromEntries(chosen))
      return redirectTo(PAGE, 'Notification settings saved')
    },
  },
})
