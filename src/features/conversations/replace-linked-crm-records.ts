import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { pathId, text } from '../../core/wire.ts'
import { crmLink, OPPORTUNITY_ID_MAX, opportunityMeant } from '../crm/index.ts'
import { changeConversation } from './change.ts'
import { replaceCrmLinks, updateConversation } from './queries.ts'

/** Contract, operation 11. */
export const replaceLinkedCrmRecords = defineOperation({
  id: 'replaceLinkedCrmRecords',
  summary: 'Replace the whole set of CRM records linked to a conversation.',
  description:
    'An empty list clears it. opportunity_id is our id of an opportunity or the one the CRM knows it by in the team of the conversation, where it is made when it is new; omitted it leaves the opportunity, an empty string clears it.',
  tag: 'Conversations',
  input: z.object({
    id: pathId('conversation'),
    opportunity_id: text({ max: OPPORTUNITY_ID_MAX, trim: true }).optional(),
    linked_crm_records: z.array(crmLink).max(200),
  }),
  output: z.object({ success: z.literal(true) }),
  requires: { scope: 'write' },
  rest: { method: 'PUT', path: '/conversations/{id}/linked-crm-records' },
  async handle({ id, opportunity_id: named, linked_crm_records: links }, ctx) {
    const at = ctx.clock.now()
    await changeConversation(ctx, id, 'viewer', async (tx, { team_id: teamId, opportunity_id: opportunityId }) => {
      const conversation = { teamId, opportunityId }
      const opportunity =
        named === undefined
          ? opportunityId
          : named === ''
            ? null
            : await opportunityMeant(tx, ctx.org, visibilityOf(ctx.principal), named, conversation, at)
      await replaceCrmLinks(tx, ctx.org, id, links)
      await updateConversation(tx, ctx.org, id, { opportunity_id: opportunity }, at)
    })
    return { success: true as const }
  },
})
