import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { isVisible } from '../../conversations/records/index.ts'
import { selectByConversation } from './queries.ts'
import { storedResult } from './schema.ts'
import { serializeResult } from './serialize.ts'

export const listConversationScorecardResults = defineOperation({
  id: 'listConversationScorecardResults',
  summary: 'List scorecard results of a conversation',
  description: 'Returns the results in the order of first scoring, including those of deleted scorecards.',
  tag: 'Scorecards',
  input: z.object({ id: pathId('conversation'), ...changedListFields({ default: 25, max: 100 }) }),
  output: pageSchema(storedResult),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/conversations/{id}/scorecard-results',
    ...paged(storedResult),
  },
  async handle({ id, ...window }, ctx) {
    const sight = toVisibility(ctx.principal)
    if (!(await isVisible(ctx.db, ctx.org, sight, id))) throw notFound('conversation')
    const { rows, meta } = await selectByConversation(ctx.db, ctx.org, sight, id, toWindow(window))
    return { data: rows.map(serializeResult), meta }
  },
})
