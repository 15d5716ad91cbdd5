/**
 * Request counts in the database, shared by all processes. One statement locks the identity's row, decides and counts;
 * concurrent requests wait for the row. The table is unlogged: requests cause no write-ahead log, and counts restart
 * after a crash of the server.
 */
import type { OwnerDatabase } from '../../core/db.ts'
import { FORGOTTEN_MS, forWindows, type LimitsStore, WINDOWS, windowAt } from '../../core/limits.ts'
import type { Log } from '../../core/log.ts'

const COUNTS = 'parley_limits.counts'
/** Interval between deletions of obsolete identities. */
const SWEEP_EVERY_MS = 600_000

/** Time limit of a statement, so that a hanging one doesn't keep a connection. */
const PATIENCE_MS = 500

const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

const list = (text: (window: (typeof WINDOWS)[number], index: number) => string, between = ', ') =>
  WINDOWS.map(text).join(between)

/** Above every limit, and far below the maximum of the column. */
const COUNT_MAX = 1_500_000_000

const getWindowSeconds = (name: string) => WINDOWS.find((window) => window.name === name)?.seconds ?? 0

/** Counts one request. `excluded` is a row in which every window starts now, as for the first request. */
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

/**
 * Adds shared counts. An ended window starts again now. Rows are locked in the order of identities, which prevents
 * deadlocks.
 */
const ADD = `
  with moment as materialized (select coalesce($1::bigint, ${NOW}) as now),
  added as (select * from unnest($2::text[], $3::int[], $4::int[]) as a (identity, hour, day))
  insert into ${COUNTS} as kept
    (identity, admitted, second_start, second_count, hour_start, hour_count, day_start, day_count)
  select identity, true, now, 0, now, hour, now, day from added, moment order by identity
  on conflict (identity) do update set
    ${['hour', 'day']
      .map((name) => {
        const runs = `excluded.${name}_start - kept.${name}_start < ${getWindowSeconds(name) * 1_000}`
        return `
    ${name}_start = case when ${runs} then least(kept.${name}_start, excluded.${name}_start) else excluded.${name}_start end,
    ${name}_count = case when ${runs} then least(kept.${name}_count, ${COUNT_MAX}) else 0 end + excluded.${name}_count`
      })
      .join(',')}
  returning identity, hour_start, hour_count, day_start, day_count, (select now from moment) as now`

type Row = { readonly admitted: boolean; readonly now: number } & {
  readonly [Column in `${(typeof WINDOWS)[number]['name']}_${'start' | 'count'}`]: number
}

export function openDatabaseLimits(owner: OwnerDatabase, log: Pick<Log, 'warn'>): LimitsStore {
  let sweepAt = performance.now() + SWEEP_EVERY_MS
  let sweeping: Promise<unknown> = Promise.resolve()

  function startSweep(): void {
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
      if (row === undefined) throw new Error('The database counted no request.')
      if (performance.now() >= sweepAt) startSweep()
      const windows = forWindows(({ name, seconds }) =>
        windowAt({ start: row[`${name}_start`], count: row[`${name}_count`] }, seconds, row.now),
      )
      return { admitted: row.admitted, windows }
    },
    async add(counts, now) {
      const parameters = [
        now ?? null,
        ...(['identity', 'hour', 'day'] as const).map((key) => counts.map((one) => one[key])),
      ]
      const rows = await owner.quick<Row & { readonly identity: string }>(ADD, parameters, PATIENCE_MS)
      if (performance.now() >= sweepAt) startSweep()
      return new Map(
        rows.map((row) => [
          row.identity,
          {
            hour: windowAt({ start: row.hour_start, count: row.hour_count }, getWindowSeconds('hour'), row.now),
            day: windowAt({ start: row.day_start, count: row.day_count }, getWindowSeconds('day'), row.now),
          },
        ]),
      )
    },
    async close() {
      await sweeping
    },
  }
}

/** Deletes obsolete identities. @param now defaults to the database clock */
export async function sweepCounts(owner: OwnerDatabase, now?: number): Promise<void> {
  await owner.query(`delete from ${COUNTS} where day_start <= coalesce($1::bigint, ${NOW}) - ${FORGOTTEN_MS}`, [
    now ?? null,
  ])
}
