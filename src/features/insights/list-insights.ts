import { z } from 'zod'
import { forbidden, notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { linksSchema, metaSchema, offsetLinks, pageMeta } from '../../core/page.ts'
import { visibilityOf } from '../../core/principal.ts'
import { queryBoolean, queryInteger, uuid } from '../../core/wire.ts'
import { userExists } from '../identity/index.ts'
import { selectPage } from './queries.ts'
import { insightsOf } from './read.ts'
import { insight } from './schema.ts'

const OFFSET_MAX = 1_000_000_000

export const listInsights = defineOperation({
  id: 'listInsights',
  summary: 'List the insights that a user asked for, newest first.',
  description: 'Admins and org-level keys read those of every user, everyone else their own.',
  tag: 'Insights',
  input: z.object({
    user_uuid: uuid().describe('The user whose history is read.'),
    withoutEnhancingResults: queryBoolean().describe('As stored: without synthesis and items.'),
    limit: queryInteger({ min: 1, max: 100, default: 20 }).describe('Entries at most.'),
    offset: queryInteger({ min: 0, max: OFFSET_MAX }).describe('Entries to skip.'),
  }),
  output: z.object({ data: z.array(insight), offset: z.int(), meta: metaSchema }),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/gi/history',
    refusals: [404],
    present: ({ data, offset, meta }, wire) => ({
      data,
      links: offsetLinks(wire, { offset, limit: meta.pageSize, total: meta.totalRecords }),
      meta,
    }),
    answer: z.object({ data: z.array(insight), links: linksSchema, meta: metaSchema }),
  },
  async handle({ user_uuid, withoutEnhancingResults, limit, offset }, ctx) {
    if (!(await userExists(ctx.db, ctx.org, user_uuid))) throw notFound('user', '/query/user_uuid')
    const { user, role } = ctx.principal
    if (role !== 'ADMIN' && user?.id !== user_uuid) {
      throw forbidden('admin_required', 'Only admins read the insights of another user.')
    }
    const { total, rows } = await selectPage(ctx.db, ctx.org, user_uuid, { limit, offset })
    const sight = visibilityOf(ctx.principal)
    const data = await insightsOf(ctx.db, ctx.org, sight, rows, !withoutEnhancingResults)
    return { data, offset, meta: pageMeta(Math.floor(offset / limit) + 1, limit, total) }
  },
})
