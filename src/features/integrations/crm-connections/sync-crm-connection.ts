import { z } from 'zod'
import { conflict, notFound } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { lockConnection, selectConnection } from './queries.ts'
import { crmConnection } from './schema.ts'
import { serializeCrmConnection } from './serialize.ts'
import { syncSoon } from './sync.ts'

export const syncCrmConnection = defineOperation({
  id: 'syncCrmConnection',
  summary: 'Start a CRM sync',
  description:
    'Reads the changes since the last sync in the background, and stores them as CRM records. Deals or ' +
    'opportunities also set the titles of opportunities. If a sync is already running, it continues. Safe to ' +
    'repeat. `GET /crm-connections/{id}` returns the progress. Requires the admin role.',
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
        throw conflict(
          'nothing_to_read',
          'The connection has no entities to read. Add `entities` to the connection first.',
        )
      }
      await syncSoon(tx, ctx, id)
      const row = await selectConnection(tx, ctx.org, id)
      if (row === undefined) throw notFound('CRM connection')
      return serializeCrmConnection(row, ctx.clock.now())
    })
  },
})
