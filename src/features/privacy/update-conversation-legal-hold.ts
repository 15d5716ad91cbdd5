import { z } from 'zod'
import { newId } from '../../core/clock.ts'
import { invalid } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { changeConversation } from '../conversations/index.ts'
import { heldAmong, holdReason, insertHold, releaseHoldsOf } from '../legal-holds/index.ts'
import { adminsOnly } from './admins-only.ts'

export const updateConversationLegalHold = defineOperation({
  id: 'updateConversationLegalHold',
  summary: 'Keep a conversation from being erased or masked, or release it again.',
  description:
    'For admins. Released, it may still be kept by a hold of a user or of an address: `held` tells whether anything keeps it now.',
  tag: 'Privacy',
  input: z.object({
    id: pathId('conversation'),
    on: z.boolean(),
    reason: holdReason().optional().describe('Needed to put a hold on.'),
  }),
  output: z.object({ success: z.literal(true), held: z.boolean() }),
  requires: { scope: 'write' },
  rest: { method: 'PUT', path: '/conversations/{id}/legal-hold' },
  async handle({ id, on, reason }, ctx) {
    if (on && reason === undefined) throw invalid({ pointer: '/reason', detail: 'This is required to put a hold on.' })
    const held = await changeConversation(ctx, id, 'viewer', async (tx) => {
      adminsOnly(ctx)
      const by = ctx.principal.user?.id ?? null
      const at = ctx.clock.now()
      if (on) await insertHold(tx, ctx.org, { id: newId(), conversationId: id, reason: reason ?? '', by, at })
      else await releaseHoldsOf(tx, ctx.org, id, by, at)
      return (await heldAmong(tx, ctx.org, [id])).has(id)
    })
    return { success: true as const, held }
  },
})
