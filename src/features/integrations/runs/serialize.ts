/** Converts runs to API records. */
import { formatRunReason, triesMax } from './model.ts'
import type { IntegrationRunRow, RunDetailsRow } from './queries-list.ts'

export const runTold = (row: IntegrationRunRow) => ({
  uuid: row.id,
  conversationUUID: row.conversation_id,
  workflowUUID: row.workflow_id,
  workflowName: row.workflow_name,
  workflowId: row.native_id,
  entityCode: row.entity_code,
  status: row.status,
  trigger: row.trigger,
  requestedBy: row.requested_by,
  fieldKeys: row.field_keys,
  autoExecution: row.auto_execution,
  tries: row.tries,
  triesMax: triesMax(row.auto_execution),
  nextTryAt: row.next_try_at,
  reason: row.fault,
  detail: row.fault === null ? null : formatRunReason(row.fault),
  said: row.said,
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
})

export const runDetailsTold = (row: RunDetailsRow) => ({
  ...runTold(row),
  fields: row.fields,
  leftOut: row.left_out,
  records: row.records,
})
