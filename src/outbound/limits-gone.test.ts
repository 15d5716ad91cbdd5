/** Stores of rate limits that are away, silent, or back again: requests pass, quickly, and are counted again afterwards. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../core/clock.ts'
import { Secret } from '../core/config.ts'
import { createLimiter, type Limiter } from '../core/limiter.ts'
import type { LimitsStore } from '../core/limits.ts'
import type { OrganizationId, Principal } from '../core/principal.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'
import { type RedisServer, redisCommand, startRedis } from '../testing/redis-server.ts'
import { openDatabaseLimits } from './limits-database.ts'
import { openRedisLimits } from './limits-redis.ts'
import { createStore } from './postgres-store.ts'

const quiet = { warn: () => undefined, debug: () => undefined } as never
const LIMITS = { second: 1_000, hour: 1, day: 1_000 }
/** For answers of Redis: longer than in earnest, for a slow machine, and shorter than a request waits at all. */
const PATIENCE_MS = 400
/** What a request waits at most, and a slow machine on top. */
const SOON_MS = 2_000

const limiters: Limiter[] = []
afterEach(async () => {
  for (const limiter of limiters.splice(0)) await limiter.close()
})

function watched(store: LimitsStore) {
  const warnings: string[] = []
  const limiter = createLimiter({
    store,
    defaults: LIMITS,
    limitsOf: async () => LIMITS,
    clock: systemClock,
    log: { warn: ({ error }: { error: string }) => void warnings.push(error) } as never,
  })
  limiters.push(limiter)
  const someone = (): Principal => ({
    organizationId: randomUUID() as OrganizationId,
    role: 'ADMIN',
    scopes: ['read'],
    via: 'api_key',
  })
  const principal = someone()
  /** `counted`, `refused` or `uncounted`. */
  const ask = async (who = principal): Promise<string> => {
    const began = performance.now()
    const { windows, refusal } = await limiter.take(who, '')
    expect(performance.now() - began).toBeLessThan(SOON_MS)
    return windows === undefined ? 'uncounted' : refusal === undefined ? 'counted' : 'refused'
  }
  /** Until requests are counted again. */
  const back = async (): Promise<void> => {
    for (let i = 0; i < 150; i++) {
      if ((await ask(someone())) === 'counted') return
      await pause(100)
    }
    throw new Error(`Requests are not counted again: ${warnings.at(-1)}`)
  }
  return { open: () => limiter.open(), ask, back, warnings }
}

describe('the database', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })

  it('that is not there lets requests pass, with a warning that tells why', async () => {
    // Nobody listens on port 1.
    const store = createStore({ host: '127.0.0.1', port: 1, max: 2 }, quiet)
    const { ask, warnings } = watched(openDatabaseLimits(store.owner, quiet))
    expect([await ask(), await ask(), await ask()]).toEqual(['uncounted', 'uncounted', 'uncounted'])
    expect(warnings).toEqual([expect.stringContaining('ECONNREFUSED')])
    await store.close()
  })

  it('that hangs lets requests pass, and counts them when it goes on', async () => {
    const { ask, back, warnings } = watched(openDatabaseLimits(app.store.owner, quiet))
    expect(await ask()).toBe('counted')
    await app.store.owner.transact(async (query) => {
      await query('lock table parley_limits.counts in access exclusive mode')
      expect([await ask(), await ask()]).toEqual(['uncounted', 'uncounted'])
    })
    expect(warnings).toHaveLength(1)
    await back()
    expect(await ask()).toBe('refused')
  })
})

const needsRedis = redisCommand === undefined ? ' (skipped: no redis-server in the PATH)' : ''
describe.skipIf(redisCommand === undefined)(`Redis${needsRedis}`, () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server.kill())

  it('that is not there lets requests pass, with a warning that tells why, and counts them once it is', async () => {
    const away = await startRedis()
    await away.kill()
    const { open, ask, back, warnings } = watched(openRedisLimits(new Secret(away.url), quiet, PATIENCE_MS))
    await open()
    expect([await ask(), await ask()]).toEqual(['uncounted', 'uncounted'])
    expect(warnings).toEqual([expect.stringContaining('ECONNREFUSED')])
    const returned = await startRedis(away.port)
    await back()
    expect([await ask(), await ask()]).toEqual(['counted', 'refused'])
    await returned.kill()
    expect(await ask()).toBe('uncounted')
    // It comes back knowing nothing, not even the script.
    const again = await startRedis(away.port)
    await back()
    expect([await ask(), await ask()]).toEqual(['counted', 'refused'])
    await again.kill()
  })

  it('that is frozen holds nobody up, and goes on where it was', async () => {
    const { open, ask, back, warnings } = watched(openRedisLimits(new Secret(server.url), quiet, PATIENCE_MS))
    await open()
    expect(await ask()).toBe('counted')
    server.freeze()
    expect([await ask(), await ask(), await ask()]).toEqual(['uncounted', 'uncounted', 'uncounted'])
    expect(warnings).toEqual([`No answer within ${PATIENCE_MS} ms.`])
    server.thaw()
    await back()
    expect(await ask()).toBe('refused')
  })

  it('behind a connection that leads nowhere any more is reached over another one', async () => {
    const road = await openRoad(server.port)
    const { open, ask, back } = watched(
      openRedisLimits(new Secret(`redis://127.0.0.1:${road.port}`), quiet, PATIENCE_MS),
    )
    await open()
    expect(await ask()).toBe('counted')
    road.lose()
    expect(await ask()).toBe('uncounted')
    await back()
    expect([await ask(), road.taken]).toEqual(['refused', 2])
    road.close()
  })

  it('that wants another password lets requests pass, and the warning does not tell ours', async () => {
    const url = new Secret(`redis://someone:actual-password@127.0.0.1:${server.port}`)
    const { open, ask, warnings } = watched(openRedisLimits(url, quiet, PATIENCE_MS))
    await open()
    expect(await ask()).toBe('uncounted')
    expect(warnings).toHaveLength(1)
    expect(warnings.join()).not.toMatch(/actual-password|someone/)
  })
})

/** Leads to a port. What it has lost stays open and carries nothing, as behind a router that forgot it. */
async function openRoad(to: number) {
  let lost: Socket[] = []
  const all: Socket[] = []
  const server = createServer((here) => {
    const there = connect(to, '127.0.0.1')
    for (const socket of [here, there]) socket.on('error', () => socket.destroy())
    all.push(here, there)
    here.on('data', (bytes) => lost.includes(here) || there.write(bytes))
    there.on('data', (bytes) => lost.includes(here) || here.write(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    get taken() {
      return all.length / 2
    },
    lose: () => {
      lost = [...all]
    },
    close: () => {
      for (const socket of all) socket.destroy()
      server.close()
    },
  }
}
