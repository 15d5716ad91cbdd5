import { z } from 'zod'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { refuseHeld } from '../../conversations/legal-holds/index.ts'
import { changeConversation, nameRedaction } from '../../conversations/records/index.ts'
import { findByRules, redactionCounts } from '../../text/redaction/index.ts'
import { adminsOnly } from './admins-only.ts'
import { maskConversation } from './mask-conversation.ts'

export const redactConversation = defineOperation({
  id: 'redactConversation',
  summary: 'Redact a conversation',
  description:
    'Applies the redaction rules of the organization, whatever their mode, to all versions of the transcript, the ' +
    'title, summary, metadata, passages and derived data, including decisions of users. The recording stays ' +
    "unchanged. Parley then analyzes the conversation again. You can't undo a redaction. Fails with 409 " +
    '`legal_hold` if a legal hold applies to the conversation. You can repeat the request safely. Requires the ' +
    'admin role.',
  tag: 'Privacy',
  cost: COSTS.high,
  input: z.object({ id: pathId('conversation') }),
  output: z.object({
    success: z.literal(true),
    changed: z.boolean().describe('Whether anything was redacted.'),
    counts: redactionCounts,
  }),
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
