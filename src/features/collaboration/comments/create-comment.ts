import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import { forbidden, invalid, notFound } from '../../../core/errors.ts'
import { type Context, contextWithin, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { transactPrepared } from '../../../core/prepared-transaction.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId, uuid } from '../../../core/wire.ts'
import { lockForClip } from '../../conversations/records/index.ts'
import { announce } from '../../platform/webhooks/index.ts'
import { findAnchor, readAnchored } from './find-anchor.ts'
import type { RequestedPart } from './find-words.ts'
import { checkRoom, resolveMentions } from './mutate.ts'
import { notifyOfComment } from './notify.ts'
import { insertComment, isResolved, lockComment, replaceMentions, updateResolution } from './queries-write.ts'
import { checkWithinCall, type ResolvedAnchor, toRequestedPart } from './resolve-anchor.ts'
import { COMMENTS_MAX, comment, commentText, REPLIES_MAX, timeInput, wordsInput } from './schema.ts'
import { loadComment, toViewer } from './serialize.ts'

const input = z.object({
  id: pathId('conversation'),
  text: commentText,
  threadUUID: uuid()
    .optional()
    .describe(
      'ID of a comment to reply to, from `GET /conversations/{id}/comments`. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
    ),
  time: timeInput.optional(),
  words: wordsInput.optional(),
  private: z
    .boolean()
    .optional()
    .describe('Whether only you see the comment. Replies are private if their thread is. Defaults to false.'),
})

export const createComment = defineOperation({
  id: 'createComment',
  summary: 'Create a comment or a reply',
  description:
    'Comments on a whole conversation, on a part of its recording (`time`) or on words of its transcript (`words`), or replies ' +
    'to a thread. Mentioned users must have access to the conversation; otherwise the request fails and names them. A reply ' +
    `reopens a resolved thread. A conversation has at most ${COMMENTS_MAX} comments, and a thread ${REPLIES_MAX} replies. ` +
    'Requires a user.',
  tag: 'Comments',
  input,
  output: comment,
  requires: { scope: 'write', level: 'user' },
  rest: { method: 'POST', derived: true, path: '/conversations/{id}/comments', status: 201, ...inData(comment) },
  async handle(given, ctx) {
    const authorId = requireUserId(ctx)
    const part = given.threadUUID === undefined ? toRequestedPart(given) : undefined
    return transactPrepared(ctx, {
      read: (db) => readAnchored(db, ctx, given.id, part),
      prepare: (db, transcript) => findAnchor(db, ctx, { id: given.id, part, transcript }),
      async lock(tx) {
        const conversation = await lockForClip(tx, ctx.org, toVisibility(ctx.principal), given.id)
        if (conversation === undefined) throw notFound('conversation')
        return conversation
      },
      store: (tx, anchor, { length }) => store(tx, ctx, given, { authorId, part, anchor, length }),
    })
  },
})

interface NewComment {
  readonly authorId: string
  readonly part: RequestedPart | undefined
  readonly anchor: ResolvedAnchor
  /** Length of the call in seconds. Null if unknown. */
  readonly length: number | null
}

async function store(
  tx: Writer,
  ctx: Context,
  given: z.output<typeof input>,
  { authorId, part, anchor, length }: NewComment,
): Promise<z.output<typeof comment>> {
  const id = newId()
  const thread = await findThread(tx, ctx, given)
  const isPrivate = thread?.private ?? given.private ?? false
  const threadId = thread?.id ?? id
  await checkRoom(tx, ctx, given.id, threadId)
  if (part !== undefined && 'time' in part) checkWithinCall(part.time, length)
  const mentions = { text: given.text, conversationId: given.id, isPrivate, mentioned: [] }
  const { body, userIds } = await resolveMentions(tx, ctx, mentions)
  const at = ctx.clock.now()
  await insertComment(tx, ctx.org, {
    ...{ id, conversationId: given.id, threadId, authorId, private: isPrivate, body, at, storedAt: at },
    ...anchor,
  })
  await replaceMentions(tx, ctx.org, id, userIds)
  if (thread !== undefined && (await isResolved(tx, ctx.org, threadId))) {
    await updateResolution(tx, ctx.org, threadId, undefined, at)
  }
  ctx.addAuditTarget('comment', id)
  if (!isPrivate) {
    await announce(tx, ctx, {
      type: 'comment.created',
      data: {
        ...{ comment_id: id, thread_id: threadId, conversation_id: given.id, author_user_id: authorId },
        mentioned_user_ids: userIds,
      },
    })
    await notifyOfComment(tx, ctx, { id, conversationId: given.id, threadId, authorId, mentioned: userIds })
  }
  return loadComment(contextWithin(ctx, tx), id)
}

/** ID of the caller; `requires.level` rejects callers without a user. */
export function requireUserId({ principal }: Context): string {
  if (principal.user === undefined) throw forbidden('user_required', 'A user is required. Use a user-level API key.')
  return principal.user.id
}

interface ThreadInput {
  readonly id: string
  readonly threadUUID?: string | undefined
  readonly private?: boolean | undefined
  readonly time?: unknown
  readonly words?: unknown
}

/** The thread to reply to; undefined for a new one. */
async function findThread(
  tx: Writer,
  ctx: Context,
  given: ThreadInput,
): Promise<{ readonly id: string; readonly private: boolean } | undefined> {
  if (given.threadUUID === undefined) return undefined
  for (const name of ['time', 'words'] as const) {
    if (given[name] === undefined) continue
    const detail = `\`${name}\` can't be combined with \`threadUUID\`. A reply is about the same part as its thread.`
    throw invalid({ pointer: `/${name}`, detail })
  }
  const found = await lockComment(tx, ctx.org, toViewer(ctx), given.threadUUID)
  if (found === undefined || found.conversation_id !== given.id) throw notFound('comment', '/threadUUID')
  if (given.private !== undefined && given.private !== found.private) {
    const detail = 'A reply is private if its thread is. Omit `private`.'
    throw invalid({ pointer: '/private', detail })
  }
  return { id: found.thread_id, private: found.private }
}
