/**
 * Our own statements on the tables of pg-boss. They take jobs in turns of organizations, find runs that have stopped,
 * delete old jobs, and count. None of them reads as many rows as there are jobs (docs/decisions/0040).
 */
import type { OwnerDatabase } from '../core/db.ts'
import { KEPT_SECONDS, type LaneName, SCHEMA, WAITS_SECONDS } from './jobs-database.ts'

/** A job as it was taken. Its ID and the number of the try name this claim: a later claim's outcome isn't overwritten. */
export interface Claim {
  readonly id: string
  readonly name: string
  readonly data: unknown
  readonly retryCount: number
  readonly retryLimit: number
}

/** A claim in the turn of an organization. */
export interface LaneClaim extends Claim {
  readonly lane: LaneName
  readonly organization: string
}

/** Places of one lane in one process, and who holds them. */
export interface LaneState {
  readonly lane: LaneName
  readonly places: number
  /** Places beyond `places`, only for organizations that hold less than their part of the lane. */
  readonly guests: number
  /** The organization that had the last turn; empty at the start. */
  readonly after: string
  /** Jobs that run, by organization. */
  readonly running: Readonly<Record<string, number>>
}

/** @param ahead milliseconds that the clock of the jobs is ahead of the database's */
export const takeTurns = (
  owner: OwnerDatabase,
  ahead: number,
  known: readonly string[],
  lanes: readonly LaneState[],
): Promise<LaneClaim[]> =>
  owner.query<LaneClaim>(
    `select * from parley_jobs.take(${SCHEMA}.job_now() + $1 * interval '1 millisecond', $2::text[], $3::jsonb)`,
    [ahead, known, JSON.stringify(lanes)],
  )

/** The next job of one organization, or of all, in the order they were added: for tests, which run one after the other. */
export const takeOne = (
  owner: OwnerDatabase,
  ahead: number,
  known: readonly string[],
  org: string | undefined,
  except: readonly string[],
): Promise<Claim[]> =>
  owner.query<Claim>(
    `with due as (
       select name, id from ${SCHEMA}.job_common
       where name = any($2::text[]) and state < 'active' and not blocked
         and start_after <= ${SCHEMA}.job_now() + $1 * interval '1 millisecond'
         and ($3::text is null or group_id = $3) and id <> all($4::uuid[])
       order by created_on
       limit 1
       for update skip locked)
     update ${SCHEMA}.job_common j
     set state = 'active', started_on = ${SCHEMA}.job_now(), heartbeat_on = ${SCHEMA}.job_now(),
         retry_count = case when j.started_on is null then j.retry_count else j.retry_count + 1 end
     from due where j.name = due.name and j.id = due.id
     returning j.id, j.name, j.data, j.retry_count as "retryCount", j.retry_limit as "retryLimit"`,
    [ahead, known, org ?? null, except],
  )

/** A run of which this process knows nothing more. */
export type Stopped = Pick<Claim, 'id' | 'name' | 'retryCount'>

/** Runs without a sign of life, or over their time; all runs, where no other process can have any. */
export const selectStopped = (owner: OwnerDatabase, known: readonly string[], all: boolean): Promise<Stopped[]> =>
  owner.query<Stopped>(
    `select id, name, retry_count as "retryCount" from ${SCHEMA}.job_common
     where state = 'active' and name = any($1::text[])
       and ($2 or started_on + expire_seconds * interval '1 second' < ${SCHEMA}.job_now()
               or heartbeat_on + heartbeat_seconds * interval '1 second' < ${SCHEMA}.job_now())`,
    [known, all],
  )

/** Rows deleted in one statement. */
const DELETED_AT_ONCE = 1_000

/** Deletes what failed a week ago, and what nobody ran for a month. */
export async function deleteOld(owner: OwnerDatabase): Promise<void> {
  const ended = `
    select name, id from ${SCHEMA}.job_common
    where state > 'active' and completed_on < ${SCHEMA}.job_now() - interval '${KEPT_SECONDS} seconds'
    order by completed_on limit ${DELETED_AT_ONCE}`
  const neverRun = `
    select o.name, o.id from parley_jobs.lanes l
    cross join lateral (
      select name, id from ${SCHEMA}.job_common
      where name = l.job and state < 'active' and not blocked and group_tier <> 'later'
        and start_after < ${SCHEMA}.job_now() - interval '${WAITS_SECONDS} seconds' and keep_until < ${SCHEMA}.job_now()
      order by start_after limit ${DELETED_AT_ONCE}
    ) o
    limit ${DELETED_AT_ONCE}`
  for (const old of [ended, neverRun]) {
    let deleted: number
    do {
      const rows = await owner.query(
        `with o as materialized (${old})
         delete from ${SCHEMA}.job_common j using o where j.name = o.name and j.id = o.id returning 1 as one`,
      )
      deleted = rows.length
    } while (deleted === DELETED_AT_ONCE)
  }
}

/** Adds what was counted since to the totals, so that figures are read from few rows. */
export const foldCounts = (owner: OwnerDatabase): Promise<unknown> => owner.query('select parley_jobs.fold()')

/** How many jobs of a queue there are. */
export interface QueueFigures {
  readonly job: string
  /** Due, and not taken yet. */
  readonly waiting: number
  /** Due later: retries, and work with a date. */
  readonly later: number
  readonly running: number
  readonly failed: number
}

/** Figures of every queue in which there is anything: of one organization, or of all. */
export const readQueueFigures = (owner: OwnerDatabase, org: string | undefined): Promise<QueueFigures[]> =>
  owner.query<QueueFigures>(`${queueFigures('$1')} order by job`, [org ?? ''])

/** @param organization an SQL expression; the empty text stands for all organizations */
export const queueFigures = (organization: string): string => `
  select job, ${['waiting', 'later', 'running', 'failed']
    .map((state) => `coalesce(sum(n) filter (where state = '${state}'), 0)::int as ${state}`)
    .join(', ')}
  from (
    select job, state, sum(n) as n
    from (select job, state, n from parley_jobs.totals where organization = ${organization}
          union all select job, state, n from parley_jobs.changes where organization = ${organization}) counted
    group by job, state having sum(n) <> 0
  ) figures
  group by job`

/** When the job became due that has waited longest, by queue, over all organizations. */
export const readOldest = (owner: OwnerDatabase): Promise<{ job: string; waitingSince: string }[]> =>
  owner.query(
    `select l.job, o.start_after as "waitingSince" from parley_jobs.lanes l
     cross join lateral (
       select start_after from ${SCHEMA}.job_common
       where name = l.job and state < 'active' and not blocked and group_tier <> 'later'
       order by start_after limit 1
     ) o
     order by o.start_after`,
  )

/** When the first one in a line of the organization became due. */
export async function readOldestInLines(owner: OwnerDatabase, org: string): Promise<string | undefined> {
  const [row] = await owner.query<{ since: string | null }>(
    `select min(o.start_after) as since
     from (values ('inside'), ('outside'), ('long')) l (lane) cross join (values (0), (-1)) p (priority)
     cross join lateral (
       select start_after from ${SCHEMA}.job_common
       where group_tier = l.lane and group_id = $1 and priority = p.priority and state < 'active' and not blocked
       order by created_on limit 1
     ) o`,
    [org],
  )
  return row?.since ?? undefined
}
