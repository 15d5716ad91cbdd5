/** The one way a snippet is changed: it is seen, the caller may, it is locked, or the caller is told why not. */
import type { Writer } from '../../core/db.ts'
import { forbidden, notFound } from '../../core/errors.ts'
import type { Context } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { type ClippedConversation, holdForClip } from '../conversations/index.ts'
import { lockSnippet, type Standing, selectStanding } from './queries.ts'

/** Changes the row of the snippet alone. */
export async function changeSnippet<T>(ctx: Context, id: string, change: (tx: Writer) => Promise<T>): Promise<T> {
  return ctx.transact(async (tx) => {
    await allowed(ctx, lockSnippet(tx, ctx.org, visibilityOf(ctx.principal), id))
    return change(tx)
  })
}

/**
 * Changes it by what the conversation is, which stays that until the transaction ends. Everyone locks the conversation
 * before the snippet, as erasing does, so that nobody waits for somebody who waits for them.
 */
export async function changeClip<T>(
  ctx: Context,
  id: string,
  change: (tx: Writer, conversation: ClippedConversation, had: Standing) => Promise<T>,
): Promise<T> {
  return ctx.transact(async (tx) => {
    const visibility = visibilityOf(ctx.principal)
    const { conversation_id: conversationId } = await allowed(ctx, selectStanding(tx, ctx.org, visibility, id))
    const conversation = await holdForClip(tx, ctx.org, visibility, conversationId)
    if (conversation === undefined) throw notFound('snippet')
    const had = await allowed(ctx, lockSnippet(tx, ctx.org, visibility, id))
    return change(tx, conversation, had)
  })
}

async function allowed<S extends { user_id: string }>(ctx: Context, found: Promise<S | undefined>): Promise<S> {
  const standing = await found
  if (standing === undefined) throw notFound('snippet')
  const { role, user } = ctx.principal
  if (role !== 'ADMIN' && standing.user_id !== user?.id) {
    throw forbidden('owner_required', 'Only the creator of a snippet and admins may do this.')
  }
  return standing
}
