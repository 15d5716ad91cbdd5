/** The one way a conversation is changed: it is seen, locked, changed and committed, or the caller is told why not. */
import type { Writer } from '../../core/db.ts'
import { forbidden, notFound } from '../../core/errors.ts'
import type { Context } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { lockVisible, type Standing, selectVisibleOwner } from './queries.ts'

/** `viewer`: everyone who sees the conversation. `owner`: its owner and admins. */
type WhoChanges = 'viewer' | 'owner'

export async function changeConversation<T>(
  ctx: Context,
  id: string,
  who: WhoChanges,
  change: (tx: Writer, standing: Standing) => Promise<T>,
): Promise<T> {
  return ctx.transact(async (tx) => {
    const standing = await lockVisible(tx, ctx.org, visibilityOf(ctx.principal), id)
    refuseOthers(ctx, who, standing)
    return change(tx, standing)
  })
}

/**
 * Checks without a lock what `changeConversation` will check again.
 * @throws AppError `conversation_not_found`, `owner_required`
 */
export async function requireChangeable(ctx: Context, id: string, who: WhoChanges): Promise<void> {
  refuseOthers(ctx, who, await selectVisibleOwner(ctx.db, ctx.org, visibilityOf(ctx.principal), id))
}

function refuseOthers<T extends Pick<Standing, 'owner_id'>>(
  { principal: { role, user } }: Context,
  who: WhoChanges,
  standing: T | undefined,
): asserts standing is T {
  if (standing === undefined) throw notFound('conversation')
  if (who === 'owner' && role !== 'ADMIN' && standing.owner_id !== user?.id) {
    throw forbidden('owner_required', 'Only the owner of a conversation and admins may do this.')
  }
}
