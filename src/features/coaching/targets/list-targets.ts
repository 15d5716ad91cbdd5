import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageFields, pageMeta, pageSchema } from '../../../core/page.ts'
import { countTargets, selectTargets } from './queries.ts'
import { target } from './schema.ts'
import { serializeTarget } from './serialize.ts'

export const listTargets = defineOperation({
  id: 'listTargets',
  summary: 'List targets',
  description:
    'Returns the targets of the organization and its teams, sorted by figure, those of the organization first. Reports ' +
    'compare their figures with them.',
  tag: 'Reports',
  input: z.object(pageFields({ default: 50, max: 200 })),
  output: pageSchema(target),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/targets', ...paged(target) },
  async handle({ page, size }, { db, org }) {
    const [total, rows] = await Promise.all([
      countTargets(db, org),
      selectTargets(db, org, { limit: size, offset: (page - 1) * size }),
    ])
    return { data: rows.map(serializeTarget), meta: pageMeta(page, size, total) }
  },
})
