import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { selectPage } from './queries.ts'
import { crmConnection } from './schema.ts'
import { serializeCrmConnection } from './serialize.ts'

export const listCrmConnections = defineOperation({
  id: 'listCrmConnections',
  summary: 'List CRM connections',
  description: 'Returns connections from oldest to newest, without credentials. Requires the admin role.',
  tag: 'CRM',
  input: z.object(changedListFields({ default: 50, max: 200 })),
  output: pageSchema(crmConnection),
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/crm-connections', ...paged(crmConnection) },
  async handle(input, ctx) {
    const { rows, meta } = await selectPage(ctx.db, ctx.org, toWindow(input))
    const now = ctx.clock.now()
    return { data: rows.map((row) => serializeCrmConnection(row, now)), meta }
  },
})
