/**
 * Statements on the tables of pg-boss. They claim jobs by organization, find interrupted runs, delete old jobs, and
 * count. The number of rows they read doesn't grow with the number of jobs (docs/decisions/0040).
 */
import type { OwnerDatabase } from '../../core/db.ts'
import type { LaneName } from '../../core/job-lanes.ts'
import { KEPT_SECONDS, PRIORITIES, SCHEMA, WAITS_SECONDS } from './database.ts'

/**
 * A claimed job. Its ID and attempt number identify the claim, so that it can't overwrite the outcome of a later one.
 */
export interface JobClaim {
  readonly id: string
  readonly name: string
  readonly data: unknown
  readonly retryCount: number
  readonly retryLimit: number
}

/** A claim in the turn of an organization. */
export interface LaneClaim extends JobClaim {
  readonly lane: LaneName
  readonly organization: string
  readonly priority: number
}

/** Slots of a lane in one process, and the organizations that use them. */
export interface LaneState {
  readonly lane: LaneName
  readonly places: number
  /** Slots beyond `places`, only for organizations below their share of the lane. */
  readonly guests: number
  /** Organization that had the last turn; empty at the start. */
  readonly after: string
  /** Number of running jobs by organization. */
  readonly running: Readonly<Record<string, number>>
  /** Organizations whose next job is bulk work, if some waits. */
  readonly owed: readonly string[]
}

/** @param ahead milliseconds by which the job clock is ahead of the database clock */
export const takeTurns = (
  owner: OwnerDatabase,
  ahead: number,
  known: readonly string[],
  lanes: readonly LaneState[],
): Promise<LaneClaim[]> =>
  owner.query<LaneClaim>(
    `select * from parley_jobs.take_turns(${SCHEMA}.job_now() + $1 * interval '1 millisecond', $2::text[], $3::jsonb)`,
    [ahead, known, JSON.stringify(lanes)],
  )

/**
 * Claims the next job of one organization, or of all, in the order of creation. For tests, which run one job after the
 * other.
 */
export const takeOne = (
  owner: OwnerDatabase,
  ahead: number,
  known: readonly string[],
  org: string | undefined,
  except: readonly string[],
): Promise<JobClaim[]> =>
  owner.query<JobClaim>(
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

/** An interrupted run. */
export type StoppedJob = Pick<JobClaim, 'id' | 'name' | 'retryCount'>

/** Runs without heartbeat or over their time limit. All runs, if no other process runs jobs. */
export const selectStopped = (owner: OwnerDatabase, known: readonly string[], all: boolean): Promise<StoppedJob[]> =>
  owner.query<StoppedJob>(
    `select id, name, retry_count as "retryCount" from ${SCHEMA}.job_common
     where state = 'active' and name = any($1::text[])
       and ($2 or started_on + expire_seconds * interval '1 second' < ${SCHEMA}.job_now()
               or heartbeat_on + heartbeat_seconds * interval '1 second' < ${SCHEMA}.job_now())`,
    [known, all],
  )

/** Maximum number of rows deleted by one statement. */
const DELETED_AT_ONCE = 1_000

/** Deletes jobs that failed a week ago, and jobs that didn't run for a month. */
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

/** Aggregates the counts, so that statistics need few rows. */
export const foldCounts = (owner: OwnerDatabase): Promise<unknown> => owner.query('select parley_jobs.fold()')

/** Number of jobs of a queue by state. */
export interface QueueFigures {
  readonly job: string
  /** Due, but not started. */
  readonly waiting: number
  /** Due later: retries and scheduled jobs. */
  readonly later: number
  readonly running: number
  readonly failed: number
}

/** Statistics of all non-empty queues, of one organization or of all. */
export const readQueueFigures = (owner: OwnerDatabase, org: string | undefined): Promise<QueueFigures[]> =>
  owner.query<QueueFigures>(`${queueFigures('$1')} order by job`, [org ?? ''])

/** @param organization SQL expression; empty text means all organizations */
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

/** Due time of the oldest waiting job by queue, over all organizations. */
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

/** Due time of the first job in the lines of the organization. */
export async function readOldestInLines(owner: OwnerDatabase, org: string): Promise<string | undefined> {
  const [row] = await owner.query<{ since: string | null }>(
    `select min(o.start_after) as since
     from (values ('inside'), ('outside'), ('long')) l (lane) cross join unnest($2::integer[]) p (priority)
     cross join lateral (
       select start_after from ${SCHEMA}.job_common
       where group_tier = l.lane and group_id = $1 and priority = p.priority and state < 'active' and not blocked
       order by created_on limit 1
     ) o`,
    [org, Object.values(PRIORITIES)],
  )
  return row?.since ?? undefined
}
