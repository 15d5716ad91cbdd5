/**
 * Integration workflows: what is written to which CRM, and when.
 *
 * A **workflow** maps keys of field values to fields of one entity of a CRM, each to be written always or only where the
 * CRM has nothing yet. It runs when it is triggered, and by itself when values are confirmed or an analysis is done, as
 * its `trigger` says. Disabled it does nothing. What it did, conversation by conversation, is told in `integration-runs`.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { createIntegrationWorkflow } from './create-integration-workflow.ts'
import { deleteIntegrationWorkflow } from './delete-integration-workflow.ts'
import { getIntegrationWorkflow } from './get-integration-workflow.ts'
import { listIntegrationWorkflows } from './list-integration-workflows.ts'
import { updateIntegrationWorkflow } from './update-integration-workflow.ts'

export { holdWorkflows, selectAllWorkflows, selectWorkflow, type WorkflowRow } from './queries.ts'
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
