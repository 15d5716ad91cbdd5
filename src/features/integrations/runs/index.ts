/**
 * Integration runs: exports of conversations to CRMs.
 *
 * A **run** executes one workflow for one conversation: it writes the confirmed field values to the linked CRM records.
 * At most one run exists at a time for a workflow and conversation; `workflowId` is derived from both. States:
 * `pending`, `running`, then `succeeded`, `failed`, or `skipped` if there is no value or no record. If the CRM is
 * unavailable, the run returns to `pending` for up to ten attempts within an hour, or three attempts. A field or record
 * that the CRM rejects doesn't stop the others.
 *
 * The written values and the responses of the CRM are stored. `crmExportStatus` of a conversation contains the outcome
 * of the latest run of each workflow.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import { getIntegrationRun } from './get-integration-run.ts'
import { listIntegrationRuns } from './list-integration-runs.ts'
import { retryIntegrationRun } from './retry-integration-run.ts'
import { runIntegrationJob } from './run-integration.job.ts'
import { triggerIntegrationsJob } from './trigger-integrations.job.ts'
import { triggerNativeIntegration } from './trigger-native-integration.ts'

export { tools } from './tools.ts'
export { getIntegrationRun, listIntegrationRuns, retryIntegrationRun, triggerNativeIntegration }

export const operations: readonly AnyOperation[] = [
  triggerNativeIntegration,
  listIntegrationRuns,
  getIntegrationRun,
  retryIntegrationRun,
]

export const jobs: readonly AnyJob[] = [runIntegrationJob, triggerIntegrationsJob]
