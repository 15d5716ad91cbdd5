/** All SQL of email counts. */
import { sql } from 'kysely'
import type { Writer } from '../../../core/db.ts'
import type { MailLimitKind } from '../../../core/mail-limits.ts'
import type { OrganizationId } from '../../../core/principal.ts'

export interface MailCount {
  readonly kind: MailLimitKind
  readonly hash: string
  readonly count: number
}

export type CountedWindow = MailCount & { readonly beganAt: string }

/**
 * Adds messages to their counting windows. A window that has ended starts again.
 * @param counts in lock order, which is the same in all transactions
 */
export async function addToCounts(
  tx: Writer,
  org: OrganizationId,
  counts: readonly MailCount[],
  { at, windowBegan }: { readonly at: Date; readonly windowBegan: Date },
): Promise<CountedWindow[]> {
  if (counts.length === 0) return []
  const { rows } = await sql<CountedWindow>`
    insert into mail_counts as m (organization_id, kind, counted_hash, began_at, count)
    values ${sql.join(counts.map(({ kind, hash, count }) => sql`(${org}, ${kind}, ${hash}, ${at}, ${count})`))}
    on conflict (organization_id, kind, counted_hash) do update set
      count = case when m.began_at <= ${windowBegan}::timestamptz then excluded.count else m.count + excluded.count end,
      began_at = case when m.began_at <= ${windowBegan}::timestamptz then excluded.began_at else m.began_at end
    returning kind, counted_hash as hash, count, began_at as "beganAt"`.execute(tx)
  return rows
}

/** Deletes ended windows, except those locked by other transactions. */
export async function deleteOldCounts(tx: Writer, org: OrganizationId, windowBegan: Date): Promise<void> {
  await sql`
    delete from mail_counts m
    using (
      select kind, counted_hash from mail_counts
      where organization_id = ${org} and began_at <= ${windowBegan} limit 100 for update skip locked) old
    where m.organization_id = ${org} and m.kind = old.kind and m.counted_hash = old.counted_hash`.execute(tx)
}
