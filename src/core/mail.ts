/**
 * Outgoing email. Features queue messages with `queueMail` of the mail feature; only the job that sends them uses this
 * port.
 */
import { runInLanguage, SOURCE_LANGUAGE } from './languages/current.ts'
import { known } from './languages/known.ts'
import type { Text } from './languages/message.ts'
import type { OrganizationId } from './principal.ts'

/**
 * Subjects of all messages. They are fixed, so that users can't choose the text that appears in an inbox. The catalogs have
 * their translations. `tests/mail-words.test.ts` sends one of each.
 */
export const MAIL_SUBJECTS = {
  signInLink: 'Your link to sign in to Parley',
  signInLinksUsedUp: 'Too many sign-in links were requested for Parley',
  invitation: 'Invitation to Parley',
  deckShare: 'A presentation was shared with you on Parley',
  snippetView: 'Your snippet was opened',
  notification: 'New notification on Parley',
  digest: 'Your daily summary from Parley',
  weeklyDigest: 'Your week on Parley',
  secondFactorReset: 'Your second factor on Parley was reset',
} as const

export type MailSubject = (typeof MAIL_SUBJECTS)[keyof typeof MAIL_SUBJECTS]

export const isMailSubject = (subject: string): subject is MailSubject =>
  Object.values<string>(MAIL_SUBJECTS).includes(subject)

export interface MailMessage {
  /** A single address. */
  readonly to: string
  /** In English. It is sent in the language of the message. */
  readonly subject: MailSubject
  /** Tag of the language of the text. Undefined for English. */
  readonly language?: string | undefined
  /** Plain text. Text that users chose is formatted with `quoteForMail`. */
  readonly text: string
}

/** Message in the language of its recipient. Text of the lines that users chose is formatted with `quoteForMail`. */
export const composeMail = (
  { to, subject, language = SOURCE_LANGUAGE }: Omit<MailMessage, 'text'>,
  writeLines: () => readonly Text[],
): MailMessage => ({
  ...{ to, subject, language },
  text: runInLanguage(language, () => writeLines().map(String).join('\n')),
})

/** Subject of a message in its language. */
export const translateSubject = ({ subject, language = SOURCE_LANGUAGE }: MailMessage): string =>
  runInLanguage(language, () => String(known(subject)))

export interface Mail {
  /**
   * @param of the organization of the message, if it concerns exactly one
   * @throws Error if the message couldn't be handed over; a retry may send it twice
   */
  send(message: MailMessage, of?: OrganizationId): Promise<void>
  /** Messages stored in a folder, if no mail server is configured. */
  readonly outbox?: MailOutbox
}

export interface OutboxMessage extends Omit<MailMessage, 'subject'> {
  readonly id: string
  readonly at: Date
  readonly subject: string
}

export interface MailOutbox {
  /** Lists messages that concern only this organization, newest first. */
  list(
    of: OrganizationId,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly total: number; readonly messages: readonly OutboxMessage[] }>
}
