/**
 * Jobs on pg-boss, in the schema `pgboss` of the same database. The caller's transaction inserts a job as the
 * unprivileged role. Row-level security admits only rows of its organization (`group_id`).
 *
 * pg-boss itself runs with the permissions of the schema owner. Its timers are off: `runner.ts` polls all queues
 * with one statement and starts pg-boss's maintenance.
 */
import { type Db, fromKysely, getConstructionPlans, PgBoss } from 'pg-boss'
import { type Clock, systemClock } from '../../core/clock.ts'
import type { OwnerDatabase, Store, Writer } from '../../core/db.ts'
import type { LaneName } from '../../core/job-lanes.ts'
import type { AnyJob, Jobs } from '../../core/jobs.ts'
import type { Log } from '../../core/log.ts'
import { currentScope } from '../../core/request-scope.ts'
import { takeUrgency } from '../../core/urgency.ts'

export const SCHEMA = 'pgboss'

/** Queue that receives the payload of a job whose last attempt failed, if the job has a `failed` handler. */
export const failedQueue = (job: string): string => `${job}.failed`

export const DEFAULT_RETRIES = 3
export const DEFAULT_TIMEOUT = 300
/** Seconds without a heartbeat after which a run counts as failed, and seconds between heartbeats. */
const HEARTBEAT = 60
export const HEARTBEAT_REFRESH = 20

export const laneFor = (job: Pick<AnyJob, 'long' | 'outside'>): LaneName =>
  job.long ? 'long' : job.outside ? 'outside' : 'inside'

/** Queues of a job: its own, and that of its final failure. */
const queuesFor = ({ id, failed }: AnyJob): string[] => (failed === undefined ? [id] : [id, failedQueue(id)])

/**
 * Priorities in the line of an organization: most jobs, bulk work about a single call that a person requested, and other
 * bulk work. Earlier versions added most jobs with the priority 0.
 */
export const PRIORITIES = { normal: 1, requested: 0, bulk: -1 } as const

const priorityFor = ({ background }: Pick<AnyJob, 'background'>, isUrgent: boolean): number =>
  background !== true ? PRIORITIES.normal : isUrgent ? PRIORITIES.requested : PRIORITIES.bulk

/** Retry delays: 2 to 4 seconds, then 4 to 8, and so on, at most an hour. */
const WAITING = { retryDelay: 2, retryBackoff: true, retryDelayMax: 3_600 } as const
/** Failed jobs are kept for a week, for troubleshooting. Finished jobs are deleted immediately. */
export const KEPT_SECONDS = 7 * 86_400
/** Age after which pg-boss deletes jobs that never ran. */
export const WAITS_SECONDS = 30 * 86_400

/** Key of the advisory lock for creating the schema. The value is arbitrary. */
const LOCK = 5_417_002

/** PostgreSQL error code of a missing table or schema. */
const UNDEFINED_TABLE = '42P01'

/** Minimum permissions for adding jobs. The role can't read jobs except their IDs, and can't change or delete them. */
const GRANTS = `
  grant usage on schema ${SCHEMA} to parley_app;
  grant select on ${SCHEMA}.queue to parley_app;
  grant insert, select (id) on ${SCHEMA}.job_common to parley_app;
  alter table ${SCHEMA}.job_common enable row level security;
  drop policy if exists tenant on ${SCHEMA}.job_common;
  create policy tenant on ${SCHEMA}.job_common
    using (group_id = current_organization()::text) with check (group_id = current_organization()::text)`

export interface JobsDatabase {
  readonly jobs: Jobs
  readonly boss: PgBoss
  /** Names of all queues. */
  readonly names: readonly string[]
  /** The same store. Calls `onAdded` after the commit of a transaction that added a job. */
  watched(store: Store): Store
  onAdded(wake: () => void): void
  close(): Promise<void>
}

/** @param kinds all jobs that this process or others can add or run */
export async function openJobs(
  owner: OwnerDatabase,
  kinds: readonly AnyJob[],
  clock: Clock,
  log: Pick<Log, 'warn'>,
): Promise<JobsDatabase> {
  const boss = new PgBoss({
    db: asBossDatabase(owner),
    schema: SCHEMA,
    schedule: false,
    supervise: false,
    // Both query statistics that the embedded database doesn't have. On a server, autovacuum does this.
    reindex: false,
    monitorVacuum: false,
    queueCacheIntervalSeconds: 86_400,
    bamIntervalSeconds: 3_600,
  })
  boss.on('error', (error) => log.warn({ error: error.message }, 'housekeeping of the jobs failed'))
  // Set before pg-boss starts, because it then reads the queues. A lookup in the middle of a transaction would deadlock
  // on the embedded database, whose single session that transaction holds.
  const queues = new Map(kinds.flatMap((kind) => queuesFor(kind).map((name) => [name, laneFor(kind)])))
  await prepare(owner, queues)
  await boss.start()

  const adding = new WeakSet<Writer>()
  let wake = () => {}
  const jobs: Jobs = {
    async add(tx, org, job, input, { startAfter, urgent } = {}) {
      const kind = kinds.find(({ id }) => id === job.id)
      if (kind === undefined) throw new Error(`The catalog doesn't contain the job ${job.id}.`)
      job.input.parse(input)
      // The request that caused the job, directly or through another job. Log lines of the job contain the ID.
      const requestId = currentScope()?.requestId
      const isUrgent = job.singleCall === true && (urgent ?? takeUrgency())
      const id = await boss.send(
        job.id,
        {
          organizationId: org,
          input,
          ...(requestId === undefined ? {} : { requestId }),
          ...(isUrgent ? { urgent: true } : {}),
        },
        {
          db: fromKysely(tx),
          group: { id: org },
          priority: priorityFor(job, isUrgent),
          ...dueFrom(clock, startAfter),
          retryLimit: job.retries ?? DEFAULT_RETRIES,
          ...WAITING,
          // The runner ends runs over their time limit. This covers runs whose process ended.
          expireInSeconds: Math.ceil(job.timeout ?? DEFAULT_TIMEOUT) + HEARTBEAT,
          heartbeatSeconds: HEARTBEAT,
          deleteAfterSeconds: KEPT_SECONDS,
          retentionSeconds: WAITS_SECONDS,
          ...(kind.failed !== undefined ? { deadLetter: failedQueue(job.id) } : {}),
        },
      )
      if (id === null) throw new Error(`The queue rejected the job ${job.id}.`)
      adding.add(tx)
    },
  }
  return {
    jobs,
    boss,
    names: [...queues.keys()],
    watched: (store) => ({
      ...store,
      of(organizationId) {
        const database = store.of(organizationId)
        return {
          ...{ read: database.read, openReader: database.openReader, transactBatch: database.transactBatch },
          async transact(work) {
            let writer: Writer | undefined
            const result = await database.transact((tx) => {
              writer = tx
              return work(tx)
            })
            if (writer !== undefined && adding.has(writer)) wake()
            return result
          },
        }
      },
    }),
    onAdded(told) {
      wake = told
    },
    close: () => boss.stop({ close: false, graceful: false }),
  }
}

/**
 * Milliseconds by which the service clock is ahead of the system clock: 0, except in tests. Jobs become due by the
 * service clock.
 */
export function computeClockOffset(clock: Clock): number {
  if (clock === systemClock) return 0
  // Read first, so that the time between both reads never delays a job.
  const real = Date.now()
  return clock.now().getTime() - real
}

/**
 * Empty for immediate jobs: they use the database clock, which all processes share. Only a clock that is behind gives its
 * own time, because its jobs wouldn't be due yet by the database clock.
 */
function dueFrom(clock: Clock, asked: Date | undefined): { startAfter?: Date } {
  if (asked !== undefined) return { startAfter: asked }
  return computeClockOffset(clock) >= 0 ? {} : { startAfter: clock.now() }
}

interface State {
  readonly queues: readonly string[]
  /** Lane of each queue. */
  readonly lanes: Readonly<Record<string, string>>
  readonly granted: boolean
  /** Whether the triggers that sort and count jobs are installed (migration 0039). */
  readonly attached: boolean
}

/** Existing schema, grants and queues. Empty if pg-boss hasn't created its schema yet. */
async function readState(owner: OwnerDatabase): Promise<State> {
  const nothing: State = { queues: [], lanes: {}, granted: false, attached: false }
  try {
    const [state] = await owner.query<State>(
      `select array(select name from ${SCHEMA}.queue) as queues,
              coalesce((select jsonb_object_agg(job, lane) from parley_jobs.lanes), '{}') as lanes,
              (select relrowsecurity from pg_class where oid = '${SCHEMA}.job_common'::regclass) as granted,
              exists (select from pg_trigger where tgrelid = '${SCHEMA}.job_common'::regclass and tgname = 'parley_mark')
                as attached`,
    )
    return state ?? nothing
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return nothing
    throw error
  }
}

/** Creates missing schema, grants, queues and triggers. If several processes start together, one of them does. */
async function prepare(owner: OwnerDatabase, queues: ReadonlyMap<string, LaneName>): Promise<void> {
  const before = await readState(owner)
  const missing = [...queues.keys()].filter((name) => !before.queues.includes(name))
  const lanes = [...queues].filter(([name, lane]) => before.lanes[name] !== lane)
  if (before.granted && before.attached && missing.length === 0 && lanes.length === 0) return
  await owner.transact(async (query) => {
    // A separate statement, so that the following ones see data committed during the wait.
    await query(`select pg_advisory_xact_lock(${LOCK})`)
    const [there] = await query<{ made: boolean }>(`select to_regclass('${SCHEMA}.version') is not null as made`)
    if (there?.made !== true) await query(withoutTransaction(getConstructionPlans(SCHEMA)))
    if (!before.granted) await query(GRANTS)
    await query(
      `insert into parley_jobs.lanes (job, lane) select * from unnest($1::text[], $2::text[])
       on conflict (job) do update set lane = excluded.lane`,
      [lanes.map(([name]) => name), lanes.map(([, lane]) => lane)],
    )
    for (const name of missing) {
      const options = { policy: 'standard', retryLimit: DEFAULT_RETRIES, ...WAITING, heartbeatSeconds: HEARTBEAT }
      // Does nothing if the queue exists.
      await query(`select ${SCHEMA}.create_queue($1, $2::jsonb)`, [name, JSON.stringify(options)])
    }
    // Last, because it blocks others from adding jobs until the transaction ends.
    if (!before.attached) await query('select parley_jobs.attach()')
  })
}

/**
 * Removes the transaction commands from SQL texts of pg-boss. The texts already run in a transaction, which isolates
 * clients of the embedded database and rolls back partial failures.
 */
const withoutTransaction = (text: string) => text.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '')

function asBossDatabase(owner: OwnerDatabase): Db {
  return {
    async executeSql(text, values) {
      return { rows: await owner.query(withoutTransaction(text), values?.length === 0 ? undefined : values) }
    },
  }
}
