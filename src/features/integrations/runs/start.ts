/** Starts integration runs for all triggers. */
import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import type { JobKind } from '../../../core/job-queue.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { updateExportStatus } from '../../conversations/records/index.ts'
import type { WorkflowRow } from '../workflows/index.ts'
import { deriveExportStatus, toNativeId } from './model.ts'
import { insertRun, selectLatestStatuses } from './queries.ts'
import type { RunTrigger } from './schema.ts'

/** Job input. `tries` distinguishes a restart after a crash from a later attempt. */
const input = z.object({ id: z.guid(), tries: z.int() })

export const runIntegrationKind = {
  id: 'run_integration',
  input,
  // For crashed processes. The run itself retries if the CRM is unavailable.
  retries: 20,
  timeout: 300,
  outside: true,
} as const satisfies JobKind<typeof input>

type RunStartContext = Pick<Ports, 'clock' | 'jobs'> & { readonly org: OrganizationId }

export interface RunRequest {
  readonly conversationId: string
  readonly trigger: RunTrigger
  readonly requestedBy: string | null
  readonly fieldKeys: readonly string[] | null
  readonly autoExecution: boolean
}

/** Starts a run. The caller must lock the conversation and the workflow. */
export async function startRun(
  tx: Writer,
  { org, clock, jobs }: RunStartContext,
  workflow: Pick<WorkflowRow, 'id' | 'name' | 'entity_code'>,
  wanted: RunRequest,
): Promise<{ workflowId: string; runId: string }> {
  const nativeId = toNativeId(wanted.conversationId, workflow.id)
  const { id, isNew } = await insertRun(tx, org, {
    ...wanted,
    id: newId(),
    workflowId: workflow.id,
    workflowName: workflow.name,
    nativeId,
    entityCode: workflow.entity_code,
    at: clock.now(),
  })
  if (isNew) await jobs.add(tx, org, runIntegrationKind, { id, tries: 0 })
  return { workflowId: nativeId, runId: id }
}

/** Updates the export status of a conversation from its runs. */
export async function reconcileExportStatus(
  tx: Writer,
  { org, clock }: Pick<RunStartContext, 'org' | 'clock'>,
  conversationId: string,
): Promise<void> {
  const latest = await selectLatestStatuses(tx, org, conversationId)
  await updateExportStatus(tx, org, conversationId, deriveExportStatus(latest), clock.now())
}
