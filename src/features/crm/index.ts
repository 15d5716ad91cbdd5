/**
 * CRM: what is known of the customer's side.
 *
 * A **CRM record** is a company, contact, deal … as it was handed in, known by its entity code and its id in the CRM.
 * Conversations link to records by that pair; a link may name a record that was never handed in. The values of a
 * record's fields can be filtered by in conversation lists when they are text, a number or a boolean.
 *
 * An **opportunity** belongs to a team and is known by its id in the CRM; the same CRM id in two teams is two
 * opportunities. One that a conversation names before it is told to us is made with its id as its title. Who sees them is
 * a matter of conversations, and told in `opportunities`.
 */

import { newId } from '../../core/clock.ts'
import type { Writer } from '../../core/db.ts'
import type { AnyOperation } from '../../core/operation.ts'
import type { OrganizationId, Visibility } from '../../core/principal.ts'
import { uuid } from '../../core/wire.ts'
import { deleteCrmRecord } from './delete-crm-record.ts'
import { getCrmRecord } from './get-crm-record.ts'
import { listCrmRecords } from './list-crm-records.ts'
import { putCrmRecord } from './put-crm-record.ts'
import { putCrmRecords } from './put-crm-records.ts'
import { ensureOpportunity, selectLinkable } from './queries-opportunities.ts'
import { upsertTeamOpportunity } from './upsert-team-opportunity.ts'

export { FILTERABLE_VALUE_MAX, filterableValues, NAMING_FIELDS } from './model.ts'
export { type CrmEntityCode, type CrmLink, crmEntityCode, crmLink, OPPORTUNITY_ID_MAX } from './schema.ts'
export { storeReadOpportunities, storeReadRecords } from './store-read-records.ts'
export { tools } from './tools.ts'
export { listCrmRecords }

export const operations: readonly AnyOperation[] = [
  listCrmRecords,
  putCrmRecords,
  putCrmRecord,
  getCrmRecord,
  deleteCrmRecord,
  upsertTeamOpportunity,
]

/** @returns our id of the opportunity that the team knows as `externalId` */
export function opportunityOf(
  tx: Writer,
  org: OrganizationId,
  wanted: { externalId: string; teamId: string | null; at: Date },
): Promise<string> {
  return ensureOpportunity(tx, org, { id: newId(), ...wanted })
}

/**
 * The opportunity that a caller means for a conversation, by our id or by the CRM's. Ids of a CRM may look like ours, so
 * one that is none of ours, or of a team the caller does not see, is taken for the CRM's id in the conversation's team.
 * @param conversation its team, and the opportunity it has: that one may be named whatever its team
 */
export async function opportunityMeant(
  tx: Writer,
  org: OrganizationId,
  visibility: Visibility,
  named: string,
  conversation: { teamId: string | null; opportunityId: string | null },
  at: Date,
): Promise<string> {
  const { teamId, opportunityId } = conversation
  const ourId = uuid().safeParse(named).data
  if (ourId !== undefined && ourId === opportunityId) return ourId
  if (ourId !== undefined && (await selectLinkable(tx, org, visibility, ourId, teamId))) return ourId
  return opportunityOf(tx, org, { externalId: named, teamId, at })
}
