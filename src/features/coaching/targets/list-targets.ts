import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { selectTargets } from './queries.ts'
import { target } from './schema.ts'
import { serializeTarget } from './serialize.ts'

export const listTargets = defineOperation({
  id: 'listTargets',
  summary: 'List targets',
  description:
    'Returns the targets of the organization and its teams, sorted by figure, those of the organization first. Reports ' +
    'compare their figures with them.',
  tag: 'Reports',
  input: z.object(changedListFields({ default: 50, max: 200 })),
  output: pageSchema(target),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/targets', ...paged(target) },
  async handle(input, { db, org }) {
    const { rows, meta } = await selectTargets(db, org, toWindow(input))
    return { data: rows.map(serializeTarget), meta }
  },
})
