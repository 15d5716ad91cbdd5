/**
 * Tests the three stores of rate limits with the same rules. A model evaluates the complete history of a caller for
 * each request.
 */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Secret } from '../../core/config.ts'
import { FORGOTTEN_MS, type Limits, type LimitsStore, type LimitUsage, WINDOWS } from '../../core/limits.ts'
import { createLog } from '../../core/log.ts'
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts'
import { redisCommand, startRedis } from '../../testing/redis-server.ts'
import { openDatabaseLimits, sweepCounts } from './database.ts'
import { openMemoryLimits } from './memory.ts'
import { openRedisLimits } from './redis.ts'

const log = createLog('warn')
const SECOND = 1_000
const HOUR = 3_600_000
const DAY = 86_400_000
const T0 = Date.parse('2026-03-10T10:00:00.000Z')
const WIDE: Limits = { second: 1_000, hour: 1_000, day: 1_000 }

interface Driver {
  readonly name: string
  readonly absent?: boolean
  /** Two connections to the same counts, like two processes, and a function that removes further resources. */
  open(): Promise<readonly [LimitsStore, LimitsStore, (() => Promise<void>)?]>
  /** Number of runs. Each step costs a round trip. */
  readonly runs: number
}

const drivers: Driver[] = [
  {
    name: 'memory',
    runs: 300,
    async open() {
      const store = openMemoryLimits()
      return [store, store]
    },
  },
  {
    name: 'database',
    runs: 25,
    async open() {
      const [one, other] = [await createTestApp(), await createTestApp()]
      return [openDatabaseLimits(one.store.owner, log), openDatabaseLimits(other.store.owner, log)]
    },
  },
  {
    name: redisCommand === undefined ? 'Redis (skipped: no redis-server in the PATH)' : 'Redis',
    absent: redisCommand === undefined,
    runs: 100,
    async open() {
      const server = await startRedis()
      const url = new Secret(server.url)
      return [openRedisLimits(url, log, 10_000), openRedisLimits(url, log, 10_000), server.kill]
    },
  },
]

interface Asked {
  readonly at: number
  readonly counted: boolean
}

/** State of a window for a caller with this history: its start and its count. */
function standing(history: readonly Asked[], length: number, now: number): { start: number; used: number } | undefined {
  let window: { start: number; used: number } | undefined
  for (const { at, counted } of [...history, { at: now, counted: false }]) {
    // The next counted request replaces an ended window.
    if (counted && (window === undefined || at - window.start >= length)) window = { start: at, used: 0 }
    if (window !== undefined) window = { start: Math.min(window.start, at), used: window.used + Number(counted) }
  }
  return window === undefined || now - window.start >= length ? undefined : window
}

/** Result of a request by the rules, calculated from the history only. */
class Model {
  readonly #histories = new Map<string, Asked[]>()

  take(identity: string, limits: Limits, now: number): LimitUsage {
    const history = this.#histories.get(identity) ?? []
    this.#histories.set(identity, history)
    const counted = WINDOWS.every(
      ({ name, seconds }) => (standing(history, seconds * 1_000, now)?.used ?? 0) < limits[name],
    )
    history.push({ at: now, counted })
    const windows = WINDOWS.map(({ name, seconds }) => {
      const window = standing(history, seconds * 1_000, now)
      const endsInMs = window === undefined ? seconds * 1_000 : window.start + seconds * 1_000 - now
      return [name, { used: window?.used ?? 0, endsInMs }]
    })
    return { admitted: counted, windows: Object.fromEntries(windows) }
  }
}

const forward = fc.constantFrom(
  0,
  1,
  300,
  999,
  SECOND,
  1_001,
  HOUR - 1,
  HOUR,
  HOUR + 1,
  DAY - HOUR,
  DAY - 1,
  DAY,
  DAY + 1,
)
const anyLimits = fc.record({
  second: fc.integer({ min: 1, max: 3 }),
  hour: fc.integer({ min: 1, max: 5 }),
  day: fc.integer({ min: 1, max: 7 }),
})
const requests = (step: fc.Arbitrary<number>) =>
  fc.array(fc.record({ who: fc.integer({ min: 0, max: 2 }), step, door: fc.constantFrom(0 as const, 1 as const) }), {
    minLength: 1,
    maxLength: 30,
  })

describe.each(drivers)('$name', (driver) => {
  const test = it.skipIf(driver.absent)
  let one: LimitsStore
  let other: LimitsStore
  let end: (() => Promise<void>) | undefined
  beforeAll(async () => {
    if (driver.absent !== true) [one, other, end] = await driver.open()
    await Promise.all([one.open(), other.open()])
  })
  afterAll(async () => {
    if (driver.absent === true) return
    await Promise.all([one.close(), other.close()])
    await end?.()
  })
  const newcomer = () => `user-${randomUUID()}`
  const admittedOf = (answers: readonly LimitUsage[]) => answers.filter(({ admitted }) => admitted).length

  test('says what the model says, whatever the times, identities and limits', async () => {
    // Sometimes slightly backward, like the times of concurrent requests.
    const step = fc.oneof({ weight: 8, arbitrary: forward }, { weight: 1, arbitrary: fc.constantFrom(-1, -700, -HOUR) })
    await fc.assert(
      fc.asyncProperty(anyLimits, requests(step), async (limits, asked) => {
        const run = randomUUID()
        const model = new Model()
        let now = T0
        for (const { who, step: ms, door } of asked) {
          now += ms
          const identity = `user-${run}-${who}`
          const answer = await (door === 0 ? one : other).take(identity, limits, now)
          expect(answer).toEqual(model.take(identity, limits, now))
        }
      }),
      { numRuns: driver.runs },
    )
  })

  test('locks nobody out for longer than a window, and tells nothing negative, wherever the clock goes', async () => {
    const jump = fc.oneof(forward, fc.integer({ min: -400 * DAY, max: 400 * DAY }))
    await fc.assert(
      fc.asyncProperty(anyLimits, requests(jump), async (limits, asked) => {
        const identity = newcomer()
        let now = T0
        let last: LimitUsage | undefined
        for (const { step } of asked) {
          now += step
          last = await one.take(identity, limits, now)
          for (const { name, seconds } of WINDOWS) {
            const { used, endsInMs } = last.windows[name]
            expect(used).toBeGreaterThanOrEqual(0)
            expect(used).toBeLessThanOrEqual(limits[name])
            expect(endsInMs).toBeGreaterThan(0)
            expect(endsInMs).toBeLessThanOrEqual(seconds * 1_000)
          }
        }
        if (last === undefined || last.admitted) return
        const windows = last.windows
        const wait = Math.max(
          ...WINDOWS.filter(({ name }) => windows[name].used >= limits[name]).map(({ name }) => windows[name].endsInMs),
        )
        expect((await one.take(identity, limits, now + wait)).admitted).toBe(true)
      }),
      { numRuns: Math.ceil(driver.runs / 2) },
    )
  })

  test.each(WINDOWS.map((window) => [window.name, window.seconds * 1_000] as const))(
    'lets the last one of a %s pass, refuses the next, and begins anew when it is over',
    async (name, length) => {
      const identity = newcomer()
      const limits = { ...WIDE, [name]: 3 }
      const at = async (ms: number) => {
        const { admitted, windows } = await one.take(identity, limits, T0 + ms)
        return [admitted, windows[name].used, windows[name].endsInMs]
      }
      expect(await at(0)).toEqual([true, 1, length])
      expect(await at(1)).toEqual([true, 2, length - 1])
      expect(await at(length - 2)).toEqual([true, 3, 2])
      expect(await at(length - 2)).toEqual([false, 3, 2])
      expect(await at(length - 1)).toEqual([false, 3, 1])
      expect(await at(length)).toEqual([true, 1, length])
    },
  )

  test('counts a refused request in no window', async () => {
    const identity = newcomer()
    const limits = { second: 2, hour: 4, day: 6 }
    const used = async (ms: number) => {
      const { admitted, windows } = await one.take(identity, limits, T0 + ms)
      return [admitted, ...WINDOWS.map(({ name }) => windows[name].used)]
    }
    expect(await used(0)).toEqual([true, 1, 1, 1])
    expect(await used(0)).toEqual([true, 2, 2, 2])
    // The second rejects the requests, so hour and day don't count them.
    for (let i = 0; i < 5; i++) expect(await used(10)).toEqual([false, 2, 2, 2])
    expect(await used(SECOND)).toEqual([true, 1, 3, 3])
    expect(await used(SECOND)).toEqual([true, 2, 4, 4])
    // The hour rejects the requests, so no second starts.
    for (let i = 0; i < 5; i++) expect(await used(3 * SECOND)).toEqual([false, 0, 4, 4])
    expect(await used(HOUR)).toEqual([true, 1, 1, 5])
    expect(await used(HOUR)).toEqual([true, 2, 2, 6])
    for (let i = 0; i < 5; i++) expect(await used(2 * HOUR)).toEqual([false, 0, 0, 6])
    expect(await used(DAY)).toEqual([true, 1, 1, 1])
  })

  test('goes by the limits of this request, also where more were counted before', async () => {
    const identity = newcomer()
    for (let i = 0; i < 5; i++) expect((await one.take(identity, WIDE, T0)).admitted).toBe(true)
    const lower = await one.take(identity, { ...WIDE, hour: 2 }, T0)
    expect([lower.admitted, lower.windows.hour.used]).toEqual([false, 5])
    expect((await one.take(identity, { ...WIDE, hour: 6 }, T0)).admitted).toBe(true)
    expect((await one.take(identity, { ...WIDE, hour: 6 }, T0)).admitted).toBe(false)
  })

  test('lets exactly as many pass as may, through two doors at once', async () => {
    // The first two create the row concurrently.
    for (const limits of [
      { second: 7, hour: 1_000, day: 1_000 },
      { second: 1_000, hour: 1, day: 1_000 },
      { second: 1_000, hour: 1_000, day: 33 },
    ]) {
      const identity = newcomer()
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? one : other).take(identity, limits, T0)),
      )
      expect(admittedOf(answers)).toBe(Math.min(limits.second, limits.hour, limits.day))
    }
  })

  test('says the same to concurrent requests as to consecutive ones', async () => {
    const concurrent = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(anyLimits, concurrent, async (limits, asked) => {
        const run = randomUUID()
        const model = new Model()
        const identities = asked.map((who) => `user-${run}-${who}`)
        const answers = await Promise.all(identities.map((identity) => one.take(identity, limits, T0)))
        const expected = identities.map((identity) => model.take(identity, limits, T0))
        // Without their order: two statements of a slow database can overtake each other.
        const sort = (all: readonly LimitUsage[]) =>
          identities.map((identity, index) => `${identity} ${JSON.stringify(all[index])}`).sort()
        expect(sort(answers)).toEqual(sort(expected))
      }),
      { numRuns: driver.runs },
    )
  })

  test('counts concurrent requests with different limits by their own', async () => {
    const identity = newcomer()
    const answers = await Promise.all(
      [WIDE, WIDE, { ...WIDE, hour: 2 }, WIDE].map((limits) => one.take(identity, limits, T0)),
    )
    expect(answers.map(({ admitted }) => admitted)).toEqual([true, true, false, true])
  })

  test('goes by a clock of its own when it is given none', async () => {
    const identity = newcomer()
    const limits = { ...WIDE, hour: 2 }
    const answers = [
      await one.take(identity, limits),
      await other.take(identity, limits),
      await one.take(identity, limits),
    ]
    expect(answers.map(({ admitted }) => admitted)).toEqual([true, true, false])
    expect(answers[2]?.windows.hour.endsInMs).toBeGreaterThan(HOUR - 30_000)
    // Real time, so that processes with and without a given time agree.
    expect((await one.take(identity, limits, Date.now() + 30_000)).admitted).toBe(false)
    expect((await one.take(identity, limits, Date.now() + HOUR + 1_000)).admitted).toBe(true)
  })
})

describe('forgetting', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })

  it('memory holds no more identities than it may, and lets go of those silent for longest', async () => {
    const store = openMemoryLimits(3)
    const limits = { ...WIDE, day: 1 }
    const ask = async (identity: string) => (await store.take(identity, limits, T0)).admitted
    for (const identity of ['a', 'b', 'c']) expect(await ask(identity)).toBe(true)
    expect(await ask('a')).toBe(false)
    expect(await ask('d')).toBe(true)
    expect(store.identities).toBe(3)
    // `b` was inactive for longest; `a` sent a request, although it was rejected.
    expect([await ask('a'), await ask('c'), await ask('d')]).toEqual([false, false, false])
    expect(await ask('b')).toBe(true)
  })

  it('memory is empty again when nobody has come for long', async () => {
    const store = openMemoryLimits()
    for (let i = 0; i < 500; i++) await store.take(`user-${i}`, WIDE, T0 + i)
    expect(store.identities).toBe(500)
    for (let i = 0; i < 260; i++) await store.take('user-still-there', WIDE, T0 + FORGOTTEN_MS + 500)
    expect(store.identities).toBe(1)
  })

  it('the database deletes rows of which nothing counts any more, and no others', async () => {
    const { store } = app
    const limits = openDatabaseLimits(store.owner, log)
    const [old, young] = [`user-${randomUUID()}`, `user-${randomUUID()}`]
    // Long before the times of other tests.
    const past = Date.parse('2001-01-01T00:00:00.000Z')
    await limits.take(old, WIDE, past)
    await limits.take(young, WIDE, past + 1)
    await sweepCounts(store.owner, past + FORGOTTEN_MS)
    const rows = await store.owner.query<{ identity: string }>(
      'select identity from parley_limits.counts where identity in ($1, $2)',
      [old, young],
    )
    expect(rows).toEqual([{ identity: young }])
  })

  it('the role that serves requests cannot reach the counts', async () => {
    const { store } = app
    const attempt = store.owner.transact(async (query) => {
      await query('set local role parley_app')
      await query('select count(*) from parley_limits.counts')
    })
    await expect(attempt).rejects.toThrow(/permission denied/)
  })
})
