import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Clock, systemClock } from '../../core/clock.ts'
import type { LoopOptions } from '../../core/heartbeat.ts'
import { type AnyJob, defineJob, type Job, type JobRunner } from '../../core/jobs.ts'
import type { Log } from '../../core/log.ts'
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts'
import { expectEvery } from '../../testing/expect-every.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { openJobs } from './database.ts'
import { createRunner, type RunnerOptions } from './runner.ts'

let world: World
/** A second app, which is a separate process for the database. */
let other: TestApp
beforeAll(async () => {
  world = await createWorld()
  other = await createTestApp()
})

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const input = z.object({ word: z.string() })
type Words = Job<typeof input>
/** All tests share the queues, so each test has its own jobs. */
const fresh = (job: Omit<Words, 'id' | 'input'>): Words =>
  defineJob({ id: `test_${randomBytes(6).toString('hex')}`, input, ...job })

interface Process {
  readonly runner: JobRunner
  readonly lines: Record<string, unknown>[]
  add(job: Words, word: string, startAfter?: Date): Promise<void>
}

async function open(jobs: readonly AnyJob[], given: Partial<RunnerOptions> = {}, app = world.app): Promise<Process> {
  const lines: Record<string, unknown>[] = []
  const note = (fields: object) => void lines.push(fields as Record<string, unknown>)
  const log = { info: note, warn: note, error: note, debug: note } as unknown as Log
  const clock = given.clock ?? systemClock
  const database = await openJobs(app.store.owner, jobs, clock, log)
  const store = database.watched(app.store)
  const runner = createRunner(database, app.store.owner, {
    jobs,
    contextFor: (org) => ({ ...app.contextFor(app.operator(org)), modelFor: () => undefined }),
    clock,
    log,
    signals: app.metrics,
    alone: false,
    heartbeats: app.heartbeats,
    ...given,
  })
  closing.push(async () => {
    await runner.stop()
    await database.close()
  })
  return {
    runner,
    lines,
    add: (job, word, startAfter) =>
      store
        .of(world.acme)
        .transact((tx) =>
          database.jobs.add(tx, world.acme, job, { word }, startAfter === undefined ? {} : { startAfter }),
        ),
  }
}

async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 400; i++) {
    if (holds()) return
    await pause(25)
  }
  throw new Error('It did not come about within ten seconds.')
}

const settable = (at: string) => {
  let now = new Date(at)
  const clock: Clock = { now: () => now }
  return {
    clock,
    pass(seconds: number) {
      now = new Date(now.getTime() + seconds * 1_000)
    },
  }
}

const rowsOf = (job: Words) =>
  world.app.store.owner.query<{ name: string; state: string; output: unknown }>(
    `select name, state, output from pgboss.job where name = $1 or name = $1 || '.failed'`,
    [job.id],
  )

describe('jobs that wait for the outside, or may take hours', () => {
  it.each([
    [{ outside: true }, 3],
    [{ long: true }, 2],
  ] as const)('hold up no others, and take no more than their places (%j)', async (kind, places) => {
    const done: string[] = []
    let [underWay, most] = [0, 0]
    let answered = () => {}
    const answer = new Promise<void>((resolve) => {
      answered = resolve
    })
    const waiting = fresh({
      ...kind,
      async handle() {
        most = Math.max(most, ++underWay)
        await answer
        underWay -= 1
      },
    })
    const working = fresh({ handle: async ({ word }) => void done.push(word) })
    const { runner, add } = await open([waiting, working], { concurrency: 2, outsideConcurrency: 3 })
    runner.start()
    for (let n = 0; n < 8; n++) await add(waiting, `${n}`)
    for (let n = 0; n < 8; n++) await add(working, `${n}`)
    await until(() => done.length === 8)
    expect([underWay, most]).toEqual([places, places])
    answered()
    await until(() => underWay === 0)
  })
})

describe('draining', () => {
  it('runs what is due under its organization, with the context of a job, and keeps nothing of it', async ({
    skip,
  }) => {
    skip(world.app.store.isDistributed, 'The job reads a whole table, and the tests refuse that there.')
    const seen: unknown[] = []
    const job = fresh({
      async handle({ word }, ctx) {
        const rows = await ctx.db.selectFrom('organizations').select('id').execute()
        seen.push([word, ctx.org, rows.map(({ id }) => id), ctx.signal.aborted])
      },
    })
    const { runner, add, lines } = await open([job])
    await add(job, 'secret-word')
    await add(job, 'second')
    expect(await runner.drain(world.rival)).toEqual([])
    expect((await runner.drain(world.acme)).map(({ outcome }) => outcome)).toEqual(['ok', 'ok'])
    // Jobs of the same millisecond run in either order.
    expect(seen.toSorted()).toEqual([
      ['second', world.acme, [world.acme], false],
      ['secret-word', world.acme, [world.acme], false],
    ])
    expect(await rowsOf(job)).toEqual([])
    expect(lines).toEqual(
      [0, 1].map(() => ({ job: job.id, outcome: 'ok', ms: expect.any(Number), organization: world.acme })),
    )
    expect(JSON.stringify(lines)).not.toContain('secret-word')
  })

  it('runs what running jobs add', async () => {
    const seen: string[] = []
    const job = fresh({
      async handle({ word }) {
        seen.push(word)
        if (word.length < 3) await add(job, `${word}+`)
      },
    })
    const { runner, add } = await open([job])
    await add(job, '+')
    await runner.drain(world.acme)
    expect(seen).toEqual(['+', '++', '+++'])
  })

  it.each(['2001-01-01T00:00:00Z', '2090-01-01T00:00:00Z'])('goes by the clock of the app, at %s', async (at) => {
    const seen: string[] = []
    const job = fresh({ handle: async ({ word }) => void seen.push(word) })
    const { clock, pass } = settable(at)
    const { runner, add } = await open([job], { clock })
    await add(job, 'later', new Date(clock.now().getTime() + 3_600_000))
    await add(job, 'now')
    await runner.drain(world.acme)
    expect(seen).toEqual(['now'])
    pass(3_599)
    await runner.drain(world.acme)
    expect(seen).toEqual(['now'])
    pass(2)
    await runner.drain(world.acme)
    expect(seen).toEqual(['now', 'later'])
  })
})

describe('a job that fails', () => {
  it('is tried again after waiting times that double, and told of when the last try has failed', async () => {
    const told: string[] = []
    const { clock, pass } = settable(new Date().toISOString())
    const job = fresh({
      retries: 2,
      async handle() {
        throw new Error('no luck')
      },
      failed: async ({ word }) => void told.push(word),
    })
    const { runner, add, lines } = await open([job], { clock })
    const waits = async () => {
      const [row] = await world.app.store.owner.query<{ seconds: number }>(
        'select extract(epoch from start_after - now())::float8 as seconds from pgboss.job where name = $1',
        [job.id],
      )
      return row?.seconds
    }
    await add(job, 'first')
    for (const [atLeast, atMost] of [
      [1, 4],
      [3, 8],
    ] as const) {
      expect(await runner.drain(world.acme)).toMatchObject([{ job: job.id, outcome: 'retry' }])
      const seconds = await waits()
      expect(seconds).toBeGreaterThan(atLeast)
      expect(seconds).toBeLessThanOrEqual(atMost)
      pass(60)
    }
    expect(told).toEqual([])
    expect(await runner.drain(world.acme)).toMatchObject([
      { job: job.id, outcome: 'failed' },
      { job: `${job.id}.failed`, outcome: 'ok' },
    ])
    expect(told).toEqual(['first'])
    expect(lines.at(0)).toMatchObject({ outcome: 'retry', try: 1, error: 'no luck' })
    expect(await rowsOf(job)).toEqual([{ name: job.id, state: 'failed', output: { message: 'no luck' } }])
  })

  it('by taking longer than it may is ended, told so, and tried again', async () => {
    let reason: unknown
    const job = fresh({
      timeout: 0.05,
      handle: (_input, ctx) =>
        new Promise(() => {
          ctx.signal.addEventListener('abort', () => {
            reason = ctx.signal.reason
          })
        }),
    })
    const { runner, add } = await open([job])
    await add(job, 'slow')
    expect(await runner.drain(world.acme)).toMatchObject([{ outcome: 'retry' }])
    expect(reason).toEqual(new Error('The run exceeded its limit of 0.05 seconds.'))
    expect(await rowsOf(job)).toMatchObject([{ state: 'retry' }])
  })

  it('by an input that it no longer takes is told of without the input', async () => {
    const before = fresh({ retries: 0, handle: async () => undefined })
    const after = { ...before, input: z.object({ number: z.number() }) }
    const { add } = await open([before])
    const { runner, lines } = await open([after])
    await add(before, 'secret-word')
    expect(await runner.drain(world.acme)).toMatchObject([{ outcome: 'failed' }])
    expect(lines.at(-1)).toMatchObject({
      error: "The input doesn't match the schema of the job: /number invalid_type.",
    })
    expect(JSON.stringify(lines)).not.toContain('secret-word')
  })
})

describe('a runner that was started', () => {
  it('runs a job as soon as it is committed, not at the next look', async () => {
    const seen: string[] = []
    const job = fresh({ handle: async ({ word }) => void seen.push(word) })
    const { runner, add } = await open([job], { pollSeconds: 600 })
    runner.start()
    await pause(100)
    await add(job, 'at once')
    await until(() => seen.length === 1)
  })

  it('finds by itself what other processes added, and what has become due', async () => {
    const seen: string[] = []
    const job = fresh({ handle: async ({ word }) => void seen.push(word) })
    const here = await open([job], { pollSeconds: 0.1 })
    const there = await open([job], {}, other)
    here.runner.start()
    await there.add(job, 'from there')
    await there.add(job, 'later', new Date(Date.now() + 500))
    await until(() => seen.length === 2)
    expect(seen).toEqual(['from there', 'later'])
  })

  it('shares the work with others without doing any of it twice', async () => {
    const seen = new Map<string, string[]>()
    const jobFor = (process: string, id?: string): Words => {
      const job = fresh({
        async handle({ word }) {
          seen.set(word, [...(seen.get(word) ?? []), process])
          await pause(5)
        },
      })
      return id === undefined ? job : { ...job, id }
    }
    const mine = jobFor('here')
    const here = await open([mine], { pollSeconds: 0.1 })
    const there = await open([jobFor('there', mine.id)], { pollSeconds: 0.1 }, other)
    for (let i = 0; i < 60; i++) await here.add(mine, `word ${i}`)
    here.runner.start()
    there.runner.start()
    await until(() => seen.size === 60)
    expectEvery(seen.values(), (by) => by.length === 1)
    expect(new Set([...seen.values()].flat())).toEqual(new Set(['here', 'there']))
  })

  it('runs again what a process that died left behind', async () => {
    const seen: string[] = []
    const job = fresh({ handle: async ({ word }) => void seen.push(word) })
    const { runner, add } = await open([job], { pollSeconds: 0.1, tendSeconds: 0 })
    await add(job, 'left behind')
    await world.app.store.owner.query(
      `update pgboss.job set state = 'active', started_on = now() - interval '70 seconds',
              heartbeat_on = now() - interval '70 seconds' where name = $1`,
      [job.id],
    )
    runner.start()
    await until(() => seen.length === 1)
  })

  it('runs again at once what was marked as running, when there is nobody else', async () => {
    const seen: string[] = []
    const job = fresh({ handle: async ({ word }) => void seen.push(word) })
    const { runner, add } = await open([job], { pollSeconds: 0.1, alone: true })
    await add(job, 'left behind')
    await world.app.store.owner.query(
      `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() where name = $1`,
      [job.id],
    )
    runner.start()
    await until(() => seen.length === 1)
  })

  it('leaves jobs alone that it does not know, and says so once', async () => {
    const job = fresh({ handle: async () => undefined })
    const { add } = await open([job])
    await add(job, 'whose?')
    const { runner, lines } = await open([fresh({ handle: async () => undefined })], {
      pollSeconds: 0.05,
      tendSeconds: 0,
    })
    runner.start()
    await until(() => lines.some((line) => line.job === job.id))
    await pause(200)
    expect(lines.filter((line) => line.job === job.id)).toHaveLength(1)
    expect(await rowsOf(job)).toMatchObject([{ state: 'created' }])
  })
})

describe('stopping', () => {
  it('waits for running jobs, and takes no more', async () => {
    const seen: string[] = []
    const job = fresh({
      async handle({ word }) {
        await pause(300)
        seen.push(word)
      },
    })
    const { runner, add } = await open([job], { concurrency: 1, pollSeconds: 0.05 })
    await add(job, 'running')
    await add(job, 'waiting')
    runner.start()
    await pause(150)
    await runner.stop()
    expect(seen).toEqual(['running'])
    expect(await rowsOf(job)).toMatchObject([{ state: 'created' }])
  })

  it('does not wait for ever: what does not end is told, and tried again elsewhere', async () => {
    let aborted = false
    let begun = false
    const job = fresh({
      handle(_input, ctx) {
        begun = true
        return new Promise(() => {
          ctx.signal.addEventListener('abort', () => {
            aborted = true
          })
        })
      },
    })
    const { runner, add } = await open([job], { stopSeconds: 0.1, pollSeconds: 0.05 })
    await add(job, 'endless')
    runner.start()
    await until(() => begun)
    await runner.stop()
    expect(aborted).toBe(true)
    expect(await rowsOf(job)).toMatchObject([{ state: 'retry' }])
  })
})

describe('it is refused', () => {
  it('to have two jobs of one name', async () => {
    const job = fresh({ handle: async () => undefined })
    await expect(open([job, { ...job }])).rejects.toThrow(`The job ID ${job.id} is used twice.`)
  })

  it('to add a job that nobody declared', async () => {
    const { add } = await open([])
    await expect(add(fresh({ handle: async () => undefined }), 'x')).rejects.toThrow("doesn't contain the job")
  })
})

it('is started again when looking for jobs never ends, and goes on with the queue', async () => {
  const restarts: (() => void)[] = []
  const heartbeats = {
    ...world.app.heartbeats,
    register: ({ restart }: LoopOptions) => {
      restarts.push(restart)
      return { beat: () => undefined, end: () => undefined }
    },
  }
  const stuck: ((error: Error) => void)[] = []
  const ran: string[] = []
  const job = fresh({ handle: async ({ word }) => void ran.push(word) })
  let isStuck = false
  const store = {
    ...world.app.store,
    owner: {
      ...world.app.store.owner,
      query: (...given: Parameters<typeof world.app.store.owner.query>) =>
        isStuck ? new Promise<never>((_, reject) => stuck.push(reject)) : world.app.store.owner.query(...given),
    },
  } as typeof world.app.store
  const { runner, add } = await open([job], { heartbeats, pollSeconds: 0.05 }, { ...world.app, store })
  isStuck = true
  runner.start()
  await add(job, 'waits')
  await pause(200)
  expect(ran).toEqual([])
  isStuck = false
  for (const restart of restarts) restart()
  await until(() => ran.length === 1)
  for (const reject of stuck) reject(new Error('The connection ended.'))
})
