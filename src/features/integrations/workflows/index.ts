/**
 * Integration workflows: mappings from confirmed field values to CRM fields.
 *
 * A **workflow** maps keys of field values to fields of one CRM entity. Each field is always written, or only if it is
 * empty in the CRM. A workflow runs on request. Depending on its `trigger`, it also runs when values are confirmed or
 * an analysis finishes. A disabled workflow doesn't run. `runs` contains the runs.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { createIntegrationWorkflow } from './create-integration-workflow.ts'
import { deleteIntegrationWorkflow } from './delete-integration-workflow.ts'
import { getIntegrationWorkflow } from './get-integration-workflow.ts'
import { listIntegrationWorkflows } from './list-integration-workflows.ts'
import { updateIntegrationWorkflow } from './update-integration-workflow.ts'

export { lockWorkflowsShared, selectAllWorkflows, selectWorkflow, type WorkflowRow } from './queries.ts'
export { FIELD_KEY_MAX, type Mapping } from './schema.ts'
export { tools } from './tools.ts'
export {
  createIntegrationWorkflow,
  deleteIntegrationWorkflow,
  getIntegrationWorkflow,
  listIntegrationWorkflows,
  updateIntegrationWorkflow,
}

export const operations: readonly AnyOperation[] = [
  listIntegrationWorkflows,
  createIntegrationWorkflow,
  getIntegrationWorkflow,
  updateIntegrationWorkflow,
  deleteIntegrationWorkflow,
]
