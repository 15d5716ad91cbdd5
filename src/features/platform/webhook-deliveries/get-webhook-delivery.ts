import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { webhookExists } from '../webhooks/index.ts'
import { deliveryWithAttempts } from './schema.ts'
import { serializeDelivery } from './serialize.ts'

export const getWebhookDelivery = defineOperation({
  id: 'getWebhookDelivery',
  summary: 'Get a webhook delivery',
  description: 'Returns a delivery with the body and its last 50 attempts. Requires the admin role.',
  tag: 'Webhooks',
  input: z.object({ id: pathId('webhook'), deliveryId: pathId('delivery') }),
  output: deliveryWithAttempts,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/webhooks/{id}/deliveries/{deliveryId}', ...inData(deliveryWithAttempts) },
  async handle({ id, deliveryId }, ctx) {
    if (!(await webhookExists(ctx.db, ctx.org, id))) throw notFound('webhook')
    return serializeDelivery(ctx.db, ctx.org, id, deliveryId)
  },
})
