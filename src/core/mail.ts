/** Mail out. Features queue it (`queueMail` of the mail feature); only the job that sends it holds this port. */
import type { OrganizationId } from './principal.ts'

/**
 * Subjects of all messages: fixed words, so that nobody chooses what a message of Parley says in a list of mail.
 * `tests/mail-words.test.ts` sends one of each.
 */
export const MAIL_SUBJECTS = {
  signInLink: 'Your link to sign in to Parley',
  signInLinksUsedUp: 'Too many sign-in links were requested for Parley',
  invitation: 'Invitation to Parley',
  deckShare: 'A presentation was shared with you on Parley',
  snippetView: 'Your snippet was opened',
} as const

export type MailSubject = (typeof MAIL_SUBJECTS)[keyof typeof MAIL_SUBJECTS]

export const isMailSubject = (subject: string): subject is MailSubject =>
  Object.values<string>(MAIL_SUBJECTS).includes(subject)

export interface Message {
  /** One address each. */
  readonly to: string
  readonly subject: MailSubject
  /** Plain text; mail of ours needs no more. Words that people chose are written by `quoteForMail`. */
  readonly text: string
}

export interface Mail {
  /**
   * @param of the organization that it speaks of, when it speaks of one alone
   * @throws Error when it could not be handed over; trying again may send it twice
   */
  send(message: Message, of?: OrganizationId): Promise<void>
  /** What was written instead of being sent, where there is no mail server. */
  readonly kept?: KeptMail
}

export interface KeptMessage extends Omit<Message, 'subject'> {
  readonly id: string
  readonly at: Date
  readonly subject: string
}

export interface KeptMail {
  /** Those that speak of this organization alone, the newest first. */
  list(
    of: OrganizationId,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly total: number; readonly messages: readonly KeptMessage[] }>
}
