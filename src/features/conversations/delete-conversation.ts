import { z } from 'zod'
import { forbidden } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { pathId, queryBoolean } from '../../core/wire.ts'
import { changeConversation } from './change.ts'
import { eraseUnlessHeld } from './erase.ts'
import { updateConversation } from './queries.ts'

export const deleteConversation = defineOperation({
  id: 'deleteConversation',
  summary: 'Archive a conversation, or erase it with everything derived from it.',
  description: 'What a legal hold keeps can be archived and not erased: 409 `legal_hold`.',
  tag: 'Conversations',
  input: z.object({
    id: pathId('conversation'),
    erase: queryBoolean().describe('Removes it for good. Needs the admin role.'),
  }),
  output: z.undefined(),
  requires: { scope: 'write' },
  rest: { method: 'DELETE', path: '/conversations/{id}', status: 204, refusals: [409] },
  async handle({ id, erase }, ctx) {
    await changeConversation(ctx, id, 'owner', async (tx) => {
      if (!erase) return updateConversation(tx, ctx.org, id, { archived: true }, ctx.clock.now())
      if (ctx.principal.role !== 'ADMIN') throw forbidden('admin_required', 'Only admins may erase conversations.')
      return eraseUnlessHeld(tx, ctx, id)
    })
    return undefined
  },
})
