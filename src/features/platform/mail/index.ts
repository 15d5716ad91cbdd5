/**
 * Outgoing email: invitations, sign-in links and notifications.
 *
 * A feature **queues** a message in the transaction that causes it, so that a rollback sends no email. A job **sends**
 * it to a mail server or writes it to a folder, and retries for about a day if the server is unavailable. Delivery is
 * at-least-once: a message can arrive twice if a process crashes between sending and committing.
 *
 * Each message has one recipient, a fixed subject and plain text, so recipients don't see each other and no text can
 * become a header. Texts of users are quoted without anything that an email program would convert to a link
 * (`quoteForMail`).
 *
 * Messages that users cause are **counted** by sender, recipient and organization across all processes, and rejected
 * above the limits of the installation (`countMail`).
 *
 * Without a mail server, messages are written to the data folder. Admins can read the messages of their organization in
 * a browser, to open links on a trial installation. Messages about several organizations aren't shown to anyone.
 */
import type { Writer } from '../../../core/db.ts'
import type { AnyJob } from '../../../core/jobs.ts'
import type { MailMessage } from '../../../core/mail.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { sendMail } from './send-mail.job.ts'

export { countMail } from './limits.ts'
export { listKeptMail } from './list-kept-mail.ts'

export const jobs: readonly AnyJob[] = [sendMail]

/** @throws Error if the message is invalid, such as a malformed address or a subject with line breaks */
export async function queueMail(
  ctx: Pick<Ports, 'jobs'> & { readonly org: OrganizationId },
  tx: Writer,
  message: MailMessage,
): Promise<void> {
  await ctx.jobs.add(tx, ctx.org, sendMail, message)
}
