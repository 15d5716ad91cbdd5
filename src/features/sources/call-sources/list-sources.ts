import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { selectPage } from './queries.ts'
import { callSource } from './schema.ts'
import { serializeSource } from './serialize.ts'

export const listSources = defineOperation({
  id: 'listSources',
  summary: 'List call sources',
  description: 'Returns sources from oldest to newest, without credentials. Requires the admin role.',
  tag: 'Sources',
  input: z.object(changedListFields({ default: 50, max: 200 })),
  output: pageSchema(callSource),
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/sources', ...paged(callSource) },
  async handle(input, ctx) {
    const { rows, meta } = await selectPage(ctx.db, ctx.org, toWindow(input))
    return { data: rows.map((row) => serializeSource(ctx, row)), meta }
  },
})
