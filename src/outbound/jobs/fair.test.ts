/** Turns of organizations in the job queue, urgent work, and jobs that are due later. */
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { newId, systemClock } from '../../core/clock.ts'
import type { Principal } from '../../core/principal.ts'
import { runRequested } from '../../core/urgency.ts'
import { createGate, fresh, type Numbered, openFairQueue, quiet, until } from '../../testing/fair-queue.ts'
import { openJobs, PRIORITIES } from './database.ts'
import { readQueueFigures } from './statements.ts'

const { app, busy, single, open, closing } = await openFairQueue()

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
