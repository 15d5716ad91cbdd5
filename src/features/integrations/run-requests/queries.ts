import { sql } from 'kysely'
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { OccasionalTrigger } from './triggers.ts'

/** Whether the organization has an enabled workflow with the trigger. */
export async function hasWorkflowForTrigger(
  tx: Writer,
  org: OrganizationId,
  trigger: OccasionalTrigger,
): Promise<boolean> {
  const { rows } = await sql`
    select from integration_workflows
    where organization_id = ${org} and enabled and trigger = ${trigger} limit 1`.execute(tx)
  return rows.length > 0
}
