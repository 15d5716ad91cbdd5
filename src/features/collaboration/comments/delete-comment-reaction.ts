import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { requireUserId } from './create-comment.ts'
import { requireComment } from './mutate.ts'
import { deleteReaction } from './queries-write.ts'
import { reactionPath } from './schema.ts'

export const deleteCommentReaction = defineOperation({
  id: 'deleteCommentReaction',
  summary: 'Remove a reaction from a comment',
  description: 'Removes a reaction of the caller. Repeating the request changes nothing. Requires a user.',
  tag: 'Comments',
  input: z.object({
    id: pathId('comment'),
    reaction: reactionPath('Reaction to remove. Example: `thumbs_up`.'),
  }),
  output: z.undefined(),
  requires: { scope: 'write', level: 'user' },
  rest: { method: 'DELETE', path: '/comments/{id}/reactions/{reaction}', status: 204 },
  async handle({ id, reaction }, ctx) {
    const userId = requireUserId(ctx)
    await ctx.transact(async (tx) => {
      await requireComment(tx, ctx, id)
      await deleteReaction(tx, ctx.org, { commentId: id, userId, reaction, at: ctx.clock.now() })
    })
    return undefined
  },
})
