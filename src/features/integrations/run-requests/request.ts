import type { Writer } from '../../../core/db.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { triggerIntegrationsKind } from './kind.ts'
import { hasWorkflowForTrigger } from './queries.ts'
import type { OccasionalTrigger } from './triggers.ts'

/** Schedules the workflows with this trigger for a conversation, when the transaction is committed. */
export async function requestIntegrations(
  tx: Writer,
  { jobs, org }: Pick<Ports, 'jobs'> & { readonly org: OrganizationId },
  conversationId: string,
  trigger: OccasionalTrigger,
): Promise<void> {
  if (!(await hasWorkflowForTrigger(tx, org, trigger))) return
  await jobs.add(tx, org, triggerIntegrationsKind, { conversationId, trigger })
}
