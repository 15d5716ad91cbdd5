import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { pathId } from '../../core/wire.ts'
import { sendSoon } from '../webhooks/index.ts'
import { requireEnabled } from './again.ts'
import { updateToSendAgain } from './queries.ts'
import { deliveryWithAttempts } from './schema.ts'
import { tellDelivery } from './told.ts'

export const redeliverWebhookDelivery = defineOperation({
  id: 'redeliverWebhookDelivery',
  summary: 'Send a delivery again, the same body under the same id, whatever became of it.',
  description:
    'It is on its way when this answers, and is tried again over a day like a new one. One that waits for its next try ' +
    'is sent at once. A disabled webhook is sent nothing: 409 `webhook_disabled`.',
  tag: 'Webhooks',
  input: z.object({ id: pathId('webhook'), deliveryId: pathId('delivery') }),
  output: deliveryWithAttempts,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'POST',
    derived: false,
    path: '/webhooks/{id}/deliveries/{deliveryId}/redeliver',
    status: 202,
    refusals: [409],
    ...inData(deliveryWithAttempts),
  },
  async handle({ id, deliveryId }, ctx) {
    return ctx.transact(async (tx) => {
      await requireEnabled(tx, ctx, id)
      const isThere = await updateToSendAgain(tx, ctx.org, id, deliveryId, ctx.clock.now())
      if (!isThere) throw notFound('delivery', '/path/deliveryId')
      await sendSoon(tx, ctx, id)
      return tellDelivery(tx, ctx.org, id, deliveryId)
    })
  },
})
