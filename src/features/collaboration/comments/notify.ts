/** Notifies the people whom a comment concerns: mentioned users, authors in its thread, the owner of the call. */
import type { Writer } from '../../../core/db.ts'
import type { Context } from '../../../core/operation.ts'
import { requestNotifications } from '../notification-requests/index.ts'
import { selectOwner, selectThreadAuthors } from './queries-notify.ts'

export interface NotifyingComment {
  readonly id: string
  readonly conversationId: string
  readonly threadId: string
  readonly authorId: string
  readonly mentioned: readonly string[]
}

/** Notifies each user once: of the mention, otherwise of the reply, otherwise of the comment. */
export async function notifyOfComment(tx: Writer, ctx: Context, comment: NotifyingComment): Promise<void> {
  const { authorId: actorId, conversationId, mentioned } = comment
  const authors = comment.id === comment.threadId ? [] : await selectThreadAuthors(tx, ctx.org, comment.threadId)
  const owner = await selectOwner(tx, ctx.org, conversationId)
  const kinds = new Map([
    ...owner.map((id) => [id, 'comment'] as const),
    ...authors.map((id) => [id, 'reply'] as const),
    ...mentioned.map((id) => [id, 'mention'] as const),
  ])
  const subject = { commentId: comment.id }
  const requests = [...kinds].map(([userId, kind]) => ({ userId, kind, conversationId, subject, actorId }))
  await requestNotifications(tx, ctx, requests)
}

/** Notifies users whom a changed comment mentions for the first time. */
export async function notifyOfMentions(tx: Writer, ctx: Context, comment: NotifyingComment): Promise<void> {
  const { authorId: actorId, conversationId, mentioned } = comment
  const subject = { commentId: comment.id }
  const requests = mentioned.map((userId) => ({ userId, kind: 'mention' as const, conversationId, subject, actorId }))
  await requestNotifications(tx, ctx, requests)
}
