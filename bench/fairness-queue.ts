/** What one look for work, one added job and the figures cost while ever more jobs wait. */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, openApp } from '../src/app.ts'
import { newId } from '../src/core/clock.ts'
import { readConfig } from '../src/core/config.ts'
import { createLog } from '../src/core/log.ts'
import { foldCounts, readOldest, readQueueFigures, takeTurns } from '../src/outbound/jobs/statements.ts'
import { type Goal, percentile, printTable, short, tell } from './report.ts'

/** A queue that exists in every version. */
const JOB = 'analyze_conversation'
const ROUNDS = 15
/** Organizations that the waiting jobs are of; half of the jobs are of one of them. */
const ORGANIZATIONS = 500
/** Jobs that one statement inserts. */
const INSERTED_AT_ONCE = 50_000

const COSTS = ['take', 'add', 'figures', 'oldest'] as const
type Costs = Record<(typeof COSTS)[number], number>

export interface MeasuredQueue {
  readonly waiting: number
  /** Milliseconds, lowest tenths: others use the machine too. */
  readonly costs: Costs
  /** The same of the statement that took jobs before, which sorts what waits. */
  readonly sorted: number
}

/** What most repetitions don't undercut, while others use the machine too. */
export const quick = (times: readonly number[]): number => percentile(times, 0.1)

/** Opens the program as it is, without running jobs, on the embedded database or the one at the address. */
export async function withApp<T>(url: string | undefined, work: (app: App) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const settings = { DATA_DIR: folder, SECRET: 'x'.repeat(40), ...(url === undefined ? {} : { DATABASE_URL: url }) }
  const app = await openApp(readConfig(settings), createLog('warn'))
  try {
    return await work(app)
  } finally {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  }
}

export const measureQueue = (
  url: string | undefined,
  { waiting }: { readonly waiting: readonly number[] },
): Promise<MeasuredQueue[]> =>
  withApp(url, async (app) => {
    const measured: MeasuredQueue[] = []
    let there = 0
    for (const count of [0, ...waiting.toSorted((a, b) => a - b)]) {
      if (count > there) tell(`${count} waiting jobs: adding`)
      for (; there < count; there = Math.min(count, there + INSERTED_AT_ONCE)) {
        await insert(app, there, Math.min(count, there + INSERTED_AT_ONCE))
      }
      await foldCounts(app.store.owner)
      await app.store.owner.query('analyze pgboss.job_common')
      measured.push({ waiting: count, ...(await measure(app)) })
    }
    print(measured)
    return measured
  })

const insert = ({ store: { owner } }: App, from: number, to: number) =>
  owner.query(
    `insert into pgboss.job_common (name, group_id, data, priority, start_after, created_on, keep_until)
     select $1, case when n % 2 = 0 then md5('busy') else md5((n % ${ORGANIZATIONS})::text) end::uuid::text, '{}', -1,
            case when n % 10 = 0 then now() + interval '1 day' else now() end, now() - n * interval '1 millisecond',
            now() + interval '30 days'
     from generate_series($2::int, $3::int) n`,
    [JOB, from + 1, to],
  )

async function measure({ store: { owner } }: App): Promise<Omit<MeasuredQueue, 'waiting'>> {
  const state = (after: string) => [{ lane: 'inside' as const, places: 4, guests: 2, after, running: {}, owed: [] }]
  const undo = `update pgboss.job_common set state = 'created', started_on = null where state = 'active'`
  const times: Record<keyof Costs | 'sorted', number[]> = { take: [], add: [], figures: [], oldest: [], sorted: [] }
  const timed = async <T>(into: number[], work: () => Promise<T>): Promise<T> => {
    const begun = performance.now()
    const result = await work()
    into.push(performance.now() - begun)
    return result
  }
  for (let round = 0; round < ROUNDS; round++) {
    await timed(times.take, () => takeTurns(owner, 0, [JOB], state(newId())))
    await owner.query(undo)
    await timed(times.add, () =>
      owner.query(
        `insert into pgboss.job_common (name, group_id, data, start_after) values ($1, $2, '{}', now() + interval '1 day')`,
        [JOB, newId()],
      ),
    )
    await timed(times.figures, () => readQueueFigures(owner, undefined))
    await timed(times.oldest, () => readOldest(owner))
    if (round < 3) await timed(times.sorted, () => owner.query(SORTED, [JOB]))
  }
  const costs = Object.fromEntries(COSTS.map((name) => [name, quick(times[name])])) as Costs
  return { costs, sorted: quick(times.sorted) }
}

/** As jobs were taken before: over several queues, the oldest of all. */
const SORTED = `
  select name, id from pgboss.job
  where name = any(array[$1, 'send_mail', 'embed_passages']) and state < 'active' and not blocked and start_after <= now()
  order by priority desc, created_on limit 4`

function print(measured: readonly MeasuredQueue[]): void {
  printTable(
    `Cost by waiting jobs, ms (lowest tenth of ${ROUNDS}; transaction and round trip included)`,
    ['waiting jobs', 'look for work', 'add a job', 'figures', 'oldest', 'sorting all (before)'],
    measured.map(({ waiting, costs, sorted }) => [
      String(waiting),
      ...COSTS.map((name) => short(costs[name])),
      short(sorted),
    ]),
  )
}

export function queueGoals(measured: readonly MeasuredQueue[]): Goal[] {
  const [smallest, largest] = [measured.find(({ waiting }) => waiting > 0), measured.at(-1)]
  if (smallest === undefined || largest === undefined || smallest === largest) return []
  return COSTS.map((name) => ({
    what: `${name}: ${largest.waiting} waiting jobs over ${smallest.waiting}`,
    measured: largest.costs[name] / smallest.costs[name],
    limit: 2,
    sense: 'at most',
    unit: ' ×',
  }))
}
