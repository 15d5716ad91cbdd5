/** Figures of the job queue, the end of old jobs, and the cost of claiming jobs. */
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { newId } from '../../core/clock.ts'
import { fresh, openFairQueue, until } from '../../testing/fair-queue.ts'
import {
  deleteOld,
  foldCounts,
  type QueueFigures,
  readOldest,
  readOldestInLines,
  readQueueFigures,
} from './statements.ts'
import { readQueues } from './waiting.ts'

const { app, busy, single, open } = await openFairQueue()

describe('figures', () => {
  /** Reference: counts all rows. */
  const counted = (org: string | undefined) =>
    app.store.owner.query<QueueFigures>(
      `select name as job, count(*) filter (where state < 'active' and start_after <= now())::int as waiting,
              count(*) filter (where state < 'active' and start_after > now())::int as later,
              count(*) filter (where state = 'active')::int as running, count(*) filter (where state = 'failed')::int as failed
       from pgboss.job where $1::text is null or group_id = $1 group by name order by name`,
      [org ?? null],
    )

  it('are those of the rows, whatever was done to them and by whom', async () => {
    const job = fresh({ handle: async () => undefined })
    const other = fresh({ retries: 0, handle: () => Promise.reject(new Error('no luck')) })
    const { runner, add, addMany } = await open([job, other])
    const { owner } = app.store
    const agree = async () => {
      for (const org of [undefined, busy, single])
        expect(await readQueueFigures(owner, org)).toEqual(await counted(org))
      // Counts that metrics and checks show.
      const shown = (await readQueues(owner, [job.id, other.id])).filter(
        (one) => one.waiting + one.later + one.running > 0,
      )
      const byName = shown.toSorted((a, b) => (a.queue < b.queue ? -1 : 1))
      expect(byName.map((one) => [one.queue, one.waiting, one.later, one.running])).toEqual(
        (await counted(undefined))
          .filter((one) => one.waiting + one.later + one.running > 0)
          .map((one) => [one.job, one.waiting, one.later, one.running]),
      )
    }
    await addMany(busy, job, 20)
    await add(single, other, 1)
    await add(single, job, 1, new Date(Date.now() + 600_000))
    await agree()
    await runner.drain(single)
    await agree()
    await owner.query(
      `update pgboss.job set state = 'active', started_on = now() where id in
      (select id from pgboss.job where state < 'active' and group_id = $1 limit 7)`,
      [busy],
    )
    await foldCounts(owner)
    await agree()
    await owner.query(`update pgboss.job_common set heartbeat_on = now() where state = 'active'`)
    await owner.query(
      `delete from pgboss.job_common where id in (select id from pgboss.job where state = 'active' limit 3)`,
    )
    await agree()
    await Promise.all([foldCounts(owner), foldCounts(owner), addMany(busy, job, 5)])
    await agree()
    await foldCounts(owner)
    const [left] = await owner.query<{ n: number }>('select count(*) as n from parley_jobs.changes')
    expect(left?.n).toBe(0)
    await agree()
  })

  it('tell since when the oldest waits', async () => {
    const job = fresh({ handle: async () => undefined })
    const { add } = await open([job])
    const { owner } = app.store
    await add(busy, job, 1)
    await add(single, job, 2)
    await add(single, job, 3, new Date(Date.now() + 600_000))
    await owner.query(`update pgboss.job set start_after = '2026-01-02T00:00:00Z' where group_id = $1`, [busy])
    expect(await readOldest(owner)).toEqual([{ job: job.id, waitingSince: '2026-01-02T00:00:00.000Z' }])
    expect(await readOldestInLines(owner, busy)).toBe('2026-01-02T00:00:00.000Z')
    expect(Date.parse((await readOldestInLines(owner, single)) ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(await readOldestInLines(owner, newId())).toBeUndefined()
  })
})

describe('what is old', () => {
  it('is deleted: failed a week ago, or never run for a month', async () => {
    const job = fresh({ handle: async () => undefined })
    const { addMany } = await open([job])
    const { owner } = app.store
    await addMany(busy, job, 6)
    const change = (set: string) =>
      owner.query(
        `update pgboss.job set ${set} where id = (select id from pgboss.job where data ? 'input' and output is null limit 1)`,
      )
    await change(`state = 'failed', completed_on = now() - interval '8 days', output = '"old"'`)
    await change(`state = 'failed', completed_on = now() - interval '6 days', output = '"kept"'`)
    await change(`start_after = now() - interval '31 days', keep_until = now() - interval '1 day', output = '"old"'`)
    await change(`start_after = now() - interval '31 days', keep_until = now() + interval '1 day', output = '"kept"'`)
    await deleteOld(owner)
    const left = await owner.query<{ output: string | null }>('select output from pgboss.job order by output')
    expect(left.map(({ output }) => output)).toEqual(['kept', 'kept', null, null])
  })
})

describe('looking for work', () => {
  /** Number of database pages that a statement reads. */
  async function pagesOf(statement: string): Promise<number> {
    return app.store.owner.transact(async (query) => {
      const [row] = await query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
        `explain (analyze, buffers, format json) ${statement}`,
      )
      const plan = row?.['QUERY PLAN'][0]?.Plan ?? {}
      await query('rollback; begin')
      return (plan['Shared Hit Blocks'] ?? Number.NaN) + (plan['Shared Read Blocks'] ?? Number.NaN)
    })
  }

  it('reads as many pages of a large backlog as of a small one, as do adding and counting', {
    timeout: 120_000,
  }, async () => {
    const job = fresh({ handle: async () => undefined })
    await open([job])
    const { owner } = app.store
    const fill = (from: number, to: number) =>
      owner.query(
        `insert into pgboss.job_common (name, group_id, data, start_after, created_on, keep_until)
         select $1, case when n % 2 = 0 then $2 else md5((n % 500)::text)::uuid::text end, '{}',
                case when n % 3 = 0 then now() + interval '1 hour' else now() - interval '1 hour' end,
                now() - n * interval '1 second', now() + interval '30 days'
         from generate_series($3::int, $4::int) n`,
        [job.id, busy, from, to],
      )
    const lanes = JSON.stringify([
      { lane: 'inside', places: 4, guests: 2, after: '', running: { [busy]: 2 }, owed: [busy] },
    ])
    const looks = {
      taking: `select * from parley_jobs.take_turns(now(), array['${job.id}'], '${lanes}')`,
      adding: `insert into pgboss.job_common (name, group_id, data) values ('${job.id}', '${busy}', '{}')`,
      oldest: `select start_after from pgboss.job_common where name = '${job.id}' and state < 'active' and not blocked
               and group_tier <> 'later' order by start_after limit 1`,
      counting: `select sum(n) from (select n from parley_jobs.totals where organization = ''
                 union all select n from parley_jobs.changes where organization = '') c`,
    }
    const measure = async () => {
      const pages: Record<string, number> = {}
      for (const [name, statement] of Object.entries(looks)) {
        await pagesOf(statement)
        pages[name] = await pagesOf(statement)
      }
      return pages
    }
    await fill(1, 200)
    await foldCounts(owner)
    const small = await measure()
    await fill(201, 20_000)
    await foldCounts(owner)
    // Statistics of a small table are the worst case for the planner; current statistics are the usual case.
    const stale = await measure()
    await owner.query('analyze pgboss.job_common')
    const large = await measure()
    // A scan of the 20,000 jobs reads about 300 pages. Rows of folded counts stay until autovacuum: some pages more.
    const bounded = Object.fromEntries(
      Object.entries(small).map(([name, pages]) => [name, expect.toSatisfy((n: number) => n < 3 * pages + 20)]),
    )
    expect(stale).toEqual(bounded)
    expect(large).toEqual(bounded)
  })
})

describe('an installation of before', () => {
  it('keeps its jobs: each is run once, in order, and counted', async () => {
    const seen: string[] = []
    const job = fresh({ handle: async ({ n }, ctx) => void seen.push(`${ctx.org === busy ? 'busy' : 'single'} ${n}`) })
    const { owner } = app.store
    // State of an earlier version: without lines, lanes and counts.
    await (await open([job])).runner.stop()
    for (const index of ['line', 'later', 'oldest', 'running', 'ended']) {
      await owner.query(`drop index pgboss.job_parley_${index}`)
    }
    for (const [name, table] of [
      ['mark', 'job_common'],
      ...['added', 'changed', 'removed'].flatMap((one) => [
        [`count_${one}`, 'job'],
        [`count_${one}`, 'job_common'],
      ]),
    ]) {
      await owner.query(`drop trigger parley_${name} on pgboss.${table}`)
    }
    await owner.query('delete from parley_jobs.totals; delete from parley_jobs.changes; delete from parley_jobs.lanes')
    const leave = (org: string, n: number, state: string, due: string) =>
      owner.query(
        `insert into pgboss.job (name, group_id, data, state, start_after, started_on, heartbeat_on, heartbeat_seconds, retry_limit, retry_delay, created_on)
         values ($1, $2, $3, $4::pgboss.job_state, now() + $5::interval, case when $4 = 'active' then now() - interval '10 minutes' end,
                 case when $4 = 'active' then now() - interval '10 minutes' end, 60, 3, 0, now() - interval '1 hour' + $6 * interval '1 second')`,
        [job.id, org, JSON.stringify({ organizationId: org, input: { n } }), state, due, n],
      )
    for (let n = 0; n < 5; n++) await leave(busy, n, 'created', '-1 minute')
    await leave(single, 5, 'retry', '-1 minute')
    await leave(single, 6, 'active', '-10 minutes')
    await leave(single, 7, 'created', '1 hour')
    await leave(single, 8, 'failed', '-1 hour')

    const { runner } = await open([job], { concurrency: 1, tendSeconds: 0 })
    expect(await readQueueFigures(owner, undefined)).toEqual([
      { job: job.id, waiting: 6, later: 1, running: 1, failed: 1 },
    ])
    runner.start()
    await until(() => seen.length === 7)
    expect(seen.filter((one) => one.startsWith('busy'))).toEqual([0, 1, 2, 3, 4].map((n) => `busy ${n}`))
    expect(seen.filter((one) => one.startsWith('single')).toSorted()).toEqual(['single 5', 'single 6'])
    await pause(100)
    expect(await readQueueFigures(owner, undefined)).toEqual([
      { job: job.id, waiting: 0, later: 1, running: 0, failed: 1 },
    ])
  })
})
