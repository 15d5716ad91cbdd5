/** What every driver of mail checks and says alike, before nodemailer makes the message. */
import { z } from 'zod'
import { isMailSubject, type Message } from '../core/mail.ts'

const address = z.email().max(254)

export interface Composed {
  readonly from: string
  readonly to: { readonly address: string; readonly name: string }
  readonly subject: string
  readonly text: string
  readonly disableFileAccess: true
  readonly disableUrlAccess: true
  readonly headers: Readonly<Record<string, string>>
}

/** @throws Error when it could become another message than it says: several recipients, more headers. */
export function compose(from: string, message: Message): Composed {
  if (!address.safeParse(message.to).success) throw new Error('A message goes to one e-mail address.')
  // Fixed words: none of them ends a line, which would begin another header.
  if (!isMailSubject(message.subject)) throw new Error('The subject is not one of the fixed subjects of Parley.')
  return {
    from,
    // As an address and not as text, which nodemailer would read as a list.
    to: { address: message.to, name: '' },
    subject: message.subject,
    text: message.text,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Says to answering machines that nobody reads what they would say (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
