import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageFields, pageMeta, pageSchema } from '../../../core/page.ts'
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
    ...pageFields({ default: 50, max: 200 }),
  }),
  output: pageSchema(hold),
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/legal-holds', ...paged(hold) },
  async handle({ released, page, size }, ctx) {
    const { total, rows } = await selectHolds(ctx.db, ctx.org, { released }, { limit: size, offset: (page - 1) * size })
    return { data: rows.map(serializeLegalHold), meta: pageMeta(page, size, total) }
  },
})
