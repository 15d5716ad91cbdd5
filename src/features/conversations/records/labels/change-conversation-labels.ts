import { z } from 'zod'
import { invalid } from '../../../../core/errors.ts'
import { defineToolOperation } from '../../../../core/tool.ts'
import { requireAnyField, SOMETHING_GIVEN, text, uuid } from '../../../../core/wire.ts'
import { changeConversation } from '../mutate.ts'
import { selectLabels } from '../queries.ts'
import { LABELS_MAX, labelMap } from '../schema-input.ts'
import { setLabels } from './set-labels.ts'

/** Variant for tools, which keeps labels that the request doesn't name. REST replaces all labels. */
export const changeConversationLabels = defineToolOperation({
  id: 'changeConversationLabels',
  summary: 'Update the labels of a conversation',
  tag: 'Conversations',
  input: z
    .object({
      id: uuid(),
      set: labelMap.optional(),
      remove: z
        .array(text({ min: 1, max: 128 }))
        .max(LABELS_MAX)
        .optional(),
    })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: z.object({ labels: z.record(z.string(), z.string()) }),
  requires: { scope: 'write' },
  async handle({ id, set = {}, remove = [] }, ctx) {
    const labels = await changeConversation(ctx, id, 'viewer', async (tx) => {
      const kept = Object.entries(await selectLabels(tx, ctx.org, id)).filter(
        ([category]) => !remove.includes(category),
      )
      const changed = Object.fromEntries([...kept, ...Object.entries(set)])
      if (Object.keys(changed).length > LABELS_MAX) {
        throw invalid({
          pointer: '/set',
          detail: `A call can have at most ${LABELS_MAX} labels. Remove labels before you add others.`,
        })
      }
      await setLabels(tx, ctx, id, changed, set)
      ctx.addAuditTarget('conversation', id)
      return changed
    })
    return { labels }
  },
})
