import { z } from 'zod'
import { contextWithin, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { requireUserId } from './create-comment.ts'
import { requireComment } from './mutate.ts'
import { insertReaction } from './queries-write.ts'
import { comment, reactionPath } from './schema.ts'
import { loadComment } from './serialize.ts'

export const putCommentReaction = defineOperation({
  id: 'putCommentReaction',
  summary: 'Add a reaction to a comment',
  description: 'Adds a reaction of the caller. Repeating the request changes nothing. Requires a user.',
  tag: 'Comments',
  input: z.object({
    id: pathId('comment'),
    reaction: reactionPath('Reaction to add. Example: `thumbs_up`.'),
  }),
  output: comment,
  requires: { scope: 'write', level: 'user' },
  rest: { method: 'PUT', path: '/comments/{id}/reactions/{reaction}', ...inData(comment) },
  async handle({ id, reaction }, ctx) {
    const userId = requireUserId(ctx)
    return ctx.transact(async (tx) => {
      await requireComment(tx, ctx, id)
      await insertReaction(tx, ctx.org, { commentId: id, userId, reaction, at: ctx.clock.now() })
      return loadComment(contextWithin(ctx, tx), id)
    })
  },
})
