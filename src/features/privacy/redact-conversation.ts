import { z } from 'zod'
import { COSTS, defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { changeConversation, nameRedaction } from '../conversations/index.ts'
import { refuseHeld } from '../legal-holds/index.ts'
import { findByRules, redactionCounts } from '../redaction/index.ts'
import { adminsOnly } from './admins-only.ts'
import { maskConversation } from './mask-conversation.ts'

export const redactConversation = defineOperation({
  id: 'redactConversation',
  summary: 'Mask a stored conversation by the rules of the organization, for good.',
  description:
    'For admins. All versions of its transcript, title, summary, metadata, what search finds it by, and what was derived from it or ' +
    'decided by people. Nobody can bring back what was masked; a recording stays as it is. The mode of the rules does ' +
    'not matter. It is analyzed again. What a legal hold keeps is refused: 409 `legal_hold`.',
  tag: 'Privacy',
  cost: COSTS.high,
  input: z.object({ id: pathId('conversation') }),
  output: z.object({ success: z.literal(true), changed: z.boolean(), counts: redactionCounts }),
  requires: { scope: 'write' },
  rest: { method: 'POST', derived: true, path: '/conversations/{id}/redact', refusals: [409] },
  async handle({ id }, ctx) {
    const find = await findByRules(ctx.db, ctx.org)
    const masked = await changeConversation(ctx, id, 'viewer', async (tx) => {
      adminsOnly(ctx)
      await refuseHeld(tx, ctx.org, id)
      const made = await maskConversation(tx, ctx, id, () => ({ find }))
      nameRedaction(ctx, id, made?.counts)
      return made
    })
    return { success: true as const, changed: masked?.changed ?? false, counts: masked?.counts ?? {} }
  },
})
