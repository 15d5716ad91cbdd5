/**
 * Integration runs: what is written to CRMs, conversation by conversation.
 *
 * A **run** does one workflow for one conversation: the values that people confirmed go to the records it is linked to.
 * There is one at a time for the two, whoever asks and how often; the id that clients know them by is derived from both.
 * `pending` → `running` → `succeeded`, `failed`, or `skipped` when there was nothing to write or nowhere to write it to;
 * a CRM that cannot answer makes it pending again, for ten tries within an hour or three. A field that the CRM refuses
 * holds up no other, and a record no other record.
 *
 * What was written where, and what the CRM said, stays to be read. The conversation tells in `crmExportStatus` how the
 * latest run of each workflow ended.
 */
import type { AnyJob } from '../../core/jobs.ts'
import type { AnyOperation } from '../../core/operation.ts'
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
