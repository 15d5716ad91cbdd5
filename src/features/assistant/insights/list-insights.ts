import { z } from 'zod'
import { forbidden, invalid, notFound } from '../../../core/errors.ts'
import { cursorField, updatedSinceField } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { linksSchema, metaSchema, offsetLinks, pageLinks } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { queryBoolean, queryInteger, uuid } from '../../../core/wire.ts'
import { userExists } from '../../accounts/identity/index.ts'
import { selectPage } from './queries.ts'
import { readInsights } from './read.ts'
import { insight } from './schema.ts'

const OFFSET_MAX = 1_000_000_000

export const listInsights = defineOperation({
  id: 'listInsights',
  summary: 'List insights of a user',
  description:
    'Returns the insights of a user, newest first. Admins and organization-level keys can read the insights of every ' +
    'user, other callers only their own.',
  tag: 'Insights',
  input: z.object({
    user_uuid: uuid().describe(
      'ID of the user who owns the insights, from `GET /organizations/users`. Example: ' +
        '`7c9e6679-7425-40de-944b-e07fc1f90ae7`.',
    ),
    withoutEnhancingResults: queryBoolean().describe(
      'Set to true to return the stored results without `synthesis` and `items`. Defaults to false. Example: `true`.',
    ),
    limit: queryInteger({ min: 1, max: 100, default: 20 }).describe(
      'Maximum number of insights per page, 1 to 100. Defaults to 20. Example: `10`.',
    ),
    offset: queryInteger({ min: 0, max: OFFSET_MAX }).describe(
      'Number of insights to skip. Defaults to 0. Example: `20` for the second page.',
    ),
    cursor: cursorField('offset'),
    'filter[updatedSince]': updatedSinceField(),
  }),
  output: z.object({ data: z.array(insight), offset: z.int(), meta: metaSchema }),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/gi/history',
    refusals: [404],
    present: ({ data, offset, meta }, wire) => ({
      data,
      links:
        meta.nextCursor === undefined
          ? offsetLinks(wire, { offset, limit: meta.pageSize, total: meta.totalRecords })
          : pageLinks(wire, meta),
      meta,
    }),
    answer: z.object({ data: z.array(insight), links: linksSchema, meta: metaSchema }),
  },
  async handle({ user_uuid, withoutEnhancingResults, limit, offset, cursor, ...filter }, ctx) {
    if (cursor !== undefined && offset > 0) {
      throw invalid({
        pointer: '/query/offset',
        detail: `The request has \`offset\` ${offset} and a \`cursor\`. Send one of them.`,
      })
    }
    if (!(await userExists(ctx.db, ctx.org, user_uuid))) throw notFound('user', '/query/user_uuid')
    const { user, role } = ctx.principal
    if (role !== 'ADMIN' && user?.id !== user_uuid) {
      throw forbidden(
        'admin_required',
        'Reading the insights of another user requires the admin role. Set `user_uuid` to your own ID.',
      )
    }
    const window = {
      page: Math.floor(offset / limit) + 1,
      size: limit,
      offset,
      cursor,
      updatedSince: filter['filter[updatedSince]'],
    }
    const { rows, meta } = await selectPage(ctx.db, ctx.org, user_uuid, window)
    const sight = toVisibility(ctx.principal)
    const data = await readInsights(ctx.db, ctx.org, sight, rows, !withoutEnhancingResults)
    return { data, offset, meta }
  },
})
