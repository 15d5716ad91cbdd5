/** Changes a snippet: loads and locks it, and checks permissions. */
import type { Writer } from '../../../core/db.ts'
import { forbidden, notFound } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { type ClippedConversation, lockForClip } from '../../conversations/records/index.ts'
import { lockSnippet, type SnippetState, selectStanding } from './queries.ts'

/** Changes only the row of the snippet. */
export async function changeSnippet<T>(
  ctx: Context,
  id: string,
  change: (tx: Writer, had: SnippetState) => Promise<T>,
): Promise<T> {
  return ctx.transact(async (tx) => {
    const had = await requireOwned(ctx, lockSnippet(tx, ctx.org, toVisibility(ctx.principal), id))
    return change(tx, had)
  })
}

/**
 * Changes a snippet depending on its conversation, which is locked until the transaction ends. Lock order:
 * conversation, then snippet. Erasure uses the same order. This prevents deadlocks.
 */
export async function changeClip<T>(
  ctx: Context,
  id: string,
  change: (tx: Writer, conversation: ClippedConversation, had: SnippetState) => Promise<T>,
): Promise<T> {
  return ctx.transact(async (tx) => {
    const visibility = toVisibility(ctx.principal)
    const { conversation_id: conversationId } = await requireOwned(ctx, selectStanding(tx, ctx.org, visibility, id))
    const conversation = await lockForClip(tx, ctx.org, visibility, conversationId)
    if (conversation === undefined) throw notFound('snippet')
    const had = await requireOwned(ctx, lockSnippet(tx, ctx.org, visibility, id))
    return change(tx, conversation, had)
  })
}

async function requireOwned<S extends { user_id: string }>(ctx: Context, found: Promise<S | undefined>): Promise<S> {
  const standing = await found
  if (standing === undefined) throw notFound('snippet')
  const { role, user } = ctx.principal
  if (role !== 'ADMIN' && standing.user_id !== user?.id) {
    throw forbidden('owner_required', 'Only the creator of the snippet and admins can change or delete it.')
  }
  return standing
}
