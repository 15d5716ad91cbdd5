import { z } from 'zod'
import { type Context, defineOperation } from '../../../../core/operation.ts'
import { toVisibility } from '../../../../core/principal.ts'
import { pathId, text } from '../../../../core/wire.ts'
import { type CrmLink, crmLink, OPPORTUNITY_ID_MAX, resolveOpportunity } from '../../crm-records/index.ts'
import { announceUpdate } from '../announce-change.ts'
import { changeConversation } from '../mutate.ts'
import { replaceCrmLinks, touchConversation, updateConversation } from '../queries.ts'

export const LINKS_MAX = 200

/** Operation 11 of the contract. */
export const replaceLinkedCrmRecords = defineOperation({
  id: 'replaceLinkedCrmRecords',
  summary: 'Replace linked CRM records',
  description:
    'Replaces all links of the conversation to CRM records, and optionally its opportunity. An opportunity that ' +
    "the CRM ID doesn't match is created in the conversation's team. Safe to repeat.",
  tag: 'Conversations',
  input: z.object({
    id: pathId('conversation'),
    opportunity_id: text({ max: OPPORTUNITY_ID_MAX, trim: true })
      .optional()
      .describe(
        'ID of the opportunity, in Parley or in the CRM, maximum 256 characters. If omitted, the opportunity is kept. ' +
          'An empty string removes it. Example: `0061x00000AbCdE`.',
      ),
    linked_crm_records: z
      .array(crmLink)
      .max(LINKS_MAX)
      .describe(
        'All CRM records to link, maximum 200. An empty list removes all links. ' +
          'Example: `[{"code": "companies", "id": "4711"}]`.',
      ),
  }),
  output: z.object({ success: z.literal(true) }),
  requires: { scope: 'write' },
  rest: { method: 'PUT', path: '/conversations/{id}/linked-crm-records' },
  async handle({ id, opportunity_id, linked_crm_records }, ctx) {
    await linkCrmRecords(ctx, id, { opportunity: opportunity_id, links: linked_crm_records })
    return { success: true as const }
  },
})

/** Updates links and opportunity. Undefined values are kept. @param opportunity Parley or CRM ID, or '' for none */
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
          : await resolveOpportunity(tx, ctx.org, toVisibility(ctx.principal), named, conversation, at)
    const isRelinked = links !== undefined && (await replaceCrmLinks(tx, ctx.org, id, links))
    await updateConversation(tx, ctx.org, id, { opportunity_id: opportunity }, at)
    if (isRelinked) await touchConversation(tx, ctx.org, id, at)
    await announceUpdate(tx, ctx, id, [
      ...(opportunity === opportunityId ? [] : (['opportunity_id'] as const)),
      ...(isRelinked ? (['linked_crm_records'] as const) : []),
    ])
  })
}
