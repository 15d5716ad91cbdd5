/** SQL that inserts and updates runs. `queries-list.ts` reads them. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { CrmEntityCode } from '../../conversations/crm-records/index.ts'
import type { IntegrationRunStatus, PlannedField, RunReason, RunRecord, RunTrigger, SkippedField } from './schema.ts'

export interface NewIntegrationRun {
  id: string
  conversationId: string
  workflowId: string
  workflowName: string
  nativeId: string
  entityCode: CrmEntityCode
  trigger: RunTrigger
  requestedBy: string | null
  fieldKeys: readonly string[] | null
  autoExecution: boolean
  at: Date
}

/**
 * Inserts a pending run. If the conversation and workflow have an unfinished run, that run is extended to the fields of
 * both requests. A running one is marked as requested again.
 */
export async function insertRun(
  tx: Writer,
  org: OrganizationId,
  run: NewIntegrationRun,
): Promise<{ id: string; isNew: boolean }> {
  const { rows } = await sql<{ id: string; is_new: boolean }>`
    insert into integration_runs as r (
      organization_id, id, conversation_id, workflow_id, workflow_name, native_id, entity_code, status, trigger,
      requested_by, field_keys, auto_execution, created_at)
    values (
      ${org}, ${run.id}, ${run.conversationId}, ${run.workflowId}, ${run.workflowName}, ${run.nativeId},
      ${run.entityCode}, 'pending', ${run.trigger}, ${run.requestedBy},
      ${run.fieldKeys === null ? null : [...run.fieldKeys]}::text[], ${run.autoExecution}, ${run.at})
    on conflict (organization_id, conversation_id, workflow_id) where status in ('pending', 'running') do update
    set asked_again = r.asked_again or r.status = 'running',
        auto_execution = r.auto_execution or excluded.auto_execution,
        field_keys = case when r.field_keys is not null and excluded.field_keys is not null
                          then merge_names(r.field_keys, excluded.field_keys) end
    returning id, xmax = 0 as is_new`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('The integration run is missing after it was inserted.')
  return { id: row.id, isNew: row.is_new }
}

export interface RunState {
  id: string
  conversation_id: string
  workflow_id: string | null
  status: IntegrationRunStatus
  field_keys: string[] | null
  auto_execution: boolean
  asked_again: boolean
  tries: number
  next_try_at: string | null
  claim_id: string | null
  fields: PlannedField[]
  records: RunRecord[]
  native_id: string
  trigger: RunTrigger
  requested_by: string | null
  created_at: string
}

export async function selectRunConversationId(
  db: Reader,
  org: OrganizationId,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ conversation_id: string }>`
    select conversation_id from integration_runs where organization_id = ${org} and id = ${id}`.execute(db)
  return rows[0]?.conversation_id
}

/** Locks the run until the transaction ends. Lock order: conversation, then run. */
export async function lockRun(tx: Writer, org: OrganizationId, id: string): Promise<RunState | undefined> {
  const { rows } = await sql<RunState>`
    select id, conversation_id, workflow_id, status, field_keys, auto_execution, asked_again, tries, next_try_at,
           claim_id, fields, records, native_id, trigger, requested_by, created_at
    from integration_runs where organization_id = ${org} and id = ${id} for update`.execute(tx)
  return rows[0]
}

export interface RunChange {
  status: IntegrationRunStatus
  tries: number
  claimId: string | null
  nextTryAt: Date | null
  fields: readonly PlannedField[]
  leftOut: readonly SkippedField[] | undefined
  records: readonly RunRecord[]
  reason: RunReason | null
  said: string | null
  at: Date
}

/** Stores the state of a run. Starting it clears the mark for repeated requests, because the plan was just read. */
export async function updateRun(tx: Writer, org: OrganizationId, id: string, change: RunChange): Promise<void> {
  const isOver = change.status !== 'pending' && change.status !== 'running'
  await sql`
    update integration_runs
    set status = ${change.status}, tries = ${change.tries}, claim_id = ${change.claimId},
        next_try_at = ${change.nextTryAt}, fields = ${JSON.stringify(change.fields)},
        left_out = ${change.leftOut === undefined ? sql`left_out` : JSON.stringify(change.leftOut)},
        records = ${JSON.stringify(change.records)}, fault = ${change.reason}, said = ${change.said},
        asked_again = asked_again and ${change.status !== 'running'},
        started_at = case when ${change.status !== 'pending'} then coalesce(started_at, ${change.at}) else started_at end,
        finished_at = ${isOver ? change.at : null}
    where organization_id = ${org} and id = ${id}`.execute(tx)
}

/** Returns the status of the latest run of each workflow. All deleted workflows count as one. */
export async function selectLatestStatuses(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
): Promise<IntegrationRunStatus[]> {
  const { rows } = await sql<{ status: IntegrationRunStatus }>`
    select distinct on (workflow_id) status from integration_runs
    where organization_id = ${org} and conversation_id = ${conversationId}
    order by workflow_id, created_at desc, id desc`.execute(tx)
  return rows.map(({ status }) => status)
}
