/**
 * Mail out: invitations, sign-in links, notices.
 *
 * A feature **queues** a message in the transaction that gives the reason for it, so that nobody is told of what never
 * happened. A job **sends** it, through a mail server or into a folder, and tries again for about a day when the
 * server is away. A message may arrive twice when a process dies between sending and noting it; it is never lost.
 *
 * One recipient, a fixed subject, plain text: nobody learns who else was told, and nothing of a message can become a
 * header. Words that people chose are quoted without anything that a mail program makes a link of (`quoteForMail`).
 *
 * Messages that people have sent are **counted** by sender, recipient and organization, for all processes together, and
 * refused beyond the limits of the installation (`countMail`).
 *
 * Without a mail server the messages lie in the data folder. Admins may read those of their organization at a browser, so
 * that links can be followed on an installation that is tried out; one that speaks of several organizations is told to
 * nobody.
 */
import type { Writer } from '../../core/db.ts'
import type { AnyJob } from '../../core/jobs.ts'
import type { Message } from '../../core/mail.ts'
import type { Ports } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { sendMail } from './send-mail.job.ts'

export { countMail } from './limits.ts'
export { listKeptMail } from './list-kept-mail.ts'

export const jobs: readonly AnyJob[] = [sendMail]

/** @throws Error when it is no message: an address that is none, a subject of several lines */
export async function queueMail(
  ctx: Pick<Ports, 'jobs'> & { readonly org: OrganizationId },
  tx: Writer,
  message: Message,
): Promise<void> {
  await ctx.jobs.add(tx, ctx.org, sendMail, message)
}
