/**
 * CRM: what is known of the customer's side.
 *
 * A **CRM record** is a company, contact, deal … as it was handed in, known by its entity code and its id in the CRM.
 * Conversations link to records by that pair; a link may name a record that was never handed in. The values of a
 * record's fields can be filtered by in conversation lists when they are text, a number or a boolean.
 *
 * An **opportunity** belongs to a team and is known by its id in the CRM; the same CRM id in two teams is two
 * opportunities. One that a conversation names before it is told to us is made with its id as its title.
 */
import { newId } from '../../core/clock.ts'
import type { Writer } from '../../core/db.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { ensureOpportunity } from './queries.ts'

export { getCrmRecord } from './get-crm-record.ts'
export { FILTERABLE_VALUE_MAX } from './model.ts'
export { putCrmRecord } from './put-crm-record.ts'
export { putCrmRecords } from './put-crm-records.ts'
export { type CrmEntityCode, type CrmLink, crmEntityCode, crmLink } from './schema.ts'

/** @returns our id of the opportunity that the team knows as `externalId` */
export function opportunityOf(
  tx: Writer,
  org: OrganizationId,
  wanted: { externalId: string; teamId: string | null; at: Date },
): Promise<string> {
  return ensureOpportunity(tx, org, { id: newId(), ...wanted })
}
