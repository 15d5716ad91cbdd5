import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { commentThread } from './schema.ts'
import { loadThread } from './serialize.ts'

export const getComment = defineOperation({
  id: 'getComment',
  summary: 'Get a comment thread',
  description: "Returns the thread that contains the comment. Requires access to the comment's conversation.",
  tag: 'Comments',
  input: z.object({ id: pathId('comment') }),
  output: commentThread,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/comments/{id}', ...inData(commentThread) },
  handle: ({ id }, ctx) => loadThread(ctx, id),
})
