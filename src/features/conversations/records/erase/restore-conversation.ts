import { z } from 'zod'
import { defineOperation } from '../../../../core/operation.ts'
import { pathId } from '../../../../core/wire.ts'
import { announceState } from '../announce-change.ts'
import { changeConversation } from '../mutate.ts'
import { updateConversation } from '../queries.ts'

export const restoreConversation = defineOperation({
  id: 'restoreConversation',
  summary: 'Restore an archived conversation',
  description:
    "Lists include the conversation again. A conversation that isn't archived stays unchanged. Erased " +
    "conversations can't be restored. Requires its owner or the admin role.",
  tag: 'Conversations',
  input: z.object({ id: pathId('conversation') }),
  output: z.object({ success: z.literal(true) }),
  requires: { scope: 'write' },
  rest: { method: 'POST', derived: true, path: '/conversations/{id}/restore' },
  async handle({ id }, ctx) {
    await changeConversation(ctx, id, 'owner', async (tx, before) => {
      await updateConversation(tx, ctx.org, id, { archived: false }, ctx.clock.now())
      if (before.archived) await announceState(tx, ctx, id, 'restored')
    })
    return { success: true as const }
  },
})
