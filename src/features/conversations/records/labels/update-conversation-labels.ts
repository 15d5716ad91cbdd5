import { z } from 'zod'
import { defineOperation } from '../../../../core/operation.ts'
import { pathId } from '../../../../core/wire.ts'
import { changeConversation } from '../mutate.ts'
import { labelMap } from '../schema-input.ts'
import { setLabels } from './set-labels.ts'

export const updateConversationLabels = defineOperation({
  id: 'updateConversationLabels',
  summary: 'Replace the labels of a conversation',
  description: 'Replaces all labels. Labels that people set are no longer changed by the analysis. Safe to repeat.',
  tag: 'Conversations',
  input: z.object({
    id: pathId('conversation'),
    labels: labelMap.describe(
      'All label options by category, maximum 100. An empty object removes all labels. Example: `{"Stage": "Negotiation"}`.',
    ),
  }),
  output: z.object({ success: z.literal(true) }),
  requires: { scope: 'write' },
  rest: { method: 'PUT', path: '/conversations/{id}/labels' },
  async handle({ id, labels }, ctx) {
    await changeConversation(ctx, id, 'viewer', (tx) => setLabels(tx, ctx, id, labels))
    return { success: true as const }
  },
})
