/**
 * Emails of notifications: who did what on which call, with the text of the comment, question or answer
 * and a link, without words of the call.
 */
import { quoteForMail } from '../../../core/display-names.ts'
import { MAIL_SUBJECTS, type MailMessage } from '../../../core/mail.ts'
import type { NotificationKind } from '../notification-requests/index.ts'
import type { NotificationRow } from './queries.ts'
import { notificationText } from './serialize.ts'

/** Maximum length of a comment in an email. */
const COMMENT_MAX = 500
/** Maximum number of notifications in a digest. */
const DIGEST_MAX = 50

const DEEDS: Readonly<Record<NotificationKind, string>> = {
  mention: 'mentioned you in a comment',
  reply: 'replied in a thread',
  comment: 'commented on your call',
  action: 'assigned you an action',
  scorecard_result: 'scored your call',
  coaching: 'asked you to look at a call',
  coaching_answer: 'responded to your coaching question',
  task: 'assigned you a task',
}

/** Labels of texts that aren't comments. */
const TEXT_LABELS: Partial<Readonly<Record<NotificationKind, string>>> = {
  coaching: 'Question',
  coaching_answer: 'Answer',
  task: 'Task',
}

/** Path of the page that shows what a notification is about. */
export function notificationPath(
  row: Pick<NotificationRow, 'conversation_id' | 'thread_id' | 'coaching_assignment_id' | 'task_id'>,
): string {
  if (row.coaching_assignment_id !== null) return `/coaching/${row.coaching_assignment_id}`
  if (row.task_id !== null) return `/tasks/${row.task_id}`
  const thread = row.thread_id === null ? '' : `/comments#comment-${row.thread_id}`
  return `/conversations/${row.conversation_id}${thread}`
}

function describe(row: NotificationRow, publicUrl: string): string[] {
  const text = notificationText(row)
  return [
    `${row.actor_name === null ? 'An API key' : quoteForMail(row.actor_name)} ${DEEDS[row.kind]}.`,
    `Call: ${quoteForMail(row.conversation_title)}`,
    ...(text === null ? [] : [`${TEXT_LABELS[row.kind] ?? 'Comment'}: ${quoteForMail(text, COMMENT_MAX)}`]),
    `${publicUrl}${notificationPath(row)}`,
    '',
  ]
}

const closing = (publicUrl: string) => ['Change your notifications:', `${publicUrl}/account/notifications`, '']

export function composeNotification(row: NotificationRow, to: string, publicUrl: string): MailMessage {
  const text = [...describe(row, publicUrl), ...closing(publicUrl)].join('\n')
  return { to, subject: MAIL_SUBJECTS.notification, text }
}

export function composeDigest(rows: readonly NotificationRow[], to: string, publicUrl: string): MailMessage {
  const more = rows.length - DIGEST_MAX
  const text = [
    'What happened on your calls since the last summary:',
    '',
    ...rows.slice(0, DIGEST_MAX).flatMap((row) => describe(row, publicUrl)),
    ...(more > 0 ? [`${more} more are in your inbox.`, `${publicUrl}/inbox`, ''] : []),
    ...closing(publicUrl),
  ].join('\n')
  return { to, subject: MAIL_SUBJECTS.digest, text }
}
