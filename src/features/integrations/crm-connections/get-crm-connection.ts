import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { selectConnection } from './queries.ts'
import { crmConnection } from './schema.ts'
import { serializeCrmConnection } from './serialize.ts'

export const getCrmConnection = defineOperation({
  id: 'getCrmConnection',
  summary: 'Get a CRM connection',
  description: 'Returns the settings and the sync status, without credentials. Requires the admin role.',
  tag: 'CRM',
  input: z.object({ id: pathId('CRM connection') }),
  output: crmConnection,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/crm-connections/{id}', ...inData(crmConnection) },
  async handle({ id }, ctx) {
    const row = await selectConnection(ctx.db, ctx.org, id)
    if (row === undefined) throw notFound('CRM connection')
    return serializeCrmConnection(row, ctx.clock.now())
  },
})
