/** Turns of organizations in the job queue, and the cost of claiming jobs. Uses separate databases. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type App, openApp } from '../../app.ts'
import { newId, systemClock } from '../../core/clock.ts'
import { readConfig } from '../../core/config.ts'
import { defineJob, type Job, type JobRunner } from '../../core/jobs.ts'
import { createLog, type Log } from '../../core/log.ts'
import type { OrganizationId, Principal } from '../../core/principal.ts'
import { runRequested } from '../../core/urgency.ts'
import { createOrganization } from '../../features/accounts/identity/index.ts'
import { scratchInstallation } from '../../testing/scratch-database.ts'
import { openJobs, PRIORITIES } from './database.ts'
import { createRunner, type RunnerOptions } from './runner.ts'
import {
  deleteOld,
  foldCounts,
  type QueueFigures,
  readOldest,
  readOldestInLines,
  readQueueFigures,
} from './statements.ts'
import { readQueues } from './waiting.ts'

const installation = await scratchInstallation()
const openHere = () => openApp(readConfig(installation.environment), createLog('warn'))
let app: App
let busy: OrganizationId
let single: OrganizationId
beforeAll(async () => {
  app = await openHere()
  // In this order, so that the busy organization has the lowest ID.
  busy = await found('Busy')
  single = await found('Single')
})
afterAll(async () => {
  await app.close()
  await installation.drop()
})

async function found(name: string): Promise<OrganizationId> {
  const org = newId() as OrganizationId
  const first = { name, domains: [], adminEmail: `admin@${name.toLowerCase()}.example` }
  await createOrganization(app.store.of(org), org, app.clock, first)
  return org
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await app.store.owner.query('delete from pgboss.job')
})

const input = z.object({ n: z.int() })
type Numbered = Job<typeof input>
const fresh = (job: Omit<Numbered, 'id' | 'input'>): Numbered =>
  defineJob({ id: `test_${randomBytes(6).toString('hex')}`, input, ...job })

const quiet = { info() {}, warn() {}, error() {}, debug() {} } as unknown as Log

async function open(jobs: readonly Numbered[], given: Partial<RunnerOptions> = {}) {
  const database = await openJobs(app.store.owner, jobs, systemClock, quiet)
  const store = database.watched(app.store)
  const runner: JobRunner = createRunner(database, app.store.owner, {
    jobs,
    contextFor: (org) => ({ ...app.contextFor(app.operator(org)), modelFor: () => undefined }),
    ...{ clock: systemClock, log: quiet, signals: { job() {} } },
    ...{ heartbeats: app.heartbeats, alone: false, pollSeconds: 0.05 },
    ...given,
  })
  closing.push(async () => {
    await runner.stop()
    await database.close()
  })
  const add = (org: OrganizationId, job: Numbered, n: number, startAfter?: Date) =>
    store
      .of(org)
      .transact((tx) => database.jobs.add(tx, org, job, { n }, startAfter === undefined ? {} : { startAfter }))
  const addMany = async (org: OrganizationId, job: Numbered, count: number) => {
    await store.of(org).transact(async (tx) => {
      for (let n = 0; n < count; n++) await database.jobs.add(tx, org, job, { n })
    })
  }
  return { runner, add, addMany }
}

async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 400; i++) {
    if (holds()) return
    await pause(25)
  }
  throw new Error('It did not come about within ten seconds.')
}

/** Jobs that run until they are ended. */
function createGate() {
  const underWay: { org: string; end: () => void }[] = []
  const started: string[] = []
  return {
    underWay,
    started,
    of: (org: string) => underWay.filter((one) => one.org === org).length,
    endOne(org: string) {
      const place = underWay.findIndex((one) => one.org === org)
      underWay.splice(place, 1)[0]?.end()
    },
    endAll() {
      for (const { end } of underWay.splice(0)) end()
    },
    handle: (org: string) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      started.push(org)
      underWay.push({ org, end: resolve })
      return promise
    },
  }
}

describe('an organization that has many jobs waiting', () => {
  it.each([{}, { outside: true as const }, { long: true as const }])(
    'never holds all places: the job of another one starts while none of its own ends (%j)',
    async (kind) => {
      const gate = createGate()
      const job = fresh({ ...kind, handle: (_, ctx) => gate.handle(ctx.org) })
      const { runner, addMany, add } = await open([job], { concurrency: 3, outsideConcurrency: 4 })
      await addMany(busy, job, 30)
      runner.start()
      const places = 'long' in kind ? 2 : 'outside' in kind ? 4 : 3
      await until(() => gate.of(busy) === places)
      await pause(150)
      expect(gate.of(busy)).toBe(places)
      await add(single, job, 1)
      await until(() => gate.of(single) === 1)
      expect(gate.of(busy)).toBe(places)
      closing.unshift(async () => gate.endAll())
      await app.store.owner.query(`delete from pgboss.job where state < 'active'`)
      gate.endAll()
    },
  )

  it('shares the places while both have work, and has them all when the other one has none', async () => {
    const gate = createGate()
    const job = fresh({ handle: (_, ctx) => gate.handle(ctx.org) })
    const { runner, addMany } = await open([job], { concurrency: 4 })
    await addMany(busy, job, 40)
    runner.start()
    await until(() => gate.of(busy) === 4)
    await addMany(single, job, 6)
    await until(() => gate.of(single) === 2)
    for (let n = 0; n < 4; n++) {
      gate.endOne(busy)
      await pause(100)
    }
    // A busy machine takes longer to start the next ones.
    await until(() => gate.of(busy) === 2 && gate.of(single) === 2)
    await pause(100)
    expect([gate.of(busy), gate.of(single)]).toEqual([2, 2])
    for (let n = 0; n < 6; n++) {
      await until(() => gate.of(single) > 0)
      gate.endOne(single)
    }
    await until(() => gate.of(busy) === 4)
    await app.store.owner.query(`delete from pgboss.job where state < 'active'`)
    gate.endAll()
  })

  it('gets every other turn, in each of several processes, and nothing runs twice', async () => {
    const seen: string[] = []
    const job = fresh({
      async handle({ n }, ctx) {
        seen.push(`${ctx.org} ${n}`)
        await pause(3)
      },
    })
    const here = await open([job], { concurrency: 1 })
    const there = await open([job], { concurrency: 1 })
    await here.addMany(busy, job, 60)
    await here.addMany(single, job, 10)
    here.runner.start()
    there.runner.start()
    await until(() => seen.length === 70)
    expect(new Set(seen).size).toBe(70)
    const lastSingle = seen.findLastIndex((one) => one.startsWith(single))
    // Ten of the single organization, as many of the busy one, and the running ones.
    expect(lastSingle).toBeLessThan(2 * 10 + 12)
  })

  it('keeps its own order: the oldest first, work in bulk after everything else', async () => {
    const seen: string[] = []
    const bulk = fresh({ background: true, handle: async ({ n }) => void seen.push(`bulk ${n}`) })
    const asked = fresh({ handle: async ({ n }) => void seen.push(`asked ${n}`) })
    const { runner, add } = await open([bulk, asked], { concurrency: 1 })
    for (let n = 0; n < 3; n++) await add(busy, bulk, n)
    for (let n = 0; n < 2; n++) await add(busy, asked, n)
    // Jobs that are added in the same millisecond have no order.
    await app.store.owner.query(
      `update pgboss.job set created_on = created_on + (data -> 'input' ->> 'n')::int * interval '1 millisecond'`,
    )
    runner.start()
    await until(() => seen.length === 5)
    expect(seen).toEqual(['asked 0', 'asked 1', 'bulk 0', 'bulk 1', 'bulk 2'])
  })
})

describe('a process for some lanes', () => {
  it('runs only their jobs, in as many places as it has, and leaves the others to another process', async () => {
    const gate = createGate()
    const long = fresh({ long: true, handle: (_, ctx) => gate.handle(ctx.org) })
    const done: number[] = []
    const mail = fresh({ handle: async ({ n }) => void done.push(n) })
    const { runner, add, addMany } = await open([long, mail], { lanes: { inside: 0, outside: 0, long: 3 } })
    await addMany(busy, long, 5)
    await add(busy, mail, 1)
    runner.start()
    await until(() => gate.of(busy) === 3)
    await pause(150)
    expect([gate.of(busy), done]).toEqual([3, []])
    const other = await open([long, mail], { lanes: { inside: 1, outside: 0, long: 0 } })
    other.runner.start()
    await until(() => done.length === 1)
    expect(gate.of(busy)).toBe(3)
    await app.store.owner.query(`delete from pgboss.job where state < 'active'`)
    gate.endAll()
  })
})

describe('work on a call that a person requested', () => {
  const person = { organizationId: '', role: 'SALES_REP', scopes: ['write'], via: 'session' } as unknown as Principal
  const asPerson = <T>(work: () => T) => runRequested({ ...person, organizationId: busy, keyId: newId() }, work)
  const addBulk = (job: Numbered, count: number) =>
    app.store.owner.query(
      `insert into pgboss.job_common (name, group_id, data, priority, start_after, created_on, keep_until)
       select $1, $2, jsonb_build_object('organizationId', $2::text, 'input', jsonb_build_object('n', n)), $3,
              now() - interval '1 hour', now() - interval '1 hour' + n * interval '1 millisecond', now() + interval '1 day'
       from generate_series(1, $4::int) n`,
      [job.id, busy, PRIORITIES.bulk, count],
    )

  it('starts next although 2,000 jobs of bulk work wait, and another organization keeps its turn', async () => {
    const gate = createGate()
    const started: string[] = []
    const job = fresh({
      ...{ background: true, singleCall: true },
      handle({ n }, ctx) {
        started.push(`${ctx.org === busy ? 'busy' : 'single'} ${n}`)
        return gate.handle(ctx.org)
      },
    })
    const { runner, add } = await open([job], { concurrency: 2 })
    await addBulk(job, 2_000)
    runner.start()
    await until(() => gate.of(busy) === 2)
    await asPerson(() => add(busy, job, 9_001))
    await add(single, job, 1)
    await until(() => gate.of(single) === 1)
    gate.endOne(single)
    gate.endOne(busy)
    await until(() => started.length === 4)
    expect(started).toEqual(['busy 1', 'busy 2', 'single 1', 'busy 9001'])
    await app.store.owner.query(`delete from pgboss.job where state < 'active'`)
    gate.endAll()
  })

  it('leaves bulk work every eighth place', async () => {
    const seen: string[] = []
    const bulk = fresh({ background: true, handle: async () => void seen.push('bulk') })
    const other = fresh({ handle: async () => void seen.push('other') })
    const { runner, addMany } = await open([bulk, other], { concurrency: 1 })
    await addMany(busy, bulk, 20)
    await addMany(busy, other, 120)
    runner.start()
    await until(() => seen.length === 140)
    expect(seen.slice(0, 16)).toEqual([...Array(7).fill('other'), 'bulk', ...Array(7).fill('other'), 'bulk'])
    expect(seen.slice(0, 128).filter((one) => one === 'bulk')).toHaveLength(16)
  })

  it('passes its urgency to the jobs about the call that it adds, and only to those', async () => {
    const rows = () =>
      app.store.owner.query<{ n: number; priority: number }>(
        `select (data -> 'input' ->> 'n')::int as n, priority from pgboss.job order by 1`,
      )
    const [analysis, index, mail] = [
      fresh({ background: true, singleCall: true, handle: async () => undefined }),
      fresh({ background: true, handle: async () => undefined }),
      fresh({ handle: async () => undefined }),
    ] as const
    const transcription = fresh({
      ...{ background: true, singleCall: true },
      async handle({ n }, ctx) {
        const later = { startAfter: new Date(Date.now() + 600_000) }
        await ctx.transact(async (tx) => {
          for (const [at, job] of [analysis, index, mail].entries())
            await database.jobs.add(tx, ctx.org, job, { n: n + at }, later)
        })
      },
    })
    const jobs = [analysis, index, mail, transcription]
    const database = await openJobs(app.store.owner, jobs, systemClock, quiet)
    closing.push(() => database.close())
    const { runner, add } = await open(jobs)
    await asPerson(() => add(busy, transcription, 10))
    await add(busy, transcription, 20)
    expect(await rows()).toEqual([
      { n: 10, priority: PRIORITIES.requested },
      { n: 20, priority: PRIORITIES.bulk },
    ])
    await runner.drain(busy)
    const { normal, requested, bulk } = PRIORITIES
    expect((await rows()).map(({ n, priority }) => [n, priority])).toEqual([
      ...[
        [10, requested],
        [11, bulk],
        [12, normal],
      ],
      ...[
        [20, bulk],
        [21, bulk],
        [22, normal],
      ],
    ])
  })
})

describe('a job that is due later', () => {
  it('waits apart, and takes its place in the line when its time has come', async () => {
    const seen: number[] = []
    const job = fresh({ handle: async ({ n }) => void seen.push(n) })
    const { runner, add } = await open([job])
    await add(single, job, 2, new Date(Date.now() + 1_500))
    await add(single, job, 3, new Date(Date.now() + 600_000))
    await add(single, job, 1)
    expect(await readQueueFigures(app.store.owner, single)).toEqual([
      { job: job.id, waiting: 1, later: 2, running: 0, failed: 0 },
    ])
    runner.start()
    await until(() => seen.length === 2)
    expect(seen).toEqual([1, 2])
    await pause(100)
    expect(await readQueueFigures(app.store.owner, single)).toEqual([
      { job: job.id, waiting: 0, later: 1, running: 0, failed: 0 },
    ])
  })

  it('is one that failed, too', async () => {
    let tries = 0
    const job = fresh({
      retries: 1,
      async handle() {
        if (++tries === 1) throw new Error('no luck')
      },
    })
    const { runner, add } = await open([job])
    await add(single, job, 1)
    runner.start()
    await until(() => tries === 1)
    await pause(150)
    expect(await readQueueFigures(app.store.owner, single)).toMatchObject([{ waiting: 0, later: 1 }])
    await until(() => tries === 2)
  })
})

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
