import { z } from 'zod'
import { defineToolOperation } from '../../../../core/tool.ts'
import { requireAnyField, SOMETHING_GIVEN, text, uuid } from '../../../../core/wire.ts'
import { announceUpdate } from '../announce-change.ts'
import { changeConversation } from '../mutate.ts'
import { updateConversation as update } from '../queries.ts'
import { TITLE_MAX } from '../schema-input.ts'
import { nameRedaction } from '../transcript/audited-redaction.ts'
import { storedTitle } from '../transcript/masked-title.ts'

/** Variant for tools, which updates title and privacy in one request. REST has an endpoint for each. */
export const updateConversation = defineToolOperation({
  id: 'updateConversation',
  summary: 'Update title or privacy of a conversation',
  tag: 'Conversations',
  input: z
    .object({
      id: uuid(),
      title: text({ min: 1, max: TITLE_MAX, trim: true }).optional(),
      private: z.boolean().optional(),
    })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: z.object({ success: z.literal(true) }),
  requires: { scope: 'write' },
  async handle({ id, title, private: isPrivate }, ctx) {
    const named = title === undefined ? undefined : await storedTitle(ctx, title)
    await changeConversation(ctx, id, isPrivate === undefined ? 'viewer' : 'owner', async (tx, before) => {
      const change = {
        ...named?.stored,
        ...(isPrivate === undefined ? {} : { private: isPrivate }),
      }
      await update(tx, ctx.org, id, change, ctx.clock.now())
      await announceUpdate(tx, ctx, id, [
        ...(named === undefined || named.stored.title === before.title ? [] : (['title'] as const)),
        ...(isPrivate === undefined || isPrivate === before.private ? [] : (['private'] as const)),
      ])
      ctx.addAuditTarget('conversation', id)
      nameRedaction(ctx, id, named?.counts)
    })
    return { success: true as const }
  },
})
