/**
 * Request counts in the database, shared by all processes. One statement locks the rows of identities, decides and
 * counts; requests of other processes wait for the rows. Concurrent requests of this process share statements. The table
 * is unlogged: requests cause no write-ahead log, and counts restart after a crash of the server.
 */
import { type OwnerDatabase, PREPARED } from '../../core/db.ts'
import {
  FORGOTTEN_MS,
  forWindows,
  type Limits,
  type LimitsStore,
  type LimitUsage,
  WINDOWS,
  windowAt,
} from '../../core/limits.ts'
import type { Log } from '../../core/log.ts'
import { shareRoundTrips } from '../../core/shared-work.ts'

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

/** Maximum number of requests that one statement counts. */
const BATCH = 200

/**
 * Counts the requests of each identity, all of them or none. `excluded` is a row in which every window starts now, as
 * for the first requests. Rows are locked in the order of identities, as `ADD` does, which prevents deadlocks.
 */
const TAKE = `${PREPARED}
  with moment as materialized (select coalesce($1::bigint, ${NOW}) as now),
  asked as materialized (
    select * from unnest($2::text[], $3::int[], ${list((_, index) => `$${index + 4}::int[]`)})
      as a (identity, requests, ${list(({ name }) => `${name}_limit`)})
  )
  insert into ${COUNTS} as kept (identity, admitted, ${list(({ name }) => `${name}_start, ${name}_count`)})
  select identity, true, ${list(() => 'now, requests')} from asked, moment order by identity
  on conflict (identity) do update set (admitted, ${list(({ name }) => `${name}_start, ${name}_count`)}) = (
    select
      may,
      ${list(
        ({ name }) => `
      case when may and not ${name}_runs then now else least(kept.${name}_start, now) end,
      case when not may then kept.${name}_count when ${name}_runs then kept.${name}_count + moment.requests else moment.requests end`,
      )}
    from (select excluded.day_start as now, excluded.day_count as requests) moment
    join asked on asked.identity = kept.identity
    cross join lateral (
      select ${list(({ name, seconds }) => `now - kept.${name}_start < ${seconds * 1_000} as ${name}_runs`)}
    ) runs
    cross join lateral (
      select ${list(({ name }) => `(not ${name}_runs or kept.${name}_count <= ${name}_limit - moment.requests)`, ' and ')} as may
    ) verdict
  )
  returning identity, admitted, ${list(({ name }) => `${name}_start, ${name}_count`)}, (select now from moment) as now`

/**
 * Adds shared counts. An ended window starts again now. Rows are locked in the order of identities, which prevents
 * deadlocks.
 */
const ADD = `${PREPARED}
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

type Row = { readonly identity: string; readonly admitted: boolean; readonly now: number } & {
  readonly [Column in `${(typeof WINDOWS)[number]['name']}_${'start' | 'count'}`]: number
}

/** A request to count. */
interface TakenRequest {
  readonly identity: string
  readonly limits: Limits
  /** Undefined: the clock of the database. */
  readonly now: number | undefined
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

  const take = shareRoundTrips<TakenRequest, LimitUsage>(async (requests) => {
    if (performance.now() >= sweepAt) startSweep()
    return takeRequests(owner, requests)
  }, BATCH)

  return {
    async open() {},
    take: (identity, limits, now) => take({ identity, limits, now }),
    async add(counts, now) {
      const parameters = [
        now ?? null,
        ...(['identity', 'hour', 'day'] as const).map((key) => counts.map((one) => one[key])),
      ]
      const rows = await owner.quick<Row>(ADD, parameters, PATIENCE_MS)
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

/**
 * Counts requests in their order, as one statement for each of them would. The requests of one identity are counted
 * together if all of them are allowed. Otherwise the next statement counts as many as there is room for.
 */
async function takeRequests(owner: OwnerDatabase, requests: readonly TakenRequest[]): Promise<LimitUsage[]> {
  const usages = new Map<TakenRequest, LimitUsage>()
  /** Number of requests that the last statement found room for, by identity. */
  const room = new Map<string, number>()
  for (let left = requests; left.length > 0; left = left.filter((one) => !usages.has(one))) {
    const groups = groupRequests(left, room)
    const rows = await takeGroups(owner, groups)
    room.clear()
    for (const group of groups) {
      const [{ identity, limits }] = group
      const row = rows.get(identity)
      if (row === undefined) throw new Error('The database counted no request.')
      const windows = forWindows(({ name, seconds }) =>
        windowAt({ start: row[`${name}_start`], count: row[`${name}_count`] }, seconds, row.now),
      )
      const fitting = Math.min(...WINDOWS.map(({ name }) => limits[name] - windows[name].used))
      if (!row.admitted && fitting > 0) room.set(identity, fitting)
      else
        for (const [index, one] of group.entries()) {
          const later = row.admitted ? group.length - 1 - index : 0
          usages.set(one, { admitted: row.admitted, windows: withoutRequests(windows, later) })
        }
    }
  }
  return requests.map((one) => usages.get(one) as LimitUsage)
}

type Group = [TakenRequest, ...TakenRequest[]]

/** First requests of each identity that one statement can count: with the same clock and limits, and room for all. */
function groupRequests(requests: readonly TakenRequest[], room: ReadonlyMap<string, number>): Group[] {
  const groups = new Map<string, Group>()
  for (const one of requests) {
    const { identity, limits, now } = one
    if (now !== requests[0]?.now) continue
    const group = groups.get(identity)
    if (group === undefined) groups.set(identity, [one])
    else if (
      group.length <
        Math.min(room.get(identity) ?? Number.POSITIVE_INFINITY, ...WINDOWS.map(({ name }) => limits[name])) &&
      WINDOWS.every(({ name }) => limits[name] === group[0].limits[name])
    )
      group.push(one)
  }
  return [...groups.values()]
}

/** Counts groups in one statement. @returns the rows of their identities */
async function takeGroups(owner: OwnerDatabase, groups: readonly Group[]): Promise<Map<string, Row>> {
  const parameters = [
    groups[0]?.[0].now ?? null,
    groups.map(([{ identity }]) => identity),
    groups.map(({ length }) => length),
    ...WINDOWS.map(({ name }) => groups.map(([{ limits }]) => limits[name])),
  ]
  const rows = await owner.quick<Row>(TAKE, parameters, PATIENCE_MS)
  return new Map(rows.map((row) => [row.identity, row]))
}

/** Windows as they were before the last `count` requests. */
const withoutRequests = (windows: LimitUsage['windows'], count: number): LimitUsage['windows'] =>
  forWindows(({ name }) => ({ ...windows[name], used: windows[name].used - count }))
