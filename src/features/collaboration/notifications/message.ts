/**
 * Emails of notifications: who did what on which call, with the text of the comment, question or answer
 * and a link, without words of the call.
 */
import { quoteForMail } from '../../../core/display-names.ts'
import { formatDate } from '../../../core/languages/formats.ts'
import { type Message, type Text, t } from '../../../core/languages/message.ts'
import { composeMail, MAIL_SUBJECTS, type MailMessage } from '../../../core/mail.ts'
import type { UserContact } from '../../accounts/identity/index.ts'
import type { NotificationKind } from '../notification-requests/index.ts'
import type { NotificationRow } from './queries.ts'
import { notificationText } from './serialize.ts'

/** Maximum length of a comment in an email. */
const COMMENT_MAX = 500
/** Maximum number of notifications in a digest. */
const DIGEST_MAX = 50

/** Sentence about what a person did. */
const SENTENCES: Readonly<Record<NotificationKind, (name: Text) => Message>> = {
  mention: (name) => t`${name} mentioned you in a comment.`,
  reply: (name) => t`${name} replied in a thread.`,
  comment: (name) => t`${name} commented on your call.`,
  action: (name) => t`${name} assigned you an action.`,
  scorecard_result: (name) => t`${name} scored your call.`,
  coaching: (name) => t`${name} asked you to look at a call.`,
  coaching_answer: (name) => t`${name} responded to your coaching question.`,
  task: (name) => t`${name} assigned you a task.`,
}

const describeDeed = ({ kind, folder_id }: NotificationRow, name: Text): Message =>
  kind === 'coaching' && folder_id !== null ? t`${name} asked you to look at a folder of clips.` : SENTENCES[kind](name)

/** The text of a notification, with its label. */
function labelText(kind: NotificationKind, text: string): Message {
  const quote = quoteForMail(text, COMMENT_MAX)
  if (kind === 'coaching') return t`Question: ${quote}`
  if (kind === 'task') return t`Task: ${quote}`
  return kind === 'coaching_answer' ? t`Answer: ${quote}` : t`Comment: ${quote}`
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

const formatDay = (day: string) =>
  formatDate(new Date(day), { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

function describe(row: NotificationRow, publicUrl: string): Text[] {
  const text = notificationText(row)
  const who = row.actor_name === null ? t('An API key') : quoteForMail(row.actor_name)
  return [
    row.due_on === null ? describeDeed(row, who) : t`Your task is due on ${formatDay(row.due_on)}.`,
    row.folder_name === null
      ? t`Call: ${quoteForMail(row.conversation_title)}`
      : t`Folder: ${quoteForMail(row.folder_name)}`,
    ...(text === null ? [] : [labelText(row.kind, text)]),
    `${publicUrl}${notificationPath(row)}`,
    '',
  ]
}

const closing = (publicUrl: string): Text[] => [
  t('Change your notifications:'),
  `${publicUrl}/account/notifications`,
  '',
]

type Recipient = Pick<UserContact, 'email' | 'language'>

export const composeNotification = (
  row: NotificationRow,
  { email: to, language }: Recipient,
  publicUrl: string,
): MailMessage =>
  composeMail({ to, language, subject: MAIL_SUBJECTS.notification }, () => [
    ...describe(row, publicUrl),
    ...closing(publicUrl),
  ])

export const composeDigest = (
  rows: readonly NotificationRow[],
  { email: to, language }: Recipient,
  publicUrl: string,
): MailMessage =>
  composeMail({ to, language, subject: MAIL_SUBJECTS.digest }, () => {
    const more = rows.length - DIGEST_MAX
    return [
      t('What happened on your calls since the last summary:'),
      '',
      ...rows.slice(0, DIGEST_MAX).flatMap((row) => describe(row, publicUrl)),
      ...(more > 0
        ? [more === 1 ? t('1 more is in your inbox.') : t`${more} more are in your inbox.`, `${publicUrl}/inbox`, '']
        : []),
      ...closing(publicUrl),
    ]
  })
