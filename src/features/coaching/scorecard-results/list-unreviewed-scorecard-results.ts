import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { selectUnreviewed } from './queries.ts'
import { queryId, storedResult } from './schema.ts'
import { serializeResult } from './serialize.ts'

export const listUnreviewedScorecardResults = defineOperation({
  id: 'listUnreviewedScorecardResults',
  summary: 'List scorecard results to review',
  description:
    'Returns automatic results that no person has replaced yet, for conversations that the caller has access to, newest ' +
    'conversation first. Excludes archived conversations and disabled scorecards. To review a result, use ' +
    '`PUT /conversations/{id}/scorecard-results/{scorecardId}`.',
  tag: 'Scorecards',
  input: z.object({
    ...changedListFields({ default: 25, max: 100 }),
    scorecard: queryId(
      'ID of a scorecard, from `GET /scorecards`. Defaults to all scorecards. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
    ),
    owner: queryId(
      'ID of the user who owns the conversations, from `GET /organizations/users`. Defaults to all users. Example: `7b1f9d52-4c86-4f0e-9a53-2f1d6f0c8e11`.',
    ),
  }),
  output: pageSchema(storedResult),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/scorecard-results/unreviewed', ...paged(storedResult) },
  async handle({ scorecard, owner, ...window }, ctx) {
    const filters = { scorecardId: scorecard, ownerId: owner }
    const sight = toVisibility(ctx.principal)
    const { rows, meta } = await selectUnreviewed(ctx.db, ctx.org, sight, filters, toWindow(window))
    return { data: rows.map(serializeResult), meta }
  },
})
