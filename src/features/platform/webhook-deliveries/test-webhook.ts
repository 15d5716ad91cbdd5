import { z } from 'zod'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { addMessage } from '../webhooks/index.ts'
import { requireEnabled } from './require-enabled.ts'
import { deliveryWithAttempts } from './schema.ts'
import { serializeDelivery } from './serialize.ts'

export const testWebhook = defineOperation({
  id: 'testWebhook',
  summary: 'Test a webhook',
  description:
    'Sends the event `webhook.test` in the background, whatever event types the webhook has. Requires the admin role. To ' +
    'see the outcome, get the delivery again. Returns 409 `webhook_disabled` if the webhook is disabled.',
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
      ctx.addAuditTarget('delivery', deliveryId)
      return serializeDelivery(tx, ctx.org, id, deliveryId)
    })
  },
})
