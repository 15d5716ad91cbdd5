/** All SQL of integration workflows. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { ascending, defineOrder } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { CrmEntityCode } from '../../conversations/crm-records/index.ts'
import type { Mapping, WorkflowTrigger } from './schema.ts'

export interface WorkflowRow {
  id: string
  name: string
  connection_id: string
  enabled: boolean
  entity_code: CrmEntityCode
  direction: 'push'
  trigger: WorkflowTrigger
  field_mapping: Mapping[]
  created_at: string
  updated_at: string
}

const columns = sql.raw(
  'id, name, connection_id, enabled, entity_code, direction, trigger, field_mapping, created_at, updated_at',
)

const selectWorkflows = (which: RawBuilder<unknown>) => sql<WorkflowRow>`
  select ${columns} from integration_workflows where ${which}`

export async function selectWorkflow(
  db: Reader | Writer,
  org: OrganizationId,
  id: string,
): Promise<WorkflowRow | undefined> {
  const { rows } = await selectWorkflows(sql`organization_id = ${org} and id = ${id}`).execute(db)
  return rows[0]
}

/** Returns all workflows in order of ID. Their number is limited. */
export async function selectAllWorkflows(db: Reader | Writer, org: OrganizationId): Promise<WorkflowRow[]> {
  const { rows } = await selectWorkflows(sql`organization_id = ${org} order by id`).execute(db)
  return rows
}

export interface WorkflowFilter {
  readonly enabled: boolean | undefined
  readonly connectionId: string | undefined
}

const order = defineOrder('integration workflows', ascending('created_at', 'time'), ascending('id', 'uuid'))

export const selectPage = (
  db: Reader,
  org: OrganizationId,
  { enabled, connectionId }: WorkflowFilter,
  window: ListWindow,
) =>
  selectListPage<WorkflowRow>(db, window, {
    columns,
    from: sql`integration_workflows`,
    where: sql`organization_id = ${org}
      and ${enabled === undefined ? sql`true` : sql`enabled = ${enabled}`}
      and ${connectionId === undefined ? sql`true` : sql`connection_id = ${connectionId}`}`,
    order,
    updated: 'updated_at',
  })

/** Counts the workflows and takes an advisory lock, so that no other request adds one until the transaction ends. */
export async function countWorkflows(tx: Writer, org: OrganizationId): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`integration workflows of ${org}`}, 0))`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from integration_workflows where organization_id = ${org}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Locks the workflow until the transaction ends and returns it. */
export async function lockWorkflow(tx: Writer, org: OrganizationId, id: string): Promise<WorkflowRow | undefined> {
  const { rows } = await selectWorkflows(sql`organization_id = ${org} and id = ${id} for update`).execute(tx)
  return rows[0]
}

/** Protects the workflows from deletion until the transaction ends. Deleted workflows are missing from the result. */
export async function lockWorkflowsShared(
  tx: Writer,
  org: OrganizationId,
  ids: readonly string[],
): Promise<WorkflowRow[]> {
  const { rows } = await selectWorkflows(sql`
    organization_id = ${org} and id = any(${[...ids]}::uuid[]) order by id for key share`).execute(tx)
  return rows
}

interface WorkflowValues {
  name: string
  connectionId: string
  enabled: boolean
  entityCode: CrmEntityCode
  direction: 'push'
  trigger: WorkflowTrigger
  fieldMapping: readonly Mapping[]
}

export async function insertWorkflow(
  tx: Writer,
  org: OrganizationId,
  made: WorkflowValues & { id: string; at: Date },
): Promise<WorkflowRow | undefined> {
  await sql`
    insert into integration_workflows (
      organization_id, id, name, connection_id, enabled, entity_code, direction, trigger, field_mapping, created_at,
      updated_at)
    values (${org}, ${made.id}, ${made.name}, ${made.connectionId}, ${made.enabled}, ${made.entityCode},
            ${made.direction}, ${made.trigger}, ${JSON.stringify(made.fieldMapping)}, ${made.at}, ${made.at})`.execute(
    tx,
  )
  return selectWorkflow(tx, org, made.id)
}

export async function updateWorkflowRow(
  tx: Writer,
  org: OrganizationId,
  id: string,
  values: WorkflowValues,
  at: Date,
): Promise<WorkflowRow | undefined> {
  await sql`
    update integration_workflows
    set name = ${values.name}, connection_id = ${values.connectionId}, enabled = ${values.enabled},
        entity_code = ${values.entityCode}, direction = ${values.direction}, trigger = ${values.trigger},
        field_mapping = ${JSON.stringify(values.fieldMapping)}, updated_at = ${at}
    where organization_id = ${org} and id = ${id}`.execute(tx)
  return selectWorkflow(tx, org, id)
}

export async function deleteWorkflowRow(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await sql`delete from integration_workflows where organization_id = ${org} and id = ${id}`.execute(tx)
}
