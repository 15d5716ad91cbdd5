import { z } from 'zod'
import { conflict, notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { selectDelivery, updateDelivery } from './queries.ts'
import { readSourceDeliveryKind } from './receive.ts'
import { sourceDelivery } from './schema.ts'
import { serializeDeliveries } from './serialize.ts'

export const replaySourceDelivery = defineOperation({
  id: 'replaySourceDelivery',
  summary: 'Retry a delivery of a source',
  description:
    'Reads a stored delivery again in the background, as if it had just arrived. Calls that are imported already are ' +
    'not imported again. Without a stored body, it returns 409 `source_delivery_not_replayable`: refused deliveries ' +
    'have none, and a body with a transcript is deleted after the import. Safe to repeat. Requires the admin role.',
  tag: 'Sources',
  input: z.object({ id: pathId('source'), deliveryId: pathId('source delivery') }),
  output: sourceDelivery,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'POST',
    derived: true,
    path: '/sources/{id}/deliveries/{deliveryId}/replay',
    status: 202,
    refusals: [409],
    ...inData(sourceDelivery),
  },
  async handle({ id, deliveryId }, ctx) {
    return ctx.transact(async (tx) => {
      const row = await selectDelivery(tx, ctx.org, id, deliveryId)
      if (row === undefined) throw notFound('source delivery', '/path/deliveryId')
      if (!row.has_body) {
        const detail = 'The body of the delivery is not stored. Let the source deliver it again.'
        throw conflict('source_delivery_not_replayable', detail)
      }
      await updateDelivery(tx, ctx.org, row.id, { state: 'received', reason: null })
      await ctx.jobs.add(tx, ctx.org, readSourceDeliveryKind, { id: row.id })
      const [delivery] = await serializeDeliveries(tx, ctx, [{ ...row, state: 'received', reason: null }])
      if (delivery === undefined) throw notFound('source delivery', '/path/deliveryId')
      return delivery
    })
  },
})
