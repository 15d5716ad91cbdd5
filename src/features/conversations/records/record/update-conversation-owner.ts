import { z } from 'zod'
import { invalid } from '../../../../core/errors.ts'
import { defineOperation } from '../../../../core/operation.ts'
import { pathId, uuid } from '../../../../core/wire.ts'
import { findUser } from '../../../accounts/identity/index.ts'
import { requestAnalysis } from '../../../platform/analysis-requests/index.ts'
import { announceUpdate } from '../announce-change.ts'
import { changeConversation } from '../mutate.ts'
import { updateConversation } from '../queries.ts'

export const updateConversationOwner = defineOperation({
  id: 'updateConversationOwner',
  summary: 'Transfer a conversation to another owner',
  description:
    'The new owner can change the conversation, and sees it if it is private. The previous owner keeps the access of ' +
    'the team only. The team of the conversation stays. Owners can transfer their conversations, admins every one. ' +
    'Safe to repeat.',
  tag: 'Conversations',
  input: z.object({
    id: pathId('conversation'),
    userUUID: uuid().describe(
      'ID of an active user, from `GET /organizations/users`. Example: `5d0f3a7e-1b7c-4c55-9a0e-6f2d8e4b9c10`.',
    ),
  }),
  output: z.object({ success: z.literal(true) }),
  requires: { scope: 'write' },
  rest: { method: 'PUT', path: '/conversations/{id}/owner' },
  async handle({ id, userUUID }, ctx) {
    await changeConversation(ctx, id, 'owner', async (tx, standing) => {
      if (standing.owner_id === userUUID) return
      if ((await findUser(tx, ctx.org, { id: userUUID })) === undefined) {
        throw invalid({
          pointer: '/userUUID',
          detail: 'No active user of the organization has this ID. Use an ID from `GET /organizations/users`.',
        })
      }
      await updateConversation(tx, ctx.org, id, { owner_id: userUUID }, ctx.clock.now())
      await announceUpdate(tx, ctx, id, ['owner_user_id'])
      await requestAnalysis(tx, ctx, [id])
    })
    return { success: true as const }
  },
})
