import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { newWebhookSecret } from '../../../core/webhook-signature.ts'
import { pathId } from '../../../core/wire.ts'
import { toSealPurpose } from './model.ts'
import { replaceSecret } from './queries.ts'
import { webhookWithSecret } from './schema.ts'
import { serializeWebhook } from './serialize.ts'

const HOUR_MS = 3_600_000
/** Maximum validity of the old secret: one week. */
const OVERLAP_HOURS_MAX = 168

export const rotateWebhookSecret = defineOperation({
  id: 'rotateWebhookSecret',
  summary: 'Rotate the secret of a webhook',
  description:
    'Creates a new signing secret and returns it once. Requires the admin role. Until `old_secret_expires_at`, deliveries ' +
    'have signatures of both secrets, so that the receiver can switch. Only the last two secrets sign. The rotation ' +
    "can't be undone.",
  tag: 'Webhooks',
  input: z.object({
    id: pathId('webhook'),
    overlap_hours: z
      .int()
      .min(0)
      .max(OVERLAP_HOURS_MAX)
      .default(24)
      .describe(
        `Number of hours that the old secret still signs, 0 to ${OVERLAP_HOURS_MAX}. 0 ends it immediately. Defaults to 24. Example: \`48\`.`,
      ),
  }),
  output: webhookWithSecret,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'POST', derived: false, path: '/webhooks/{id}/rotate-secret', ...inData(webhookWithSecret) },
  async handle({ id, overlap_hours }, ctx) {
    const [secret, at] = [newWebhookSecret(), ctx.clock.now()]
    const sealed = ctx.sealer.seal(ctx.org, toSealPurpose(id), secret)
    return ctx.transact(async (tx) => {
      const oldUntil = new Date(at.getTime() + overlap_hours * HOUR_MS)
      const row = await replaceSecret(tx, ctx.org, id, { secret: sealed, oldUntil, at })
      if (row === undefined) throw notFound('webhook')
      return { ...serializeWebhook(row, at), secret }
    })
  },
})
