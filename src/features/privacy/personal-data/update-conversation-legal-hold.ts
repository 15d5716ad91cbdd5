import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { invalid } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import {
  insertHold,
  legalHoldReason,
  releaseConversationHolds,
  selectOnHold,
} from '../../conversations/legal-holds/index.ts'
import { changeConversation } from '../../conversations/records/index.ts'
import { adminsOnly } from './admins-only.ts'

export const updateConversationLegalHold = defineOperation({
  id: 'updateConversationLegalHold',
  summary: 'Update the legal hold of a conversation',
  description:
    'Places or releases a legal hold, which prevents erasure and redaction of the conversation. After a release, a ' +
    'hold on a user or email address may still apply; `held` returns whether any hold applies. Requires the admin ' +
    'role.',
  tag: 'Privacy',
  input: z.object({
    id: pathId('conversation'),
    on: z.boolean().describe('`true` places a hold, `false` releases the holds on this conversation.'),
    reason: legalHoldReason()
      .optional()
      .describe('Reason for the hold. Required if `on` is true. Example: `Litigation 2026-17`.'),
  }),
  output: z.object({
    success: z.literal(true),
    held: z.boolean().describe('Whether any legal hold applies to the conversation now.'),
  }),
  requires: { scope: 'write' },
  rest: { method: 'PUT', path: '/conversations/{id}/legal-hold' },
  async handle({ id, on, reason }, ctx) {
    if (on && reason === undefined)
      throw invalid({ pointer: '/reason', detail: '`reason` is required to place a legal hold.' })
    const held = await changeConversation(ctx, id, 'viewer', async (tx) => {
      adminsOnly(ctx)
      const by = ctx.principal.user?.id ?? null
      const at = ctx.clock.now()
      if (on) await insertHold(tx, ctx.org, { id: newId(), conversationId: id, reason: reason ?? '', by, at })
      else await releaseConversationHolds(tx, ctx.org, id, by, at)
      return (await selectOnHold(tx, ctx.org, [id])).has(id)
    })
    return { success: true as const, held }
  },
})
