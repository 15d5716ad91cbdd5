import { z } from 'zod'
import { conflict, notFound } from '../../core/errors.ts'
import { COSTS, defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { pathId } from '../../core/wire.ts'
import { lockConnection, selectConnection } from './queries.ts'
import { crmConnection } from './schema.ts'
import { syncSoon } from './sync.ts'
import { connectionTold } from './told.ts'

export const syncCrmConnection = defineOperation({
  id: 'syncCrmConnection',
  summary: 'Read from a CRM now, in the background.',
  description:
    'Records become CRM records, and deals or opportunities give opportunities their titles. What has changed since the last reading is read. Asked again while it reads, it goes on reading. The connection tells how it went.',
  tag: 'CRM',
  cost: COSTS.high,
  input: z.object({ id: pathId('CRM connection') }),
  output: crmConnection,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'POST',
    derived: false,
    path: '/crm-connections/{id}/sync',
    status: 202,
    refusals: [409],
    ...inData(crmConnection),
  },
  async handle({ id }, ctx) {
    return ctx.transact(async (tx) => {
      const had = await lockConnection(tx, ctx.org, id)
      if (had === undefined) throw notFound('CRM connection')
      if (had.entities.length === 0) {
        throw conflict('nothing_to_read', 'The connection names no entities that are read from it.')
      }
      await syncSoon(tx, ctx, id)
      const row = await selectConnection(tx, ctx.org, id)
      if (row === undefined) throw notFound('CRM connection')
      return connectionTold(row, ctx.clock.now())
    })
  },
})
