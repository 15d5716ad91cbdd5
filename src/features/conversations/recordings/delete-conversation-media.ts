import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { refuseHeld } from '../legal-holds/index.ts'
import { discardConversationMedia, selectMedia } from '../media/index.ts'
import { announceUpdate, changeConversation } from '../records/index.ts'

export const deleteConversationMedia = defineOperation({
  id: 'deleteConversationMedia',
  summary: 'Delete the recording of a conversation',
  description:
    'Deletes the file permanently. The transcript stays. Fails with 409 `legal_hold` if a legal hold applies to ' +
    'the conversation. Requires the owner of the conversation or an admin.',
  tag: 'Conversations',
  input: z.object({ id: pathId('conversation') }),
  output: z.undefined(),
  requires: { scope: 'write' },
  rest: { method: 'DELETE', path: '/conversations/{id}/media', status: 204 },
  async handle({ id }, ctx) {
    await changeConversation(ctx, id, 'owner', async (tx) => {
      if ((await selectMedia(tx, ctx.org, id)) === undefined) throw notFound('recording')
      await refuseHeld(tx, ctx.org, id)
      await discardConversationMedia(tx, ctx, id)
      await announceUpdate(tx, ctx, id, ['recording'])
    })
    return undefined
  },
})
