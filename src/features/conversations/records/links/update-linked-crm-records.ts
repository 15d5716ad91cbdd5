import { z } from 'zod'
import { defineToolOperation } from '../../../../core/tool.ts'
import { requireAnyField, SOMETHING_GIVEN, text, uuid } from '../../../../core/wire.ts'
import { crmLink, OPPORTUNITY_ID_MAX } from '../../crm-records/index.ts'
import { LINKS_MAX, linkCrmRecords } from './replace-linked-crm-records.ts'

/** Variant for tools, which keeps links that the request omits. In REST, the list of records is required. */
export const updateLinkedCrmRecords = defineToolOperation({
  id: 'updateLinkedCrmRecords',
  summary: 'Update linked CRM records and opportunity',
  tag: 'Conversations',
  input: z
    .object({
      id: uuid(),
      opportunity_id: text({ max: OPPORTUNITY_ID_MAX, trim: true }).optional(),
      linked_crm_records: z.array(crmLink).max(LINKS_MAX).optional(),
    })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: z.object({ success: z.literal(true) }),
  requires: { scope: 'write' },
  async handle({ id, opportunity_id, linked_crm_records }, ctx) {
    ctx.addAuditTarget('conversation', id)
    await linkCrmRecords(ctx, id, { opportunity: opportunity_id, links: linked_crm_records })
    return { success: true as const }
  },
})
