/** Writes comments: resolves mentions, and locks what exists. */
import type { Writer } from '../../../core/db.ts'
import { conflict, forbidden, invalid } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { markedIds, parseMentions } from './mentions.ts'
import { selectMentionable } from './queries.ts'
import { type LockedComment, lockComment, lockCounts } from './queries-write.ts'
import { COMMENTS_MAX, MENTIONS_MAX, REPLIES_MAX } from './schema.ts'
import { commentNotFound, toViewer } from './serialize.ts'

/** Locks a comment of the caller's view. @throws AppError `comment_not_found`, also for deleted ones */
export async function requireComment(tx: Writer, ctx: Context, id: string): Promise<LockedComment & { body: string }> {
  const comment = await lockComment(tx, ctx.org, toViewer(ctx), id)
  if (comment === undefined || comment.body === null) throw commentNotFound()
  return { ...comment, body: comment.body }
}

export interface MentioningText {
  readonly text: string
  readonly conversationId: string
  readonly isPrivate: boolean
  /** Users that the comment already mentions. */
  readonly mentioned: readonly string[]
}

/**
 * Resolves the mentions of a text. Only users who see the conversation can be mentioned.
 * @throws AppError `validation_failed`, which names the users
 */
export async function resolveMentions(
  tx: Writer,
  ctx: Context,
  { text, conversationId, isPrivate, mentioned }: MentioningText,
): Promise<{ body: string; userIds: readonly string[] }> {
  if (!text.includes('@')) return { body: text, userIds: [] }
  const rows = await selectMentionable(tx, ctx.org, conversationId, text, [...markedIds(text), ...mentioned])
  const candidates = rows.map((row) => ({
    ...{ id: row.id, email: row.email, canSee: row.can_see },
    name: `${row.first_name} ${row.last_name}`.trim(),
  }))
  const parsed = parseMentions(text, candidates, new Set(mentioned))
  const { body, userIds, withoutAccess, ambiguous, unknownIds } = parsed
  const reject = (detail: string) => invalid({ pointer: '/text', detail })
  if (unknownIds.length > 0) {
    throw reject(`No active user of the organization has the ID ${unknownIds.join(', ')}. Remove the mention.`)
  }
  if (withoutAccess.length > 0) {
    const names = withoutAccess.map(({ name, email }) => name || email)
    throw reject(
      `You can't mention ${names.join(', ')}: no access to this call. Remove the mention, or ask an admin to give access.`,
    )
  }
  if (ambiguous.length > 0) {
    throw reject(`Several users have the name ${ambiguous.join(', ')}. Mention the user by email address instead.`)
  }
  if (userIds.length > MENTIONS_MAX) {
    throw reject(`The text mentions ${userIds.length} users. Maximum ${MENTIONS_MAX}.`)
  }
  if (isPrivate && userIds.some((id) => id !== ctx.principal.user?.id)) {
    throw reject("A private note can't mention other users, because only you see it. Remove the mentions.")
  }
  return { body, userIds }
}

/** @throws AppError `too_many_comments`, `too_many_replies` */
export async function checkRoom(tx: Writer, ctx: Context, conversationId: string, threadId: string): Promise<void> {
  const { comments, replies } = await lockCounts(tx, ctx.org, conversationId, threadId)
  if (comments >= COMMENTS_MAX) {
    throw conflict('too_many_comments', `The call already has ${COMMENTS_MAX} comments. Delete some of them first.`)
  }
  if (replies >= REPLIES_MAX) {
    throw conflict('too_many_replies', `The thread already has ${REPLIES_MAX} replies. Start another thread.`)
  }
}

/** @throws AppError `author_required` */
export function requireAuthor(ctx: Context, comment: LockedComment, orAdmin: boolean): void {
  const { role, user } = ctx.principal
  if (comment.author_id === user?.id || (orAdmin && role === 'ADMIN')) return
  throw forbidden(
    'author_required',
    orAdmin
      ? 'Only the author of the comment and admins can delete it.'
      : 'Only the author of the comment can change its text.',
  )
}
