import { z } from 'zod'
import { type Context, defineOperation } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { pathId, text } from '../../core/wire.ts'
import { type CrmLink, crmLink, OPPORTUNITY_ID_MAX, opportunityMeant } from '../crm/index.ts'
import { changeConversation } from './change.ts'
import { replaceCrmLinks, updateConversation } from './queries.ts'

export const LINKS_MAX = 200

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
    linked_crm_records: z.array(crmLink).max(LINKS_MAX),
  }),
  output: z.object({ success: z.literal(true) }),
  requires: { scope: 'write' },
  rest: { method: 'PUT', path: '/conversations/{id}/linked-crm-records' },
  async handle({ id, opportunity_id, linked_crm_records }, ctx) {
    await linkCrmRecords(ctx, id, { opportunity: opportunity_id, links: linked_crm_records })
    return { success: true as const }
  },
})

/** What is not given stays. @param opportunity ours or the CRM's id, or '' for none */
export async function linkCrmRecords(
  ctx: Context,
  id: string,
  { opportunity: named, links }: { opportunity: string | undefined; links: readonly CrmLink[] | undefined },
): Promise<void> {
  const at = ctx.clock.now()
  await changeConversation(ctx, id, 'viewer', async (tx, { team_id: teamId, opportunity_id: opportunityId }) => {
    const conversation = { teamId, opportunityId }
    const opportunity =
      named === undefined
        ? opportunityId
        : named === ''
          ? null
          : await opportunityMeant(tx, ctx.org, visibilityOf(ctx.principal), named, conversation, at)
    if (links !== undefined) await replaceCrmLinks(tx, ctx.org, id, links)
    await updateConversation(tx, ctx.org, id, { opportunity_id: opportunity }, at)
  })
}
