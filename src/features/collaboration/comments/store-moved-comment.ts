import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import { AppError } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { selectTranscriptStamp } from '../../conversations/records/index.ts'
import { findAnchor } from './find-anchor.ts'
import { checkRoom } from './mutate.ts'
import { insertComment } from './queries-write.ts'
import { checkWithinCall, WHOLE_CONVERSATION } from './resolve-anchor.ts'
import { TEXT_MAX } from './schema.ts'

/** A comment that was written in another product. */
export interface MovedComment {
  readonly conversationId: string
  /** Length of the conversation in seconds. Null if unknown. */
  readonly length: number | null
  readonly authorId: string
  readonly text: string
  /** Thread to reply to. Undefined for a new one. */
  readonly threadId: string | undefined
  readonly time: { readonly start: number; readonly end?: number } | undefined
  readonly at: Date
}

/**
 * Stores a comment with its author and time, without mentions, notifications and events: it isn't news.
 * @returns ID of the comment @throws AppError `too_many_comments`, or `validation_failed` for an empty text
 */
export async function storeMovedComment(tx: Writer, ctx: Context, comment: MovedComment): Promise<string> {
  const id = newId()
  const threadId = comment.threadId ?? id
  const { conversationId, length } = comment
  await checkRoom(tx, ctx, conversationId, threadId)
  const anchor =
    comment.threadId !== undefined || comment.time === undefined
      ? WHOLE_CONVERSATION
      : await resolveTime(tx, ctx, { id: conversationId, length }, comment.time)
  await insertComment(tx, ctx.org, {
    ...{ id, conversationId, threadId, authorId: comment.authorId, private: false },
    body: [...comment.text.trim()].slice(0, TEXT_MAX).join(''),
    at: comment.at,
    storedAt: ctx.clock.now(),
    ...anchor,
  })
  return id
}

/** Anchor of a time. A time after the end of the call is dropped rather than the comment. */
async function resolveTime(
  tx: Writer,
  ctx: Context,
  conversation: { readonly id: string; readonly length: number | null },
  time: { readonly start: number; readonly end?: number },
) {
  try {
    checkWithinCall(time, conversation.length)
    const transcript = await selectTranscriptStamp(tx, ctx.org, 'everything', conversation.id, 'current')
    return await findAnchor(tx, ctx, { id: conversation.id, part: { time }, transcript })
  } catch (error) {
    if (error instanceof AppError) return WHOLE_CONVERSATION
    throw error
  }
}
