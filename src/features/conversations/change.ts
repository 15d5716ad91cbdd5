/** The one way a conversation is changed: it is seen, locked, changed and committed, or the caller is told why not. */
import type { Writer } from '../../core/db.ts'
import { forbidden, notFound } from '../../core/errors.ts'
import type { Context } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { lockVisible, type Standing } from './queries.ts'

/** @param who `viewer`: everyone who sees it. `owner`: its owner and admins. */
export async function changeConversation<T>(
  ctx: Context,
  id: string,
  who: 'viewer' | 'owner',
  change: (tx: Writer, standing: Standing) => Promise<T>,
): Promise<T> {
  return ctx.transact(async (tx) => {
    const standing = await lockVisible(tx, ctx.org, visibilityOf(ctx.principal), id)
    if (standing === undefined) throw notFound('conversation')
    const { role, user } = ctx.principal
    if (who === 'owner' && role !== 'ADMIN' && standing.owner_id !== user?.id) {
      throw forbidden('owner_required', 'Only the owner of a conversation and admins may do this.')
    }
    return change(tx, standing)
  })
}
