import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageFields, pageMeta, pageSchema } from '../../../core/page.ts'
import { toTracker } from './mutate.ts'
import { selectPage } from './queries.ts'
import { tracker } from './schema.ts'

export const listTrackers = defineOperation({
  id: 'listTrackers',
  summary: 'List trackers',
  description: 'Returns the trackers of the organization with their phrases, sorted by name.',
  tag: 'Trackers',
  input: z.object(pageFields({ default: 50, max: 200 })),
  output: pageSchema(tracker),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/trackers', ...paged(tracker) },
  async handle({ page, size }, ctx) {
    const { total, rows } = await selectPage(ctx.db, ctx.org, { limit: size, offset: (page - 1) * size })
    return { data: rows.map((row) => toTracker(row, ctx.org)), meta: pageMeta(page, size, total) }
  },
})
