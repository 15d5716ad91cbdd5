/** SQL queries for erasures and redaction runs. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { MaskCounts } from '../../text/redaction/index.ts'
import type { ErasureMode, Originals, PrivacyRunStatus } from './schema.ts'

const IF_PENDING = sql`and status = 'pending' for update`

async function selectOne<Row>(
  db: Reader | Writer,
  org: OrganizationId,
  id: string,
  { table, columns }: { readonly table: string; readonly columns: RawBuilder<unknown> },
  held: RawBuilder<unknown> = sql``,
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from ${sql.table(table)} where organization_id = ${org} and id = ${id} ${held}`.execute(db)
  return rows[0]
}

export interface ErasureRow {
  id: string
  status: PrivacyRunStatus
  mode: ErasureMode
  originals: Originals
  user_id: string | null
  email: string | null
  names: string[]
  place: string | null
  cursor_key: string[] | null
  counts: MaskCounts
  leftovers: MaskCounts
  created_at: string
  finished_at: string | null
}

const ERASURES = {
  table: 'person_erasures',
  columns: sql`
    id, status, mode, originals, user_id, email, names, place, cursor_key, counts, leftovers, created_at, finished_at`,
}

export async function insertErasure(
  tx: Writer,
  org: OrganizationId,
  given: {
    id: string
    mode: ErasureMode
    originals: Originals
    userId: string | null
    email: string
    names: readonly string[]
    by: string | null
    at: Date
  },
): Promise<ErasureRow> {
  const { rows } = await sql<ErasureRow>`
    insert into person_erasures (organization_id, id, status, mode, originals, user_id, email, names, created_by,
      created_at)
    values (${org}, ${given.id}, 'pending', ${given.mode}, ${given.originals}, ${given.userId}, ${given.email},
      ${[...given.names]}::text[], ${given.by}, ${given.at})
    returning ${ERASURES.columns}`.execute(tx)
  return rows[0] as ErasureRow
}

export const selectErasure = (db: Reader, org: OrganizationId, id: string) =>
  selectOne<ErasureRow>(db, org, id, ERASURES)

/**
 * Locks the erasure until the transaction ends. Concurrent runs of one erasure take turns, and the later one continues
 * from the stored position.
 */
export const lockErasure = (tx: Writer, org: OrganizationId, id: string) =>
  selectOne<ErasureRow>(tx, org, id, ERASURES, IF_PENDING)

export async function updateErasure(
  tx: Writer,
  org: OrganizationId,
  id: string,
  at: { place: string; cursor: readonly string[] | null; counts: MaskCounts; leftovers: MaskCounts },
): Promise<void> {
  await sql`
    update person_erasures
    set place = ${at.place}, cursor_key = ${at.cursor === null ? null : JSON.stringify(at.cursor)}::jsonb,
        counts = ${JSON.stringify(at.counts)}::jsonb, leftovers = ${JSON.stringify(at.leftovers)}::jsonb
    where organization_id = ${org} and id = ${id}`.execute(tx)
}

/** Ends the erasure and deletes the email address and names of the person. */
export async function endErasure(
  tx: Writer,
  org: OrganizationId,
  id: string,
  status: 'finished' | 'failed',
  at: Date,
): Promise<void> {
  await sql`
    update person_erasures
    set status = ${status}, email = null, names = '{}', place = null, cursor_key = null, finished_at = ${at}
    where organization_id = ${org} and id = ${id} and status = 'pending'`.execute(tx)
}

export interface RedactionRunRow {
  id: string
  status: PrivacyRunStatus
  filters: unknown
  cursor_id: string | null
  seen: number
  changed: number
  held: number
  counts: MaskCounts
  created_at: string
  finished_at: string | null
}

const RUNS = {
  table: 'redaction_runs',
  columns: sql`id, status, filters, cursor_id, seen, changed, held, counts, created_at, finished_at`,
}

export async function insertRun(
  tx: Writer,
  org: OrganizationId,
  given: { id: string; filters: unknown; by: string | null; at: Date },
): Promise<RedactionRunRow> {
  const { rows } = await sql<RedactionRunRow>`
    insert into redaction_runs (organization_id, id, status, filters, created_by, created_at)
    values (${org}, ${given.id}, 'pending', ${JSON.stringify(given.filters)}::jsonb, ${given.by}, ${given.at})
    returning ${RUNS.columns}`.execute(tx)
  return rows[0] as RedactionRunRow
}

export const selectRun = (db: Reader, org: OrganizationId, id: string) => selectOne<RedactionRunRow>(db, org, id, RUNS)

export const lockRun = (tx: Writer, org: OrganizationId, id: string) =>
  selectOne<RedactionRunRow>(tx, org, id, RUNS, IF_PENDING)

export async function updateRun(
  tx: Writer,
  org: OrganizationId,
  id: string,
  at: { cursor: string; seen: number; changed: number; held: number; counts: MaskCounts },
): Promise<void> {
  await sql`
    update redaction_runs
    set cursor_id = ${at.cursor}, seen = ${at.seen}, changed = ${at.changed}, held = ${at.held},
        counts = ${JSON.stringify(at.counts)}::jsonb
    where organization_id = ${org} and id = ${id}`.execute(tx)
}

export async function endRun(
  tx: Writer,
  org: OrganizationId,
  id: string,
  status: 'finished' | 'failed',
  at: Date,
): Promise<void> {
  await sql`
    update redaction_runs set status = ${status}, finished_at = ${at}
    where organization_id = ${org} and id = ${id} and status = 'pending'`.execute(tx)
}
