import { sql } from 'kysely'
import type { Writer } from '../../../../core/db.ts'
import type { OrganizationId } from '../../../../core/principal.ts'

/** Locks existing conversations in a fixed order, except those that another transaction has locked. */
export async function lockForErasure(tx: Writer, org: OrganizationId, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from conversations where organization_id = ${org} and id = any(${[...ids]}::uuid[])
    order by id for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}
