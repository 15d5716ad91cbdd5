import type { Writer } from '../../../core/db.ts'
import { nested } from '../../../core/db.ts'
import { AppError } from '../../../core/errors.ts'
import { defineJob, type JobContext } from '../../../core/jobs.ts'
import type { MailMessage } from '../../../core/mail.ts'
import { sendWeeklyDigestsKind } from '../../collaboration/notification-requests/index.ts'
import { selectVisibilityOfActive } from '../../conversations/records/index.ts'
import { countMail, queueMail } from '../../platform/mail/index.ts'
import { isEmptyDigest, loadDigest } from './load.ts'
import { composeWeeklyDigest } from './message.ts'
import { advance, type Recipient, selectNextRecipient, selectRun } from './queries.ts'

const WEEK_MS = 7 * 24 * 60 * 60_000

/** Sends the digests of an organization, one user after the other. */
export const sendWeeklyDigests = defineJob({
  ...sendWeeklyDigestsKind,
  async handle({ week }, ctx) {
    const until = new Date(`${week}T00:00:00Z`)
    const span = { from: new Date(until.getTime() - WEEK_MS), until }
    let run = await selectRun(ctx.db, ctx.org, week)
    while (run !== undefined) {
      ctx.signal.throwIfAborted()
      const { sentThrough } = run
      const recipient = await selectNextRecipient(ctx.db, ctx.org, sentThrough)
      if (recipient === undefined) return
      const message = await compose(ctx, recipient, span)
      run = await ctx.transactUnaudited(async (tx) => {
        // Another run that is further continues instead.
        if (!(await advance(tx, ctx.org, week, { from: sentThrough, to: recipient.id }))) return undefined
        if (message !== undefined) await sendWithinLimits(tx, ctx, message)
        return { sentThrough: recipient.id }
      })
    }
  },
})

/** @returns undefined if there is nothing to say, or the user was deactivated */
async function compose(
  ctx: JobContext,
  recipient: Recipient,
  span: { readonly from: Date; readonly until: Date },
): Promise<MailMessage | undefined> {
  const visibility = await selectVisibilityOfActive(ctx.db, ctx.org, recipient.id)
  if (visibility === undefined) return undefined
  const digest = await loadDigest(ctx, recipient, visibility, span)
  return isEmptyDigest(digest) ? undefined : composeWeeklyDigest(digest, recipient.email, span, ctx.publicUrl())
}

/** Above the limits of emails, a user gets no digest. */
async function sendWithinLimits(tx: Writer, ctx: JobContext, message: MailMessage): Promise<void> {
  try {
    await nested(tx, async (inner) => {
      await queueMail(ctx, inner, message)
      await countMail(inner, ctx, [message.to], undefined)
    })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'mail_limit_exceeded')) throw error
    ctx.log.warn({ organization: ctx.org }, 'a weekly digest was left out, because the limit of emails is reached')
  }
}
