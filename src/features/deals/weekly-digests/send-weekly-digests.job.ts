import type { Writer } from '../../../core/db.ts'
import { nested } from '../../../core/db.ts'
import { AppError } from '../../../core/errors.ts'
import { defineJob, type JobContext } from '../../../core/jobs.ts'
import type { MailMessage } from '../../../core/mail.ts'
import { startOfDay } from '../../../core/zone-times.ts'
import { DEFAULT_ZONE, sendWeeklyDigestsKind } from '../../collaboration/notification-requests/index.ts'
import { selectVisibilityOfActive } from '../../conversations/records/index.ts'
import { countMail, queueMail } from '../../platform/mail/index.ts'
import { isEmptyDigest, loadDigest } from './load.ts'
import { composeWeeklyDigest } from './message.ts'
import { advance, type Recipient, selectNextRecipient, selectRun, type WeekSpan } from './queries.ts'

const WEEK_DAYS = 7

/** Sends the digests of an organization to the users of a time zone, one after the other. */
export const sendWeeklyDigests = defineJob({
  ...sendWeeklyDigestsKind,
  async handle({ week, timeZone = DEFAULT_ZONE }, ctx) {
    const [from, until] = [startOfDay(timeZone, week, -WEEK_DAYS), startOfDay(timeZone, week)]
    if (from === undefined || until === undefined) throw new Error('A week is a day.')
    const span = { from, until, timeZone }
    const key = { week, timeZone }
    let run = await selectRun(ctx.db, ctx.org, key)
    while (run !== undefined) {
      ctx.signal.throwIfAborted()
      const { sentThrough } = run
      const recipient = await selectNextRecipient(ctx.db, ctx.org, timeZone, sentThrough)
      if (recipient === undefined) return
      const message = await compose(ctx, recipient, span)
      run = await ctx.transactUnaudited(async (tx) => {
        // Another run that is further continues instead.
        if (!(await advance(tx, ctx.org, key, { from: sentThrough, to: recipient.id }))) return undefined
        if (message !== undefined) await sendWithinLimits(tx, ctx, message)
        return { sentThrough: recipient.id }
      })
    }
  },
})

/** @returns undefined if there is nothing to say, or the user was deactivated */
async function compose(ctx: JobContext, recipient: Recipient, span: WeekSpan): Promise<MailMessage | undefined> {
  const visibility = await selectVisibilityOfActive(ctx.db, ctx.org, recipient.id)
  if (visibility === undefined) return undefined
  const digest = await loadDigest(ctx, recipient, visibility, span)
  return isEmptyDigest(digest) ? undefined : composeWeeklyDigest(digest, recipient, span, ctx.publicUrl())
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
