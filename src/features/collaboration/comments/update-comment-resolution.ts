import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { announce } from '../../platform/webhooks/index.ts'
import { isResolved, lockComment, updateResolution } from './queries-write.ts'
import { commentThread } from './schema.ts'
import { commentNotFound, loadThread, toViewer } from './serialize.ts'

export const updateCommentResolution = defineOperation({
  id: 'updateCommentResolution',
  summary: 'Resolve or reopen a comment thread',
  description:
    'Resolves or reopens the thread that contains the comment. Repeating the request changes nothing. Everybody with access to ' +
    'the conversation can resolve its threads.',
  tag: 'Comments',
  input: z.object({
    id: pathId('comment'),
    resolved: z.boolean().describe('Whether the thread is resolved. Example: `true`.'),
  }),
  output: commentThread,
  requires: { scope: 'write' },
  rest: { method: 'PUT', path: '/comments/{id}/resolution', ...inData(commentThread) },
  async handle({ id, resolved }, ctx) {
    await ctx.transact(async (tx) => {
      const found = await lockComment(tx, ctx.org, toViewer(ctx), id)
      if (found === undefined) throw commentNotFound()
      const threadId = found.thread_id
      if ((await isResolved(tx, ctx.org, threadId)) !== resolved) {
        const resolution = { by: ctx.principal.user?.id ?? null }
        await updateResolution(tx, ctx.org, threadId, resolved ? resolution : undefined, ctx.clock.now())
        if (!found.private) {
          await announce(tx, ctx, {
            type: resolved ? 'comment.resolved' : 'comment.reopened',
            data: {
              ...{ comment_id: threadId, thread_id: threadId, conversation_id: found.conversation_id },
              user_id: ctx.principal.user?.id ?? null,
            },
          })
        }
      }
    })
    // After the transaction: locating words in a long transcript takes time.
    return loadThread(ctx, id)
  },
})
