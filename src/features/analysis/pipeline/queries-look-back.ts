/** SQL of the re-evaluation of earlier conversations. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'

/** Marks the start. @returns false if a later request replaced this one */
export async function startLookBack(tx: Writer, org: OrganizationId, ticket: number, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update look_backs set started_at = ${at}, requested_count = 0
    where organization_id = ${org} and ticket = ${ticket} and completed_at is null returning ticket`.execute(tx)
  return rows.length > 0
}

/** Counts requested conversations. @returns false if a later request replaced this one */
export async function advanceLookBack(
  tx: Writer,
  org: OrganizationId,
  ticket: number,
  count: number,
): Promise<boolean> {
  const { rows } = await sql`
    update look_backs set requested_count = requested_count + ${count}
    where organization_id = ${org} and ticket = ${ticket} returning ticket`.execute(tx)
  return rows.length > 0
}

export async function completeLookBack(tx: Writer, org: OrganizationId, ticket: number, at: Date): Promise<void> {
  await sql`
    update look_backs set completed_at = ${at} where organization_id = ${org} and ticket = ${ticket}`.execute(tx)
}

/** Analyzed conversations in order of their IDs, after `after`. */
export async function selectAnalyzed(
  tx: Writer,
  org: OrganizationId,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const beyond = after === undefined ? sql`true` : sql`conversation_id > ${after}`
  const { rows } = await sql<{ id: string }>`
    select conversation_id as id from analyses where organization_id = ${org} and ${beyond}
    order by conversation_id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

export interface ProgressRow {
  readonly requested_at: string | null
  readonly started_at: string | null
  readonly completed_at: string | null
  readonly requested_count: number | null
  /** Number of analyses by state. */
  readonly total: number
  readonly queued: number
  readonly running: number
}

export async function selectProgress(db: Reader, org: OrganizationId): Promise<ProgressRow> {
  const { rows } = await sql<ProgressRow>`
    select l.requested_at, l.started_at, l.completed_at, l.requested_count, a.total, a.queued, a.running
    from (
      select count(*)::integer as total, (count(*) filter (where state = 'queued'))::integer as queued,
             (count(*) filter (where state = 'running'))::integer as running
      from analyses where organization_id = ${org}
    ) a
    left join look_backs l on l.organization_id = ${org}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The progress of analyses has no row.')
  return row
}
