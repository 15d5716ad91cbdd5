import type { Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { updateIntelligence } from '../../conversations/records/index.ts'
import { type FieldSubject, findApplicableItems } from './applicable-items.ts'
import { isLive, orderByDependency, toIntelligence } from './model.ts'
import { selectValues } from './queries.ts'

/** Updates the field values in the API record of a conversation. The caller must hold the lock on the conversation. */
export async function syncConversationFields(tx: Writer, org: OrganizationId, asked: FieldSubject): Promise<void> {
  const rows = await selectValues(tx, org, asked.id)
  const values = new Map(rows.filter(isLive).map((row) => [row.item_id, row.value]))
  const items = orderByDependency(await findApplicableItems(tx, org, asked), values)
  await updateIntelligence(tx, org, asked.id, toIntelligence(rows, items))
}
