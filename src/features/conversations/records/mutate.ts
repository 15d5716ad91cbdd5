/** Runs a change of a conversation: checks visibility, locks the row, checks permissions, changes and commits. */
import type { Writer } from '../../../core/db.ts'
import { forbidden, notFound } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { type LockedConversation, lockVisible, selectVisibleOwner } from './queries.ts'

/** `viewer`: every user who can see the conversation. `owner`: its owner and admins. */
export type WhoChanges = 'viewer' | 'owner'

export async function changeConversation<T>(
  ctx: Context,
  id: string,
  who: WhoChanges,
  change: (tx: Writer, standing: LockedConversation) => Promise<T>,
): Promise<T> {
  return ctx.transact(async (tx) => change(tx, await lockChangeable(tx, ctx, id, who)))
}

/** Locks a conversation for a change. @throws AppError `conversation_not_found`, `owner_required` */
export async function lockChangeable(
  tx: Writer,
  ctx: Context,
  id: string,
  who: WhoChanges,
): Promise<LockedConversation> {
  const standing = await lockVisible(tx, ctx.org, toVisibility(ctx.principal), id)
  refuseOthers(ctx, who, standing)
  return standing
}

/**
 * Checks permissions without a lock. `changeConversation` repeats the check under the lock.
 * @throws AppError `conversation_not_found`, `owner_required`
 */
export async function requireChangeable(ctx: Context, id: string, who: WhoChanges): Promise<void> {
  refuseOthers(ctx, who, await selectVisibleOwner(ctx.db, ctx.org, toVisibility(ctx.principal), id))
}

function refuseOthers<T extends Pick<LockedConversation, 'owner_id'>>(
  { principal: { role, user } }: Context,
  who: WhoChanges,
  standing: T | undefined,
): asserts standing is T {
  if (standing === undefined) throw notFound('conversation')
  if (who === 'owner' && role !== 'ADMIN' && standing.owner_id !== user?.id) {
    throw forbidden(
      'owner_required',
      'Only the owner of the conversation and admins can make this change. Ask one of them.',
    )
  }
}
