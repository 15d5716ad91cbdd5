import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { announce } from '../../platform/webhooks/index.ts'
import { requireAuthor, requireComment } from './mutate.ts'
import { deleteCommentRow } from './queries-write.ts'

export const deleteComment = defineOperation({
  id: 'deleteComment',
  summary: 'Delete a comment',
  description:
    'Deletes a comment permanently. If it started a thread with replies, only its text, mentions and reactions are deleted, and ' +
    'the replies stay. Requires the author of the comment or an admin.',
  tag: 'Comments',
  input: z.object({ id: pathId('comment') }),
  output: z.undefined(),
  requires: { scope: 'write' },
  rest: { method: 'DELETE', path: '/comments/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact(async (tx) => {
      const had = await requireComment(tx, ctx, id)
      requireAuthor(ctx, had, true)
      await deleteCommentRow(tx, ctx.org, had, ctx.clock.now())
      if (had.private) return
      await announce(tx, ctx, {
        type: 'comment.deleted',
        data: { comment_id: id, thread_id: had.thread_id, conversation_id: had.conversation_id },
      })
    })
    return undefined
  },
})
