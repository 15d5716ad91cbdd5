import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { queryList, queryString, uuid } from '../../../core/wire.ts'
import { isVisible } from '../../conversations/records/index.ts'
import { selectTasks } from './queries.ts'
import { dueDay, sideFilters, status, statuses, task } from './schema.ts'
import { serializeTask } from './serialize.ts'

const queryId = (description: string) => queryString(36).pipe(uuid()).optional().describe(description)

export const listTasks = defineOperation({
  id: 'listTasks',
  summary: 'List tasks',
  description:
    'Returns the tasks of conversations that the caller has access to: open ones first, by due date, then those without a due ' +
    'date, then those that are done or dismissed.',
  tag: 'Tasks',
  input: z.object({
    ...changedListFields({ default: 25, max: 100 }),
    assignee: queryId(
      'ID of the assignee, from `GET /organizations/users`. Defaults to all users. Example: `7b1f9d52-4c86-4f0e-9a53-2f1d6f0c8e11`.',
    ),
    conversation: queryId(
      'ID of a conversation, from `GET /conversations/list`. Defaults to all conversations. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
    ),
    opportunity: queryId(
      'ID of an opportunity, from `GET /deals`. Defaults to all opportunities. Example: `0b8e5c2a-2b5d-4f6a-9a63-7f0c4c1e1d47`.',
    ),
    status: queryList(status, { max: statuses.length }).describe(
      'Comma-separated states to return: `open`, `done`, `dismissed`. Defaults to all states. Example: `open`.',
    ),
    side: queryList(z.enum(sideFilters), { max: sideFilters.length }).describe(
      'Comma-separated sides of the people who promised: `internal`, `external`, `unknown`. Defaults to all. Example: `external`.',
    ),
    dueBy: dueDay
      .optional()
      .describe('Last due date, `YYYY-MM-DD`. Omits tasks without a due date. Example: `2026-12-01`.'),
  }),
  output: pageSchema(task),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/tasks', ...paged(task) },
  async handle({ assignee, conversation, opportunity, status, side, dueBy, ...input }, ctx) {
    const visibility = toVisibility(ctx.principal)
    if (conversation !== undefined && !(await isVisible(ctx.db, ctx.org, visibility, conversation))) {
      throw notFound('conversation', '/query/conversation')
    }
    const filters = {
      ...{ assigneeId: assignee, conversationId: conversation, opportunityId: opportunity },
      ...{ statuses: status, sides: side, dueBy },
    }
    const { rows, meta } = await selectTasks(ctx.db, ctx.org, visibility, filters, toWindow(input))
    return { data: rows.map((row) => serializeTask(row, ctx)), meta }
  },
})
