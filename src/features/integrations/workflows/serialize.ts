/** Converts integration workflows to API records. */
import type { WorkflowRow } from './queries.ts'

export const serializeWorkflow = (row: WorkflowRow) => ({
  uuid: row.id,
  name: row.name,
  connectionUUID: row.connection_id,
  enabled: row.enabled,
  entityCode: row.entity_code,
  direction: row.direction,
  trigger: row.trigger,
  fieldMapping: row.field_mapping.map(({ fieldKey, crmField, overwrite }) => ({ fieldKey, crmField, overwrite })),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
