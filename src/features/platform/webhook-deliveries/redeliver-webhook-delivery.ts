import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { sendSoon } from '../webhooks/index.ts'
import { updateToSendAgain } from './queries.ts'
import { requireEnabled } from './require-enabled.ts'
import { deliveryWithAttempts } from './schema.ts'
import { serializeDelivery } from './serialize.ts'

export const redeliverWebhookDelivery = defineOperation({
  id: 'redeliverWebhookDelivery',
  summary: 'Retry a webhook delivery',
  description:
    'Sends a delivery again in the background, with the same body and message ID, whatever its status. Requires the admin ' +
    'role. It is retried over a day like a new delivery; a pending delivery is sent immediately. Returns 409 ' +
    '`webhook_disabled` if the webhook is disabled.',
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
      return serializeDelivery(tx, ctx.org, id, deliveryId)
    })
  },
})
