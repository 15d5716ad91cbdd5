/** Shares decks with users of the organization, and with outside addresses by personal links. */
import { newId } from '../../../core/clock.ts'
import type { Reader, Writer } from '../../../core/db.ts'
import { conflict, invalid, type Problem } from '../../../core/errors.ts'
import { fold } from '../../../core/fold.ts'
import type { Context } from '../../../core/operation.ts'
import { requireSharingOutside } from '../../accounts/outside-sharing/index.ts'
import { countMail } from '../../platform/mail/index.ts'
import { checkExpiry } from '../shared-links/index.ts'
import { countShares, type NewShare, putShares, selectExpired, selectUsersWith } from './queries-shares.ts'
import { SHARES_MAX } from './schema.ts'
import { sendDeckShare } from './send-deck-share.job.ts'

export type Recipients = readonly NewShare[]

/**
 * Resolves addresses to users or outside recipients, without duplicates.
 * @param field name of the request field that contains the addresses
 * @throws AppError `validation_failed` with a pointer to each invalid address; `outside_sharing_disabled`
 */
export async function resolveRecipients(
  db: Reader | Writer,
  ctx: Context,
  given: readonly string[],
  field: string,
): Promise<Recipients> {
  const known = new Map(
    (await selectUsersWith(db, ctx.org, [...new Set(given.map(fold))])).map((one) => [one.email_folded, one]),
  )
  const problems: Problem[] = given.flatMap((email, index) =>
    known.get(fold(email))?.active === false
      ? [
          {
            pointer: `/${field}/${index}`,
            detail: 'The address belongs to a deactivated user. Remove it, or reactivate the user.',
          },
        ]
      : [],
  )
  const [first, ...others] = problems
  if (first !== undefined) throw invalid(first, ...others)
  const once = new Map(given.map((email) => [fold(email), email]))
  const outside = given.findIndex((email) => !known.has(fold(email)))
  if (outside !== -1) await requireSharingOutside(db, ctx.org, `/${field}/${outside}`)
  return [...once].map(([folded, email]) => {
    const user = known.get(folded)
    return user === undefined
      ? { id: newId(), userId: null, email, emailFolded: folded, address: folded }
      : { id: newId(), userId: user.id, email: null, emailFolded: null, address: folded }
  })
}

/**
 * Stores shares. The messages are sent after the transaction commits.
 * @param resends whether recipients that have the deck already get the message again, with a new link
 * @param expiresAt expiry of the links; undefined: new links never expire, and others keep their expiry
 * @throws AppError `mail_limit_exceeded`, `too_many_shares`, `validation_failed`
 */
export async function shareWith(
  tx: Writer,
  ctx: Context,
  deckId: string,
  recipients: Recipients,
  { resends = false, expiresAt }: { readonly resends?: boolean; readonly expiresAt?: Date | null | undefined } = {},
): Promise<void> {
  if (recipients.length === 0) return
  const now = ctx.clock.now()
  checkExpiry(expiresAt, now)
  if (resends && expiresAt === undefined) await rejectExpired(tx, ctx, deckId, recipients)
  const by = { userId: ctx.principal.user?.id ?? null, at: now, resends, expiresAt }
  const sent = await putShares(tx, ctx.org, deckId, recipients, by)
  if ((await countShares(tx, ctx.org, deckId)) > SHARES_MAX) {
    throw conflict(
      'too_many_shares',
      `A deck can be shared with at most ${SHARES_MAX} addresses. Remove shares before you add others.`,
    )
  }
  const addresses = sent.map(({ address }) => address)
  await countMail(tx, ctx, addresses, ctx.principal.user?.id)
  for (const { id } of sent) await ctx.jobs.add(tx, ctx.org, sendDeckShare, { id })
}

/** Rejects to send an expired link again without a new expiry, because the new link wouldn't work either. */
async function rejectExpired(tx: Writer, ctx: Context, deckId: string, recipients: Recipients): Promise<void> {
  const outside = recipients.flatMap(({ emailFolded }) => (emailFolded === null ? [] : [emailFolded]))
  const [first] = await selectExpired(tx, ctx.org, deckId, outside, ctx.clock.now())
  if (first === undefined) return
  throw invalid({
    pointer: '/expiresAt',
    detail: `The link of ${first} has expired. Set \`expiresAt\` to a time in the future, or to null for a link that never expires.`,
  })
}
