/**
 * Counts of a process that are shared through each kind of store, also if requests arrive faster than the store
 * responds.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../core/clock.ts'
import { Secret } from '../../core/config.ts'
import { createLimiter } from '../../core/limiter.ts'
import type { Limits, LimitsStore } from '../../core/limits.ts'
import type { OrganizationId, Principal } from '../../core/principal.ts'
import { createRequestLimits } from '../../core/request-limits.ts'
import { shareCounts } from '../../core/shared-counts.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { type RedisServer, redisCommand, startRedis } from '../../testing/redis-server.ts'
import { openDatabaseLimits } from './database.ts'
import { openMemoryLimits } from './memory.ts'
import { openRedisLimits } from './redis.ts'

const quiet = { warn: () => undefined, debug: () => undefined } as never
const WIDE: Limits = { second: 1_000_000, hour: 1_000_000, day: 1_000_000 }
const T0 = Date.parse('2026-05-04T10:00:00.000Z')
const HOUR = 3_600_000

let redis: RedisServer | undefined
beforeAll(async () => {
  if (redisCommand !== undefined) redis = await startRedis()
})
afterAll(() => redis?.kill())

const kinds: [string, () => Promise<LimitsStore>][] = [
  ['memory', async () => openMemoryLimits()],
  ['the database', async () => openDatabaseLimits((await createTestApp()).store.owner, quiet)],
]
if (redisCommand !== undefined) {
  kinds.push(['Redis', async () => openRedisLimits(new Secret(redis?.url ?? ''), quiet, 400)])
}

describe.each(kinds)('%s', (_, openStore) => {
  let store: LimitsStore
  beforeAll(async () => {
    store = await openStore()
    await store.open()
  })
  afterAll(() => store.close())

  it('adds to hours and days, whatever the limits are, and leaves seconds alone', async () => {
    const [one, other] = [randomUUID(), randomUUID()]
    await store.take(one, { ...WIDE, hour: 2 }, T0)
    const added = await store.add(
      [
        { identity: one, hour: 40, day: 41 },
        { identity: other, hour: 1, day: 2 },
      ],
      T0 + 500,
    )
    expect(added.get(one)).toEqual({
      hour: { used: 41, endsInMs: HOUR - 500 },
      day: { used: 42, endsInMs: 24 * HOUR - 500 },
    })
    expect(added.get(other)).toEqual({ hour: { used: 1, endsInMs: HOUR }, day: { used: 2, endsInMs: 24 * HOUR } })
    const { admitted, windows } = await store.take(one, { ...WIDE, second: 2, hour: 42 }, T0 + 600)
    expect([admitted, windows.second.used, windows.hour.used, windows.day.used]).toEqual([true, 2, 42, 43])
    expect((await store.take(one, { ...WIDE, hour: 42 }, T0 + 700)).admitted).toBe(false)
  })

  it('begins the next hour where the one before is over', async () => {
    const identity = randomUUID()
    await store.add([{ identity, hour: 5, day: 5 }], T0)
    const later = await store.add([{ identity, hour: 3, day: 3 }], T0 + HOUR)
    expect(later.get(identity)).toEqual({ hour: { used: 3, endsInMs: HOUR }, day: { used: 8, endsInMs: 23 * HOUR } })
  })

  it('takes what two processes add to the same identities at once', async () => {
    const identities = Array.from({ length: 40 }, () => randomUUID())
    const add = (order: readonly string[]) =>
      store.add(
        order.map((identity) => ({ identity, hour: 1, day: 1 })),
        T0,
      )
    await Promise.all(Array.from({ length: 6 }, (_, n) => add(n % 2 === 0 ? identities : identities.toReversed())))
    const sums = await add(identities)
    expect(identities.map((identity) => sums.get(identity)?.hour.used)).toEqual(identities.map(() => 7))
  })

  it('tells two processes of each other: what one has spent is gone for the other', async () => {
    const process = () => shareCounts(openMemoryLimits(), store, { clock: systemClock, log: quiet })
    const [one, other] = [process(), process()]
    const counted = [{ identity: randomUUID(), limits: { ...WIDE, hour: 10 } }]
    const spend = (where: typeof one, cost = 1) => where.takeAll(counted, cost)[0]?.admitted
    expect([spend(one, 6), spend(other)]).toEqual([true, true])
    await one.share()
    await other.share()
    expect([spend(other, 3), spend(other)]).toEqual([true, false])
    await other.share()
    // A process receives the other's counts when it shares its own.
    expect(spend(one)).toBe(true)
    await one.share()
    expect(spend(one)).toBe(false)
    await Promise.all([one.close(), other.close()])
  })

  it('limits callers of the tool server while this process is busy all the time, exactly where the store answers in time', async () => {
    const limits = { ...WIDE, hour: 60 }
    const counts = shareCounts(openMemoryLimits(), store, { clock: systemClock, log: quiet })
    const warnings: string[] = []
    const limiter = createLimiter({
      ...{ store, process: counts, clock: systemClock, defaults: limits, getLimits: async () => limits },
      log: { warn: (_about: object, message: string) => void warnings.push(message) } as never,
    })
    const principal: Principal = {
      ...{ organizationId: randomUUID() as OrganizationId, role: 'ADMIN' },
      ...{ scopes: ['read'], via: 'api_key' },
    }
    // Longer than the timeout of a request, in steps of one turn of the event loop.
    let isOver = false
    const busy = (async () => {
      while (!isOver) {
        const until = performance.now() + 120
        while (performance.now() < until);
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    const states = await Promise.all(Array.from({ length: 100 }, () => limiter.take(principal, '')))
    isOver = true
    await busy
    const passed = states.filter(({ refusal }) => refusal === undefined).length
    // Requests that the store counted too late are also counted by this process.
    const local = states.filter(({ isLocal }) => isLocal).length
    expect(passed).toBeGreaterThanOrEqual(60)
    expect(passed).toBeLessThanOrEqual(60 + Math.min(local, 20))
    await counts.close()
  })
})

describe('requests outside the tool server', () => {
  const gone: LimitsStore = {
    open: async () => undefined,
    take: async () => {
      throw new Error('it is away')
    },
    add: async () => {
      throw new Error('it is away')
    },
    close: async () => undefined,
  }
  const never: LimitsStore = { ...gone, add: () => new Promise(() => undefined) }

  it.each([
    ['away', gone],
    ['silent', never],
  ])('are limited by this process without waiting while the store is %s', async (_, store) => {
    const limits = { ...WIDE, hour: 5 }
    const all = { tools: limits, key: limits, user: limits, organization: WIDE }
    const counts = shareCounts(openMemoryLimits(), store, { clock: systemClock, log: quiet })
    const requests = createRequestLimits({
      ...{ counts, addresses: openMemoryLimits(), addressLimits: WIDE, defaults: all, clock: systemClock, log: quiet },
      ...{ getLimits: async () => all, deliveryLimits: { source: WIDE, organization: WIDE } },
    })
    const principal: Principal = {
      ...{ organizationId: randomUUID() as OrganizationId, keyId: randomUUID(), role: 'ADMIN' },
      ...{ scopes: ['read'], via: 'api_key' },
    }
    const began = performance.now()
    const admitted: boolean[] = []
    for (let n = 0; n < 7; n++) {
      admitted.push((await requests.admit(principal, 1)).refusal === undefined)
      if (n === 3) void counts.share()
    }
    expect(performance.now() - began).toBeLessThan(300)
    expect(admitted).toEqual([true, true, true, true, true, false, false])
    // Counts that couldn't be added aren't lost.
    await counts.share()
    expect((await requests.admit(principal, 1)).refusal?.window).toBe('hour')
  })

  it('by one key, however many, push no other key out of memory', async () => {
    const limits = { ...WIDE, second: 1 }
    const all = { tools: limits, key: limits, user: WIDE, organization: WIDE }
    const requests = createRequestLimits({
      ...{ counts: openMemoryLimits(), addresses: openMemoryLimits(10), addressLimits: WIDE, defaults: all },
      ...{ getLimits: async () => all, clock: { now: () => new Date(T0) }, log: quiet },
      deliveryLimits: { source: WIDE, organization: WIDE },
    })
    const principal: Principal = {
      ...{ organizationId: randomUUID() as OrganizationId, keyId: randomUUID(), role: 'ADMIN' },
      ...{ scopes: ['read'], via: 'api_key' },
    }
    await requests.admit(principal, 1)
    for (let n = 0; n < 1_000; n++) requests.arrive(`198.51.${n >> 8}.${n & 255}`)
    expect((await requests.admit(principal, 1)).refusal?.window).toBe('second')
    expect(requests.findRefusal(principal as never)?.refusal?.window).toBe('second')
  })
})
