import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { checkOutsideAddress } from '../../../core/external-url.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN } from '../../../core/wire.ts'
import { sendSoon } from './kind.ts'
import { lockWebhook, updateWebhookRow } from './queries.ts'
import { webhook, webhookFields } from './schema.ts'
import { serializeWebhook } from './serialize.ts'

export const updateWebhook = defineOperation({
  id: 'updateWebhook',
  summary: 'Update a webhook',
  description:
    'Omitted fields keep their values. Requires the admin role. Enabling a webhook sends its pending deliveries; events that happened while it was disabled are not sent.',
  tag: 'Webhooks',
  cost: COSTS.medium,
  input: z
    .object({
      id: pathId('webhook'),
      url: webhookFields.url.optional(),
      event_types: webhookFields.eventTypes.optional(),
      description: webhookFields.description.optional(),
      enabled: z.boolean().optional().describe('Whether events are sent.'),
    })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: webhook,
  requires: { scope: 'write', role: 'ADMIN' },
  takesLong: true,
  rest: { method: 'PATCH', path: '/webhooks/{id}', ...inData(webhook) },
  async handle({ id, url, event_types: eventTypes, description, enabled }, ctx) {
    if (url !== undefined) await checkOutsideAddress(ctx.fetchPublic, url)
    const at = ctx.clock.now()
    return ctx.transact(async (tx) => {
      const had = await lockWebhook(tx, ctx.org, id)
      if (had === undefined) throw notFound('webhook')
      const wakes = enabled === true && !had.enabled
      const row = await updateWebhookRow(tx, ctx.org, id, {
        url: url ?? had.url,
        description: description ?? had.description,
        eventTypes: eventTypes === undefined ? had.event_types : eventTypes,
        enabled: enabled ?? had.enabled,
        beginsAnew: wakes || (url !== undefined && url !== had.url),
        at,
      })
      if (row === undefined) throw notFound('webhook')
      if (wakes) await sendSoon(tx, ctx, id)
      return serializeWebhook(row, at)
    })
  },
})
