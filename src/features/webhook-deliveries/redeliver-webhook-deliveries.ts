import { z } from 'zod'
import { COSTS, defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { instant, pathId } from '../../core/wire.ts'
import { sendSoon } from '../webhooks/index.ts'
import { requireEnabled } from './again.ts'
import { updateFailedToSendAgain } from './queries.ts'
import { sentType } from './schema.ts'

const AT_ONCE_MAX = 10_000

const redelivered = z.object({ redelivered: z.int().describe('How many deliveries are on their way again.') })

export const redeliverWebhookDeliveries = defineOperation({
  id: 'redeliverWebhookDeliveries',
  summary: 'Send everything again that failed since a moment, each with the same body under the same id.',
  description:
    'The oldest 10,000; ask again for more. What is still being tried is left alone. A disabled webhook is sent ' +
    'nothing: 409 `webhook_disabled`.',
  tag: 'Webhooks',
  cost: COSTS.medium,
  input: z.object({
    id: pathId('webhook'),
    since: instant().describe('Events since this moment.'),
    event_types: z.array(sentType).min(1).max(20).optional().describe('Only events of these types.'),
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
