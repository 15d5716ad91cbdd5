/** Notification settings of the signed-in user: a channel for each kind. */

import { type Message, t } from '../../core/languages/message.ts'
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

const KINDS: Readonly<Record<SettingKind, Message>> = {
  mention: t('Mentions of you'),
  reply: t('Replies in your threads'),
  comment: t('Comments on your calls'),
  action: t('Actions that others assign to you'),
  scorecard_result: t('Scores of your calls'),
  coaching: t('Calls that others ask you to look at'),
  coaching_answer: t('Responses to your coaching questions'),
  task: t('Tasks that others assign to you, and tasks that are due'),
  weekly_digest: t('Your week: calls, promises, deals, scores and comments'),
}

const WEEKLY = [
  { value: 'email', label: t('By email on Monday') },
  { value: 'off', label: t('Off') },
]

const CHANNELS: Readonly<Record<Channel, Message>> = {
  in_app: t('In the app'),
  email: t('In the app and by email'),
  daily_digest: t('In the app and in a daily email'),
  off: t('Off'),
}

export const notificationSettingsPage = definePage({
  path: PAGE,
  navigation: {
    group: 'you',
    label: t('Notifications'),
    words: t('Emails and digest about mentions, replies and comments'),
  },
  async show(req) {
    const settings = await req.run(getNotificationSettings, {})
    const choices = Object.entries(CHANNELS).map(([value, label]) => ({ value, label }))
    return {
      title: t('Notifications'),
      body: html`${heading(t('Notifications'))}
${card(
  t('Channels'),
  form(
    req,
    { page: PAGE, action: 'save', button: t('Save settings') },
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
      return redirectTo(PAGE, t('Notification settings saved'))
    },
  },
})
