import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { queryList, queryString, uuid } from '../../../core/wire.ts'
import { isVisible } from '../../conversations/records/index.ts'
import { selectAssignments } from './queries.ts'
import { coachingAssignment, status, statuses } from './schema.ts'
import { serializeAssignment, toCoachingViewer } from './serialize.ts'

const queryId = (description: string) => queryString(36).pipe(uuid()).optional().describe(description)

export const listCoachingAssignments = defineOperation({
  id: 'listCoachingAssignments',
  summary: 'List coaching assignments',
  description:
    'Returns assignments for conversations that the caller has access to: first those that are due, then the others, then those ' +
    'that are done. Users see the assignments that they assigned or received. Managers and admins also see those of others.',
  tag: 'Coaching',
  input: z.object({
    ...changedListFields({ default: 25, max: 100 }),
    assignee: queryId(
      'ID of the assignee, from `GET /organizations/users`. Defaults to all users. Example: `7b1f9d52-4c86-4f0e-9a53-2f1d6f0c8e11`.',
    ),
    assigner: queryId(
      'ID of the assigner, from `GET /organizations/users`. Defaults to all users. Example: `7b1f9d52-4c86-4f0e-9a53-2f1d6f0c8e11`.',
    ),
    conversation: queryId(
      'ID of a conversation, from `GET /conversations/list`. Defaults to all conversations. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
    ),
    status: queryList(status, { max: statuses.length }).describe(
      'States to return: `open`, `answered`, `done`. Defaults to all states. Example: `open,answered`.',
    ),
  }),
  output: pageSchema(coachingAssignment),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/coaching-assignments', ...paged(coachingAssignment) },
  async handle({ assignee, assigner, conversation, status, ...window }, ctx) {
    const viewer = toCoachingViewer(ctx)
    if (conversation !== undefined && !(await isVisible(ctx.db, ctx.org, viewer.visibility, conversation))) {
      throw notFound('conversation', '/query/conversation')
    }
    const filters = {
      ...{ assigneeId: assignee, assignerId: assigner, conversationId: conversation, statuses: status },
    }
    const { rows, meta } = await selectAssignments(ctx.db, ctx.org, viewer, filters, toWindow(window))
    return { data: rows.map((row) => serializeAssignment(row, ctx)), meta }
  },
})
