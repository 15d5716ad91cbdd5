import { z } from 'zod'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { instant, pathId } from '../../../core/wire.ts'
import { sendSoon } from '../webhooks/index.ts'
import { updateFailedToSendAgain } from './queries.ts'
import { requireEnabled } from './require-enabled.ts'
import { sentType } from './schema.ts'

const AT_ONCE_MAX = 10_000

const redelivered = z.object({ redelivered: z.int().describe('Number of deliveries that were queued again.') })

export const redeliverWebhookDeliveries = defineOperation({
  id: 'redeliverWebhookDeliveries',
  summary: 'Retry failed webhook deliveries',
  description:
    'Sends failed deliveries since a time again, with the same body and message ID. Requires the admin role. Covers the ' +
    'oldest 10,000; repeat the request for more. Pending deliveries are not changed. Returns 409 `webhook_disabled` if the ' +
    'webhook is disabled.',
  tag: 'Webhooks',
  cost: COSTS.medium,
  input: z.object({
    id: pathId('webhook'),
    since: instant().describe(
      'Earliest time of the events: a date (00:00 UTC), or an ISO 8601 date-time with offset. Example: `2026-11-21T09:30:00Z`.',
    ),
    event_types: z
      .array(sentType)
      .min(1)
      .max(20)
      .optional()
      .describe('Event types to include, 1 to 20. Defaults to all. Example: `["conversation.analyzed"]`.'),
  }),
  output: redelivered,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'POST',
    derived: false,
    path: '/webhooks/{id}/redeliver',
    status: 202,
    refusals: [409],
    ...inData(redelivered),
  },
  async handle({ id, since, event_types: types }, ctx) {
    return ctx.transact(async (tx) => {
      await requireEnabled(tx, ctx, id)
      const which = { since, types, limit: AT_ONCE_MAX, at: ctx.clock.now() }
      const count = await updateFailedToSendAgain(tx, ctx.org, id, which)
      if (count > 0) await sendSoon(tx, ctx, id)
      return { redelivered: count }
    })
  },
})
