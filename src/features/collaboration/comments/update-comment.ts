import { z } from 'zod'
import { contextWithin, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { announce } from '../../platform/webhooks/index.ts'
import { markedIds } from './mentions.ts'
import { requireAuthor, requireComment, resolveMentions } from './mutate.ts'
import { notifyOfMentions } from './notify.ts'
import { replaceMentions, updateBody } from './queries-write.ts'
import { comment, commentText } from './schema.ts'
import { loadComment } from './serialize.ts'

export const updateComment = defineOperation({
  id: 'updateComment',
  summary: 'Update the text of a comment',
  description:
    'Replaces the text. Users who are mentioned for the first time must have access to the conversation. Requires the author of ' +
    'the comment.',
  tag: 'Comments',
  input: z.object({ id: pathId('comment'), text: commentText }),
  output: comment,
  requires: { scope: 'write', level: 'user' },
  rest: { method: 'PATCH', path: '/comments/{id}', ...inData(comment) },
  async handle({ id, text }, ctx) {
    return ctx.transact(async (tx) => {
      const had = await requireComment(tx, ctx, id)
      requireAuthor(ctx, had, false)
      const { body, userIds } = await resolveMentions(tx, ctx, {
        ...{ text, conversationId: had.conversation_id, isPrivate: had.private, mentioned: markedIds(had.body) },
      })
      if (body !== had.body) {
        await updateBody(tx, ctx.org, id, body, ctx.clock.now())
        const mentioned = await replaceMentions(tx, ctx.org, id, userIds)
        if (!had.private) {
          await announce(tx, ctx, {
            type: 'comment.updated',
            data: { comment_id: id, thread_id: had.thread_id, conversation_id: had.conversation_id },
          })
          await notifyOfMentions(tx, ctx, {
            ...{ id, conversationId: had.conversation_id, threadId: had.thread_id, authorId: had.author_id, mentioned },
          })
        }
      }
      return loadComment(contextWithin(ctx, tx), id)
    })
  },
})
