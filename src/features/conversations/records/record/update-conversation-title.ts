import { z } from 'zod'
import { defineOperation } from '../../../../core/operation.ts'
import { pathId, text } from '../../../../core/wire.ts'
import { announceUpdate } from '../announce-change.ts'
import { changeConversation } from '../mutate.ts'
import { updateConversation } from '../queries.ts'
import { TITLE_MAX } from '../schema-input.ts'
import { nameRedaction } from '../transcript/audited-redaction.ts'
import { storedTitle } from '../transcript/masked-title.ts'

export const updateConversationTitle = defineOperation({
  id: 'updateConversationTitle',
  summary: 'Rename a conversation',
  description: 'Changes the title. If redaction is enabled, personal data in the title is redacted. Safe to repeat.',
  tag: 'Conversations',
  input: z.object({
    id: pathId('conversation'),
    title: text({ min: 1, max: TITLE_MAX, trim: true }).describe(
      'New title of the conversation, 1 to 512 characters. Example: `Renewal call`.',
    ),
  }),
  output: z.object({ success: z.literal(true) }),
  requires: { scope: 'write' },
  rest: { method: 'PUT', path: '/conversations/{id}/title' },
  async handle({ id, title }, ctx) {
    const { stored, counts } = await storedTitle(ctx, title)
    await changeConversation(ctx, id, 'viewer', async (tx, before) => {
      await updateConversation(tx, ctx.org, id, stored, ctx.clock.now())
      await announceUpdate(tx, ctx, id, stored.title === before.title ? [] : ['title'])
      nameRedaction(ctx, id, counts)
    })
    return { success: true as const }
  },
})
