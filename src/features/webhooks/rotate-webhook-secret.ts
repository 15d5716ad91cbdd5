import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { newWebhookSecret } from '../../core/webhook-signature.ts'
import { pathId } from '../../core/wire.ts'
import { purposeOfSecret } from './model.ts'
import { replaceSecret } from './queries.ts'
import { webhookWithSecret } from './schema.ts'
import { webhookTold } from './told.ts'

const HOUR_MS = 3_600_000
/** A week. */
const OVERLAP_HOURS_MAX = 168

export const rotateWebhookSecret = defineOperation({
  id: 'rotateWebhookSecret',
  summary: 'Give a webhook a new secret, shown this once; the old one signs along for a while.',
  description:
    'Until `old_secret_expires_at` every delivery has both signatures, so that the receiver may change in between. ' +
    'With `overlap_hours` 0 the old secret ends at once. Of several rotations only the last two secrets sign.',
  tag: 'Webhooks',
  input: z.object({
    id: pathId('webhook'),
    overlap_hours: z.int().min(0).max(OVERLAP_HOURS_MAX).default(24).describe('How long the old secret signs along.'),
  }),
  output: webhookWithSecret,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'POST', derived: false, path: '/webhooks/{id}/rotate-secret', ...inData(webhookWithSecret) },
  async handle({ id, overlap_hours }, ctx) {
    const [secret, at] = [newWebhookSecret(), ctx.clock.now()]
    const sealed = ctx.sealer.seal(ctx.org, purposeOfSecret(id), secret)
    return ctx.transact(async (tx) => {
      const oldUntil = new Date(at.getTime() + overlap_hours * HOUR_MS)
      const row = await replaceSecret(tx, ctx.org, id, { secret: sealed, oldUntil, at })
      if (row === undefined) throw notFound('webhook')
      return { ...webhookTold(row, at), secret }
    })
  },
})
