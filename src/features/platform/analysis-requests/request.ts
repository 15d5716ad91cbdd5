import type { Writer } from '../../../core/db.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { takeUrgency } from '../../../core/urgency.ts'
import { analyzeConversationKind } from './kind.ts'
import { upsertRequests } from './queries.ts'
import type { StepId } from './steps.ts'

type AnalysisRequestContext = Pick<Ports, 'clock' | 'jobs'> & { readonly org: OrganizationId }

/**
 * Requests the analysis of conversations, which starts after the transaction commits. The analysis runs each step whose
 * inputs have changed, and the steps in `again` unconditionally.
 */
export async function requestAnalysis(
  tx: Writer,
  { org, clock, jobs }: AnalysisRequestContext,
  conversationIds: readonly string[],
  again: readonly StepId[] = [],
): Promise<void> {
  if (conversationIds.length === 0) return
  const urgent = takeUrgency()
  const due = await upsertRequests(tx, org, { ids: conversationIds, forced: again, urgent, at: clock.now() })
  for (const job of due) await jobs.add(tx, org, analyzeConversationKind, job, { urgent })
}
