import { z } from 'zod'
import { COSTS, defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { pathId } from '../../core/wire.ts'
import { addMessage } from '../webhooks/index.ts'
import { requireEnabled } from './again.ts'
import { deliveryWithAttempts } from './schema.ts'
import { tellDelivery } from './told.ts'

export const testWebhook = defineOperation({
  id: 'testWebhook',
  summary: 'Send a webhook an event that did not happen, whatever it wants to be told.',
  description:
    'The event `webhook.test` is on its way when this answers; read the delivery again to see what came of it. A ' +
    'disabled webhook is sent nothing: 409 `webhook_disabled`.',
  tag: 'Webhooks',
  cost: COSTS.medium,
  input: z.object({ id: pathId('webhook') }),
  output: deliveryWithAttempts,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'POST',
    derived: false,
    path: '/webhooks/{id}/test',
    status: 202,
    refusals: [409],
    ...inData(deliveryWithAttempts),
  },
  async handle({ id }, ctx) {
    return ctx.transact(async (tx) => {
      await requireEnabled(tx, ctx, id)
      const deliveryId = await addMessage(tx, ctx, id)
      ctx.names('delivery', deliveryId)
      return tellDelivery(tx, ctx.org, id, deliveryId)
    })
  },
})
