import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { queryBoolean } from '../../../core/wire.ts'
import { selectHolds } from './queries.ts'
import { hold } from './schema.ts'
import { serializeLegalHold } from './serialize.ts'

export const listLegalHolds = defineOperation({
  id: 'listLegalHolds',
  summary: 'List legal holds',
  description: 'Returns the legal holds of the organization, newest first. Requires the admin role.',
  tag: 'Privacy',
  input: z.object({
    released: queryBoolean().describe(
      'Set to true to include released holds. Defaults to false, which returns only active holds. Example: `true`.',
    ),
    ...changedListFields({ default: 50, max: 200 }),
  }),
  output: pageSchema(hold),
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/legal-holds', ...paged(hold) },
  async handle({ released, ...input }, ctx) {
    const { rows, meta } = await selectHolds(ctx.db, ctx.org, { released }, toWindow(input))
    return { data: rows.map(serializeLegalHold), meta }
  },
})
