import { z } from 'zod'
import { defineOperation } from '../../../../core/operation.ts'
import { pathId } from '../../../../core/wire.ts'
import { announceUpdate } from '../announce-change.ts'
import { changeConversation } from '../mutate.ts'
import { updateConversation } from '../queries.ts'

export const updateConversationPrivacy = defineOperation({
  id: 'updateConversationPrivacy',
  summary: 'Update the privacy of a conversation',
  description:
    'Only the owner and admins can see a private conversation. Safe to repeat. Requires its owner or the admin role.',
  tag: 'Conversations',
  input: z.object({
    id: pathId('conversation'),
    private: z.boolean().describe('Whether only the owner and admins can see the conversation. Example: `true`.'),
  }),
  output: z.object({ success: z.literal(true) }),
  requires: { scope: 'write' },
  rest: { method: 'PUT', path: '/conversations/{id}/privacy' },
  async handle({ id, private: isPrivate }, ctx) {
    await changeConversation(ctx, id, 'owner', async (tx, before) => {
      await updateConversation(tx, ctx.org, id, { private: isPrivate }, ctx.clock.now())
      await announceUpdate(tx, ctx, id, isPrivate === before.private ? [] : ['private'])
    })
    return { success: true as const }
  },
})
