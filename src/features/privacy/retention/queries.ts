/** SQL queries for retention policies. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { newestFirst } from '../../../core/list-order.ts'
import { type ListMeta, type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { RetentionAction, RunReport } from './schema.ts'

export interface PolicyRow {
  id: string
  name: string
  enabled: boolean
  after_days: number
  action: RetentionAction
  labels: Record<string, string>
  team_ids: string[] | null
  private: boolean | null
  created_at: string
  updated_at: string
  last_run_at: string | null
  last_run: RunReport | null
}

const columns = sql`
  id, name, enabled, after_days, action, labels, team_ids, private, created_at, updated_at, last_run_at, last_run`

export type PolicyInput = Omit<PolicyRow, 'id' | 'created_at' | 'updated_at' | 'last_run_at' | 'last_run'>

export async function insertPolicy(
  tx: Writer,
  org: OrganizationId,
  id: string,
  given: PolicyInput,
  at: Date,
): Promise<PolicyRow> {
  const { rows } = await sql<PolicyRow>`
    insert into retention_policies (organization_id, id, name, enabled, after_days, action, labels, team_ids, private,
      created_at, updated_at)
    values (${org}, ${id}, ${given.name}, ${given.enabled}, ${given.after_days}, ${given.action},
      ${JSON.stringify(given.labels)}::jsonb, ${given.team_ids}::uuid[], ${given.private}, ${at}, ${at})
    returning ${columns}`.execute(tx)
  return rows[0] as PolicyRow
}

export async function selectPolicy(db: Reader, org: OrganizationId, id: string): Promise<PolicyRow | undefined> {
  const { rows } = await sql<PolicyRow>`
    select ${columns} from retention_policies where organization_id = ${org} and id = ${id}`.execute(db)
  return rows[0]
}

/** Like `selectPolicy`, but locks the row until the transaction ends. */
export async function lockPolicy(tx: Writer, org: OrganizationId, id: string): Promise<PolicyRow | undefined> {
  const { rows } = await sql<PolicyRow>`
    select ${columns} from retention_policies where organization_id = ${org} and id = ${id} for update`.execute(tx)
  return rows[0]
}

export async function updatePolicy(
  tx: Writer,
  org: OrganizationId,
  id: string,
  given: PolicyInput,
  at: Date,
): Promise<PolicyRow> {
  const { rows } = await sql<PolicyRow>`
    update retention_policies
    set name = ${given.name}, enabled = ${given.enabled}, after_days = ${given.after_days}, action = ${given.action},
        labels = ${JSON.stringify(given.labels)}::jsonb, team_ids = ${given.team_ids}::uuid[],
        private = ${given.private}, updated_at = ${at}
    where organization_id = ${org} and id = ${id}
    returning ${columns}`.execute(tx)
  return rows[0] as PolicyRow
}

export async function deletePolicy(tx: Writer, org: OrganizationId, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from retention_policies where organization_id = ${org} and id = ${id} returning id`.execute(tx)
  return rows.length > 0
}

const order = newestFirst('retention policies', 'p')

export const selectPolicies = (
  db: Reader,
  org: OrganizationId,
  window: ListWindow,
): Promise<{ rows: PolicyRow[]; meta: ListMeta }> =>
  selectListPage(db, window, {
    columns,
    from: sql`retention_policies p`,
    where: sql`p.organization_id = ${org}`,
    order,
    updated: 'p.updated_at',
  })

/** Enabled policies, oldest first. */
export async function selectEnabled(db: Reader, org: OrganizationId): Promise<PolicyRow[]> {
  const { rows } = await sql<PolicyRow>`
    select ${columns} from retention_policies where organization_id = ${org} and enabled
    order by created_at, id`.execute(db)
  return rows
}

export async function updateLastRun(
  tx: Writer,
  org: OrganizationId,
  id: string,
  report: RunReport,
  at: Date,
): Promise<void> {
  await sql`
    update retention_policies set last_run_at = ${at}, last_run = ${JSON.stringify(report)}::jsonb
    where organization_id = ${org} and id = ${id}`.execute(tx)
}

/**
 * Ensures that a run is scheduled.
 * @returns the ticket of a job to queue; undefined if a run is already scheduled
 */
export async function scheduleRun(
  tx: Writer,
  org: OrganizationId,
  nextAt: Date,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ ticket: number }>`
    insert into retention_schedule (organization_id, ticket, next_at) values (${org}, 1, ${nextAt})
    on conflict (organization_id) do update
    set ticket = retention_schedule.ticket + 1, next_at = excluded.next_at
    where retention_schedule.next_at <= ${now}
    returning ticket`.execute(tx)
  return rows[0]?.ticket
}

export async function isPresentTicket(db: Reader, org: OrganizationId, ticket: number): Promise<boolean> {
  const { rows } = await sql`
    select from retention_schedule where organization_id = ${org} and ticket = ${ticket}`.execute(db)
  return rows.length > 0
}

/** Ends a run. @returns the ticket of the next run; undefined if another job has already ended this one */
export async function turnTicket(
  tx: Writer,
  org: OrganizationId,
  ticket: number,
  nextAt: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ ticket: number }>`
    update retention_schedule set ticket = ticket + 1, next_at = ${nextAt}
    where organization_id = ${org} and ticket = ${ticket} returning ticket`.execute(tx)
  return rows[0]?.ticket
}
