/** Words and picture of a notification: who did what, and when. */

import { type Message, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import type { Notification } from '../../features/collaboration/notifications/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { toInitials } from '../../inbound/web/shell.ts'
import { dayText } from '../components/times.ts'

const DEEDS: Readonly<Record<Notification['kind'], Message>> = {
  mention: t('mentioned you'),
  reply: t('replied to you'),
  comment: t('commented on your call'),
  action: t('assigned you an action'),
  scorecard_result: t('scored your call'),
  coaching: t('asked you to look at a call'),
  coaching_answer: t('responded to your coaching question'),
  task: t('assigned you a task'),
}

/** Renders the actor with the deed and its time in the call, or the due day of which a notification reminds. */
export function describeDeed({ ctx }: PageRequest, { actor, kind, dueOn, folderUUID, start }: Notification): Html {
  if (dueOn !== null) return html`<strong>Task due</strong> ${dayText({ zone: 'UTC', ctx }, dueOn)}`
  const name = html`<strong><bdi>${actor?.name ?? t('An API key')}</bdi></strong>`
  if (folderUUID !== null && kind === 'coaching') return html`${name} ${t('asked you to look at a folder of clips')}`
  return start === null || folderUUID !== null
    ? html`${name} ${DEEDS[kind]}`
    : html`${name} ${DEEDS[kind]} at ${clockTime(start)}`
}

/** Initials of the actor, or a sign for reminders and programs. */
export const deedAvatar = ({ actor, dueOn }: Notification): Html =>
  dueOn === null && actor !== null
    ? html`<span class="avatar large" aria-hidden="true">${toInitials(actor.name)}</span>`
    : html`<span class="avatar large due" aria-hidden="true">${icon(dueOn === null ? 'spark' : 'clock')}</span>`
