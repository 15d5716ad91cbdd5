/**
 * Jobs on pg-boss, in the schema `pgboss` of the same database. A job is a row written by the caller's own transaction,
 * as the unprivileged role, under row-level security that admits only rows of its organization (`group_id`).
 *
 * pg-boss itself works with the rights of the schema's owner. Its timers stay off: `jobs-runner.ts` asks once for all
 * queues, and tells pg-boss when to look after them.
 */
import { type Db, fromKysely, getConstructionPlans, PgBoss } from 'pg-boss'
import { type Clock, systemClock } from '../core/clock.ts'
import type { OwnerDatabase, Store, Writer } from '../core/db.ts'
import type { AnyJob, Jobs } from '../core/jobs.ts'
import type { Log } from '../core/log.ts'
import { currentScope } from '../core/request-scope.ts'

export const SCHEMA = 'pgboss'

/** Where the payload of a job goes when its last try has failed and it wants to hear of it. */
export const failedQueue = (job: string): string => `${job}.failed`

export const DEFAULT_RETRIES = 3
export const DEFAULT_TIMEOUT = 300
/** Seconds without a sign of life after which a run counts as failed, and between the signs. */
const HEARTBEAT = 60
export const HEARTBEAT_REFRESH = 20

/** Jobs that share places. A queue belongs to one of them. */
export const LANES = ['inside', 'outside', 'long'] as const
export type LaneName = (typeof LANES)[number]

export const laneFor = (job: Pick<AnyJob, 'long' | 'outside'>): LaneName =>
  job.long ? 'long' : job.outside ? 'outside' : 'inside'

/** Queues of a job: its own, and the one of its last failure. */
const queuesFor = ({ id, failed }: AnyJob): string[] => (failed === undefined ? [id] : [id, failedQueue(id)])

/** Priority of work in bulk: everything else of its organization goes first. */
const BACKGROUND = -1

/** How jobs are tried again: after 2 to 4 seconds, then 4 to 8, and so on, never more than an hour. */
const WAITING = { retryDelay: 2, retryBackoff: true, retryDelayMax: 3_600 } as const
/** Failed ones are kept a week, for whoever looks into it; finished ones are deleted at once. */
export const KEPT_SECONDS = 7 * 86_400
/** pg-boss forgets what nobody ran for so long. */
export const WAITS_SECONDS = 30 * 86_400

/** Any constant: the key of the advisory lock under which the schema is made. */
const LOCK = 5_417_002

/** PostgreSQL's code of a table, or its schema, that is not there. */
const UNDEFINED_TABLE = '42P01'

/** The least that adding takes: one may neither read what was added, but for its id, nor change or delete it. */
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
  /** The same store; a transaction that added a job tells `onAdded` once it is committed. */
  watched(store: Store): Store
  onAdded(wake: () => void): void
  close(): Promise<void>
}

/** @param kinds every job that may be added or run, here or by other processes */
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
    // Both look at what the embedded database has not, and what a server's own autovacuum does.
    reindex: false,
    monitorVacuum: false,
    queueCacheIntervalSeconds: 86_400,
    bamIntervalSeconds: 3_600,
  })
  boss.on('error', (error) => log.warn({ error: error.message }, 'housekeeping of the jobs failed'))
  // Before it starts, since that is when it reads the queues. One that it had to look up in the middle of a transaction
  // would never be found on the embedded database, whose one session that transaction holds.
  const queues = new Map(kinds.flatMap((kind) => queuesFor(kind).map((name) => [name, laneFor(kind)])))
  await prepare(owner, queues)
  await boss.start()

  const adding = new WeakSet<Writer>()
  let wake = () => {}
  const jobs: Jobs = {
    async add(tx, org, job, input, when) {
      const kind = kinds.find(({ id }) => id === job.id)
      if (kind === undefined) throw new Error(`The job ${job.id} is not in the catalog.`)
      job.input.parse(input)
      // The request that causes it, directly or by another job: its log lines carry the ID.
      const requestId = currentScope()?.requestId
      const id = await boss.send(
        job.id,
        { organizationId: org, input, ...(requestId === undefined ? {} : { requestId }) },
        {
          db: fromKysely(tx),
          group: { id: org },
          ...(job.background ? { priority: BACKGROUND } : {}),
          ...dueFrom(clock, when?.startAfter),
          retryLimit: job.retries ?? DEFAULT_RETRIES,
          ...WAITING,
          // The runner ends a run that is over its time; this is for one whose process does not.
          expireInSeconds: Math.ceil(job.timeout ?? DEFAULT_TIMEOUT) + HEARTBEAT,
          heartbeatSeconds: HEARTBEAT,
          deleteAfterSeconds: KEPT_SECONDS,
          retentionSeconds: WAITS_SECONDS,
          ...(kind.failed !== undefined ? { deadLetter: failedQueue(job.id) } : {}),
        },
      )
      if (id === null) throw new Error(`The job ${job.id} was not taken.`)
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
          read: database.read,
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

/** Milliseconds that our clock is ahead of the machine's: none, but for tests that set it. Jobs become due by our clock. */
export function ahead(clock: Clock): number {
  if (clock === systemClock) return 0
  // Read first, so that the time between the two readings never makes a job wait.
  const real = Date.now()
  return clock.now().getTime() - real
}

/** Nothing for what is due at once: by the database's clock, then, which all processes share. */
function dueFrom(clock: Clock, asked: Date | undefined): { startAfter?: Date } {
  if (asked !== undefined) return { startAfter: asked }
  return clock === systemClock ? {} : { startAfter: clock.now() }
}

interface State {
  readonly queues: readonly string[]
  /** The lane of each queue. */
  readonly lanes: Readonly<Record<string, string>>
  readonly granted: boolean
  /** Whether the jobs are sorted into lines and counted (migration 0039). */
  readonly attached: boolean
}

/** What is there already; nothing, when pg-boss has not made its schema yet. */
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

/** Creates schema, grants, queues and lines, as far as they are missing; of processes that start together one does. */
async function prepare(owner: OwnerDatabase, queues: ReadonlyMap<string, LaneName>): Promise<void> {
  const before = await readState(owner)
  const missing = [...queues.keys()].filter((name) => !before.queues.includes(name))
  const lanes = [...queues].filter(([name, lane]) => before.lanes[name] !== lane)
  if (before.granted && before.attached && missing.length === 0 && lanes.length === 0) return
  await owner.transact(async (query) => {
    // A statement of its own: what follows must see what was committed while it waited.
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
      // Does nothing where the queue is there.
      await query(`select ${SCHEMA}.create_queue($1, $2::jsonb)`, [name, JSON.stringify(options)])
    }
    // Last, since it keeps others from adding jobs until the transaction ends.
    if (!before.attached) await query('select parley_jobs.attach()')
  })
}

/**
 * pg-boss opens and ends a transaction inside some of its texts. Here each text is in one already, which is what keeps
 * clients of the embedded database apart and undoes a text that fails half way.
 */
const withoutTransaction = (text: string) => text.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '')

function asBossDatabase(owner: OwnerDatabase): Db {
  return {
    async executeSql(text, values) {
      return { rows: await owner.query(withoutTransaction(text), values?.length === 0 ? undefined : values) }
    },
  }
}
