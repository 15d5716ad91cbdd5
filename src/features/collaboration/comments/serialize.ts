/** Serializes comments for the caller. */
import { notFound } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { selectSegmentsInput } from '../../conversations/records/index.ts'
import type { LocatedWords, WordRange } from './anchor.ts'
import { locateCommentsTask, type StoredWords } from './locate.ts'
import { renderMentions } from './mentions.ts'
import { type CommentRow, type CommentViewer, selectComment, selectReplies } from './queries.ts'
import type { Comment, CommentAnchor, CommentThread } from './schema.ts'

export const toViewer = ({ principal }: Context): CommentViewer => ({
  visibility: toVisibility(principal),
  userId: principal.user?.id,
})

export function serializeComment(row: CommentRow, { principal: { role, user } }: Context): Comment {
  const names = new Map(row.mentioned.map(({ id, name }) => [id, name]))
  const { text, mentions } = renderMentions(row.body ?? '', names)
  const isDeleted = row.body === null
  const isMine = row.author_id === user?.id
  return {
    uuid: row.id,
    conversationUUID: row.conversation_id,
    threadUUID: row.thread_id,
    author: { userUUID: row.author_id, name: row.author_name },
    private: row.private,
    deleted: isDeleted,
    text,
    mentions: mentions.map(({ userId, ...span }) => ({ userUUID: userId, ...span })),
    reactions: row.reactions,
    createdAt: row.created_at,
    editedAt: row.edited_at,
    updatedAt: row.updated_at,
    mayEdit: isMine && !isDeleted,
    mayDelete: (isMine || role === 'ADMIN') && !isDeleted,
  }
}

/** Words that a thread is tied to; undefined if it isn't. */
export function storedWords(row: CommentRow): StoredWords | undefined {
  const { first_segment, first_offset, last_segment, last_offset, quote } = row
  if (first_segment === null || first_offset === null || last_segment === null || last_offset === null) return undefined
  if (quote === null) return undefined
  const range = {
    ...{ firstSegment: first_segment, firstOffset: first_offset },
    ...{ lastSegment: last_segment, lastOffset: last_offset },
  }
  return { range, quote, start: row.start_time, end: row.end_time }
}

const NO_PLACE = { firstSegment: null, firstOffset: null, lastSegment: null, lastOffset: null }

/** @param now the words in the current transcript; undefined if the thread isn't tied to words */
export function toAnchor(row: CommentRow, now: LocatedWords | undefined): CommentAnchor | null {
  const stored = storedWords(row)
  const { start_time: start, end_time: end, quote, speaker } = row
  if (stored === undefined || now === undefined) {
    if (start === null) return null
    return { start, end, quote: null, speaker: null, wordsStatus: null, currentQuote: null, ...NO_PLACE }
  }
  if (now.status === 'removed') {
    return { start, end, quote, speaker, wordsStatus: 'removed', currentQuote: null, ...NO_PLACE }
  }
  // A time that somebody chose can be wider than the words. It counts while the words are where they were.
  const isInPlace = Object.entries(stored.range).every(([name, value]) => now.range[name as keyof WordRange] === value)
  return {
    start: isInPlace ? start : (now.start ?? start),
    end: isInPlace ? end : (now.end ?? end),
    quote,
    speaker: now.speaker,
    wordsStatus: now.status,
    currentQuote: now.status === 'edited' ? now.quote : null,
    ...now.range,
  }
}

/** Serializes the threads of one conversation, with their replies. */
export async function serializeThreads(ctx: Context, heads: readonly CommentRow[]): Promise<CommentThread[]> {
  const [first] = heads
  if (first === undefined) return []
  const replies = await selectReplies(
    ctx.db,
    ctx.org,
    toViewer(ctx),
    heads.map(({ id }) => id),
  )
  const byThread = Map.groupBy(replies, (reply) => reply.thread_id)
  const located = await locateThreads(ctx, first.conversation_id, heads)
  return heads.map((row) => ({
    ...serializeComment(row, ctx),
    anchor: toAnchor(row, located.get(row.id)),
    resolved: row.resolved_at !== null,
    resolvedAt: row.resolved_at,
    resolvedBy:
      row.resolved_by === null ? null : { userUUID: row.resolved_by, name: row.resolver_name ?? 'a deleted user' },
    replies: (byThread.get(row.id) ?? []).map((reply) => serializeComment(reply, ctx)),
  }))
}

/** Words of the threads that are tied to any, in the current transcript, by the ID of their thread. */
async function locateThreads(
  ctx: Context,
  conversationId: string,
  heads: readonly CommentRow[],
): Promise<ReadonlyMap<string, LocatedWords>> {
  const tied = heads.flatMap((row) => {
    const stored = storedWords(row)
    return stored === undefined ? [] : [{ id: row.id, stored }]
  })
  if (tied.length === 0) return new Map()
  const segments = await selectSegmentsInput(ctx.db, ctx.org, conversationId, 'current')
  const words = tied.map(({ stored }) => stored)
  const located = await ctx.requestWorkers.run(locateCommentsTask, [segments, words], ctx.signal)
  return new Map(located.map((one, index) => [tied[index]?.id ?? '', one]))
}

export const commentNotFound = () => notFound('comment')

/** Thread that contains a comment. @throws AppError `comment_not_found` */
export async function loadThread(ctx: Context, id: string): Promise<CommentThread> {
  const viewer = toViewer(ctx)
  const row = await selectComment(ctx.db, ctx.org, viewer, id)
  const head =
    row === undefined || row.id === row.thread_id ? row : await selectComment(ctx.db, ctx.org, viewer, row.thread_id)
  const [thread] = head === undefined ? [] : await serializeThreads(ctx, [head])
  if (thread === undefined) throw commentNotFound()
  return thread
}

/** @throws AppError `comment_not_found` */
export async function loadComment(ctx: Context, id: string): Promise<Comment> {
  const row = await selectComment(ctx.db, ctx.org, toViewer(ctx), id)
  if (row === undefined) throw commentNotFound()
  return serializeComment(row, ctx)
}
