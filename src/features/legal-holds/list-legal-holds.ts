import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { paged, pageFields, pageMeta, pageOf } from '../../core/page.ts'
import { queryBoolean } from '../../core/wire.ts'
import { selectHolds } from './queries.ts'
import { hold } from './schema.ts'
import { told } from './told.ts'

export const listLegalHolds = defineOperation({
  id: 'listLegalHolds',
  summary: 'List the legal holds, newest first.',
  tag: 'Privacy',
  input: z.object({
    released: queryBoolean().describe('Does not leave out those that are released.'),
    ...pageFields({ default: 50, max: 200 }),
  }),
  output: pageOf(hold),
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/legal-holds', ...paged(hold) },
  async handle({ released, page, size }, ctx) {
    const { total, rows } = await selectHolds(ctx.db, ctx.org, { released }, { limit: size, offset: (page - 1) * size })
    return { data: rows.map(told), meta: pageMeta(page, size, total) }
  },
})
