/** SQL that reads runs of conversations that the caller can access. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import { newestFirst } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import type { CrmEntityCode } from '../../conversations/crm-records/index.ts'
import { visibleTo } from '../../conversations/records/index.ts'
import type { IntegrationRunStatus, PlannedField, RunReason, RunRecord, RunTrigger, SkippedField } from './schema.ts'

export interface IntegrationRunRow {
  id: string
  conversation_id: string
  workflow_id: string | null
  workflow_name: string
  native_id: string
  entity_code: CrmEntityCode
  status: IntegrationRunStatus
  trigger: RunTrigger
  requested_by: string | null
  field_keys: string[] | null
  auto_execution: boolean
  tries: number
  next_try_at: string | null
  fault: RunReason | null
  said: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
}

export interface RunDetailsRow extends IntegrationRunRow {
  fields: PlannedField[]
  left_out: SkippedField[]
  records: RunRecord[]
}

const COLUMNS = sql.raw(`
  r.id, r.conversation_id, r.workflow_id, r.workflow_name, r.native_id, r.entity_code, r.status, r.trigger,
  r.requested_by, r.field_keys, r.auto_execution, r.tries, r.next_try_at, r.fault, r.said, r.created_at, r.started_at,
  r.finished_at`)

/** Condition for runs of conversations that the caller can access. */
const isVisibleRun = (org: OrganizationId, visibility: Visibility): RawBuilder<unknown> =>
  visibility === 'everything'
    ? sql`r.organization_id = ${org}`
    : sql`r.organization_id = ${org} and r.conversation_id in (
        select id from conversations where organization_id = ${org} and ${visibleTo(visibility)})`

export async function selectRun(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
): Promise<RunDetailsRow | undefined> {
  const { rows } = await sql<RunDetailsRow>`
    select ${COLUMNS}, r.fields, r.left_out, r.records
    from integration_runs r where ${isVisibleRun(org, visibility)} and r.id = ${id}`.execute(db)
  return rows[0]
}

export interface RunFilter {
  readonly conversationId: string | undefined
  readonly workflowId: string | undefined
  readonly statuses: readonly IntegrationRunStatus[] | undefined
}

const order = newestFirst('integration runs', 'r')

/** Returns one page, newest first, and the total number of matching runs. */
export function selectPage(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  { conversationId, workflowId, statuses }: RunFilter,
  window: ListWindow,
) {
  const where = sql`${isVisibleRun(org, visibility)}
    and ${conversationId === undefined ? sql`true` : sql`r.conversation_id = ${conversationId}`}
    and ${workflowId === undefined ? sql`true` : sql`r.workflow_id = ${workflowId}`}
    and ${statuses === undefined ? sql`true` : sql`r.status = any(${[...statuses]}::text[])`}`
  return selectListPage<IntegrationRunRow>(db, window, {
    columns: COLUMNS,
    from: sql`integration_runs r`,
    where,
    order,
  })
}
