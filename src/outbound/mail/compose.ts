/** Validates and composes messages for all mail drivers. */
import { z } from 'zod'
import { SOURCE_LANGUAGE } from '../../core/languages/current.ts'
import { isMailSubject, type MailMessage, translateSubject } from '../../core/mail.ts'

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

/** @throws Error if the message could become a different one, with several recipients or additional headers */
export function compose(from: string, message: MailMessage): Composed {
  if (!address.safeParse(message.to).success) throw new Error('A message must have one email address as its recipient.')
  // Fixed subjects and their translations contain no line breaks, which would start another header.
  if (!isMailSubject(message.subject)) throw new Error("The subject isn't one of the fixed subjects of Parley.")
  return {
    from,
    // As an object, because nodemailer would parse text as a list of addresses.
    to: { address: message.to, name: '' },
    subject: translateSubject(message),
    text: message.text,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Prevents automatic replies (RFC 3834), and names the language for screen readers and filters (RFC 3282).
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': message.language ?? SOURCE_LANGUAGE },
  }
}
