import type { Writer } from '../../../core/db.ts'
import { nested } from '../../../core/db.ts'
import { AppError } from '../../../core/errors.ts'
import { defineJob, type JobContext } from '../../../core/jobs.ts'
import type { MailMessage } from '../../../core/mail.ts'
import { findUser } from '../../accounts/identity/index.ts'
import { selectVisibilityOfActive } from '../../conversations/records/index.ts'
import { countMail, queueMail } from '../../platform/mail/index.ts'
import { deliverNotificationKind, requestDigest, sendDigestKind } from '../notification-requests/index.ts'
import { composeDigest, composeNotification } from './message.ts'
import { lockDigest, lockDue, type NotificationRow, selectNotifications, updateEmail } from './queries.ts'

const ALL = 1_000

/** Sends the email of a notification that is still unread and visible. Above the limits of emails, it joins the digest. */
export const deliverNotification = defineJob({
  ...deliverNotificationKind,
  async handle({ id }, ctx) {
    await ctx.transactUnaudited(async (tx) => {
      const due = await lockDue(tx, ctx.org, id)
      if (due === undefined) return
      const recipient = await findRecipient(tx, ctx, due.userId)
      const [row] = recipient === undefined ? [] : await recipient.select(id)
      if (recipient === undefined || row === undefined) return updateEmail(tx, ctx.org, [id], 'none')
      const message = composeNotification(row, recipient, ctx.publicUrl())
      if (await sendWithinLimits(tx, ctx, message, due.actorId ?? undefined))
        return updateEmail(tx, ctx.org, [id], 'sent')
      await requestDigest(tx, ctx, due.userId)
      return updateEmail(tx, ctx.org, [id], 'digest')
    })
  },
})

/** Sends one email with everything that waits for it and is still unread and visible. */
export const sendNotificationDigest = defineJob({
  ...sendDigestKind,
  async handle({ userId }, ctx) {
    await ctx.transactUnaudited(async (tx) => {
      const ids = await lockDigest(tx, ctx.org, userId)
      if (ids.length === 0) return
      const recipient = await findRecipient(tx, ctx, userId)
      const waiting = new Set(ids)
      const rows = recipient === undefined ? [] : (await recipient.select()).filter(({ id }) => waiting.has(id))
      if (recipient !== undefined && rows.length > 0) {
        const message = composeDigest(rows, recipient, ctx.publicUrl())
        if (!(await sendWithinLimits(tx, ctx, message, undefined))) throw new Error('The limit of emails is reached.')
      }
      await updateEmail(tx, ctx.org, ids, 'sent')
    })
  },
})

interface Recipient {
  readonly email: string
  readonly language: string | undefined
  /** Unread notifications that the user sees. */
  readonly select: (id?: string) => Promise<NotificationRow[]>
}

/** @returns undefined if the user is deactivated */
async function findRecipient(tx: Writer, ctx: JobContext, userId: string): Promise<Recipient | undefined> {
  const [user, visibility] = [
    await findUser(tx, ctx.org, { id: userId }),
    await selectVisibilityOfActive(tx, ctx.org, userId),
  ]
  if (user === undefined || visibility === undefined) return undefined
  const select = (id?: string) => {
    const filters = { status: 'unread', kinds: undefined, ...(id === undefined ? {} : { id }) } as const
    return selectNotifications(tx, ctx.org, { userId, visibility }, filters, ALL)
  }
  return { email: user.email, language: user.language, select }
}

/** @returns false if a limit of emails is reached. Nothing is sent then */
async function sendWithinLimits(
  tx: Writer,
  ctx: JobContext,
  message: MailMessage,
  by: string | undefined,
): Promise<boolean> {
  try {
    await nested(tx, async (inner) => {
      await queueMail(ctx, inner, message)
      await countMail(inner, ctx, [message.to], by)
    })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'mail_limit_exceeded') return false
    throw error
  }
}
