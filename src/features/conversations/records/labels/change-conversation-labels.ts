import { z } from 'zod'
import { defineToolOperation } from '../../../../core/tool.ts'
import { requireAnyField, SOMETHING_GIVEN, text, uuid } from '../../../../core/wire.ts'
import { LABELS_MAX, labelMap } from '../schema-input.ts'
import { changeLabels } from './change-labels.ts'

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
    return { labels: await changeLabels(ctx, id, { set, remove }) }
  },
})
