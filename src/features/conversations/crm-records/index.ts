/**
 * CRM: stored copies of CRM records and opportunities.
 *
 * A **CRM record** is a company, contact or deal as it was imported. Its key is the entity code and its ID in the CRM.
 * Conversations link to records by this key, and the record needn't be stored. Conversation lists can filter by field
 * values that are text, numbers or booleans.
 *
 * Each write of a record that describes a deal stores the **changes** of its stage, amount and close date, with their
 * time. They are deleted with the record.
 *
 * An **opportunity** belongs to a team and is identified by its ID in the CRM. The same CRM ID in two teams means two
 * opportunities. If a conversation refers to an unknown opportunity, it is created with the ID as its title.
 * Conversations determine who can see an opportunity, see `opportunities`.
 */

import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { uuid } from '../../../core/wire.ts'
import { deleteCrmRecord } from './delete-crm-record.ts'
import { getCrmRecord } from './get-crm-record.ts'
import { listCrmRecords } from './list-crm-records.ts'
import { putCrmRecord } from './put-crm-record.ts'
import { putCrmRecords } from './put-crm-records.ts'
import { ensureOpportunity, selectLinkable } from './queries-opportunities.ts'
import { upsertTeamOpportunity } from './upsert-team-opportunity.ts'

export {
  ACCOUNT_CODES,
  ACCOUNT_ID_MAX,
  type AccountCode,
  type AccountKey,
  formatAccountId,
  isAccountCode,
  parseAccountId,
  readRecordName,
} from './accounts.ts'
export {
  type CrmFields,
  DEAL_CHANGE_FIELDS,
  DEAL_CODES,
  type DealField,
  type DealOutcome,
  formatAmount,
  formatFieldValue,
  readAmount,
  readableField,
  readableStage,
  readCloseDay,
  readDealField,
  readOutcome,
  readPersonTitle,
  STAGE_FIELDS,
} from './deal-fields.ts'
export { FILTERABLE_VALUE_MAX, filterableValues, NAMING_FIELDS } from './model.ts'
export { type LinkedAccount, selectLinkedAccounts } from './queries-accounts.ts'
export { selectDealChanges } from './queries-changes.ts'
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

/** Returns the Parley ID of a team's opportunity with this CRM ID, and creates the opportunity if needed. */
export function findOrCreateOpportunity(
  tx: Writer,
  org: OrganizationId,
  wanted: { externalId: string; teamId: string | null; at: Date },
): Promise<string> {
  return ensureOpportunity(tx, org, { id: newId(), ...wanted })
}

/**
 * Resolves the opportunity that a request assigns to a conversation, by Parley ID or CRM ID. CRM IDs can be UUIDs too.
 * A UUID that isn't the ID of a visible opportunity is therefore treated as a CRM ID in the conversation's team.
 * @param conversation its team, and its current opportunity, which is accepted in any team
 */
export async function resolveOpportunity(
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
  return findOrCreateOpportunity(tx, org, { externalId: named, teamId, at })
}
