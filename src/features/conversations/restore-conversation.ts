import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { changeConversation } from './change.ts'
import { updateConversation } from './queries.ts'

export const restoreConversation = defineOperation({
  id: 'restoreConversation',
  summary: 'Bring an archived conversation back into the lists.',
  description: 'What was erased is gone. One that is not archived stays as it is.',
  tag: 'Conversations',
  input: z.object({ id: pathId('conversation') }),
  output: z.object({ success: z.literal(true) }),
  requires: { scope: 'write' },
  rest: { method: 'POST', derived: true, path: '/conversations/{id}/restore' },
  async handle({ id }, ctx) {
    await changeConversation(ctx, id, 'owner', (tx) =>
      updateConversation(tx, ctx.org, id, { archived: false }, ctx.clock.now()),
    )
    return { success: true as const }
  },
})
