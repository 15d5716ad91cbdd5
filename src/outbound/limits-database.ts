/**
 * Requests counted in the database, by all processes together. One statement takes the identity's row, decides and counts;
 * whoever comes at the same moment waits for the row and sees what became of it. The table is unlogged: after a crash of
 * the server everybody begins anew, and a request costs no write to the disk.
 */
import type { OwnerDatabase } from '../core/db.ts'
import { FORGOTTEN_MS, forWindows, type LimitsStore, WINDOWS, windowAt } from '../core/limits.ts'
import type { Log } from '../core/log.ts'

const COUNTS = 'parley_limits.counts'
/** How often a process looks for identities to be forgotten. */
const SWEEP_EVERY_MS = 600_000

/** A statement that hangs must not keep a connection. */
const PATIENCE_MS = 500

const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

const list = (text: (window: (typeof WINDOWS)[number], index: number) => string, between = ', ') =>
  WINDOWS.map(text).join(between)

/** `excluded` is the row as it were if it was the first: each of its windows begins now. */
const TAKE = `
  with moment as materialized (select coalesce($2::bigint, ${NOW}) as now)
  insert into ${COUNTS} as kept (identity, admitted, ${list(({ name }) => `${name}_start, ${name}_count`)})
  select $1, true, ${list(() => 'now, 1')} from moment
  on conflict (identity) do update set (admitted, ${list(({ name }) => `${name}_start, ${name}_count`)}) = (
    select
      may,
      ${list(
        ({ name }) => `
      case when may and not ${name}_runs then now else least(kept.${name}_start, now) end,
      case when not may then kept.${name}_count when ${name}_runs then kept.${name}_count + 1 else 1 end`,
      )}
    from (select excluded.day_start as now) moment
    cross join lateral (
      select ${list(({ name, seconds }) => `now - kept.${name}_start < ${seconds * 1_000} as ${name}_runs`)}
    ) runs
    cross join lateral (
      select ${list(({ name }, index) => `(not ${name}_runs or kept.${name}_count < $${index + 3}::int)`, ' and ')} as may
    ) verdict
  )
  returning admitted, ${list(({ name }) => `${name}_start, ${name}_count`)}, (select now from moment) as now`

type Row = { readonly admitted: boolean; readonly now: number } & {
  readonly [Column in `${(typeof WINDOWS)[number]['name']}_${'start' | 'count'}`]: number
}

export function openDatabaseLimits(owner: OwnerDatabase, log: Pick<Log, 'warn'>): LimitsStore {
  let sweepAt = performance.now() + SWEEP_EVERY_MS
  let sweeping: Promise<unknown> = Promise.resolve()

  function sweep(): void {
    sweepAt = performance.now() + SWEEP_EVERY_MS
    sweeping = sweepCounts(owner).catch((error: Error) =>
      log.warn({ error: error.message }, 'old counts of requests were not deleted'),
    )
  }

  return {
    async open() {},
    async take(identity, limits, now) {
      const parameters = [identity, now ?? null, ...WINDOWS.map(({ name }) => limits[name])]
      const [row] = await owner.quick<Row>(TAKE, parameters, PATIENCE_MS)
      if (row === undefined) throw new Error('The database counted nothing.')
      if (performance.now() >= sweepAt) sweep()
      const windows = forWindows(({ name, seconds }) =>
        windowAt({ start: row[`${name}_start`], count: row[`${name}_count`] }, seconds, row.now),
      )
      return { admitted: row.admitted, windows }
    },
    async close() {
      await sweeping
    },
  }
}

/** Deletes the rows of identities of which nothing counts any more. @param now by the database's clock without it */
export async function sweepCounts(owner: OwnerDatabase, now?: number): Promise<void> {
  await owner.query(`delete from ${COUNTS} where day_start <= coalesce($1::bigint, ${NOW}) - ${FORGOTTEN_MS}`, [
    now ?? null,
  ])
}
