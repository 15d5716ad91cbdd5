import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { toTracker } from './mutate.ts'
import { selectPage } from './queries.ts'
import { tracker } from './schema.ts'

export const listTrackers = defineOperation({
  id: 'listTrackers',
  summary: 'List trackers',
  description: 'Returns the trackers of the organization with their phrases, sorted by name.',
  tag: 'Trackers',
  input: z.object(changedListFields({ default: 50, max: 200 })),
  output: pageSchema(tracker),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/trackers', ...paged(tracker) },
  async handle(input, ctx) {
    const { rows, meta } = await selectPage(ctx.db, ctx.org, toWindow(input))
    return { data: rows.map((row) => toTracker(row, ctx.org)), meta }
  },
})
