import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { cutTo, pathId } from '../../../core/wire.ts'
import { openBody } from './body.ts'
import { selectBody, selectDelivery } from './queries.ts'
import { sourceDeliveryWithBody } from './schema.ts'
import { serializeDeliveries } from './serialize.ts'

/** Maximum number of characters of a body in a response. */
const SHOWN_MAX = 262_144

export const getSourceDelivery = defineOperation({
  id: 'getSourceDelivery',
  summary: 'Get a delivery of a source',
  description:
    'Returns a delivery with its headers and its body. Signatures and credentials of the request are left out. ' +
    'Requires the admin role.',
  tag: 'Sources',
  input: z.object({ id: pathId('source'), deliveryId: pathId('source delivery') }),
  output: sourceDeliveryWithBody,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/sources/{id}/deliveries/{deliveryId}', ...inData(sourceDeliveryWithBody) },
  async handle({ id, deliveryId }, ctx) {
    const row = await selectDelivery(ctx.db, ctx.org, id, deliveryId)
    if (row === undefined) throw notFound('source delivery', '/path/deliveryId')
    const [delivery] = await serializeDeliveries(ctx.db, ctx, [row])
    if (delivery === undefined) throw notFound('source delivery', '/path/deliveryId')
    const body = openBody(ctx, row.id, await selectBody(ctx.db, ctx.org, row.id))
    return {
      ...delivery,
      headers: JSON.parse(row.headers) as Record<string, string>,
      body: body === undefined ? null : cutTo(body.toString('utf8'), SHOWN_MAX),
    }
  },
})
