/**
 * Unavailable, unresponsive and returning stores of rate limits. During the outage, this process counts requests, and
 * it shares the counts afterwards.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../core/clock.ts'
import { Secret } from '../../core/config.ts'
import { createLimiter, type Limiter } from '../../core/limiter.ts'
import type { LimitsStore } from '../../core/limits.ts'
import type { OrganizationId, Principal } from '../../core/principal.ts'
import { shareCounts } from '../../core/shared-counts.ts'
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts'
import { type RedisServer, redisCommand, startRedis } from '../../testing/redis-server.ts'
import { createStore } from '../database/postgres-store.ts'
import { openDatabaseLimits } from './database.ts'
import { openMemoryLimits } from './memory.ts'
import { openRedisLimits } from './redis.ts'

const quiet = { warn: () => undefined, debug: () => undefined } as never
const LIMITS = { second: 1_000, hour: 1, day: 1_000 }
/**
 * Timeout of Redis in milliseconds. Longer than in production, for slow machines, and shorter than the maximum wait of
 * a request.
 */
const PATIENCE_MS = 400
/** Maximum wait of a request, with a margin for slow machines. */
const SOON_MS = 2_000

const limiters: Pick<Limiter, 'close'>[] = []
afterEach(async () => {
  for (const limiter of limiters.splice(0)) await limiter.close()
})

function watched(store: LimitsStore) {
  const warnings: string[] = []
  const log = { warn: ({ error }: { error: string }) => void warnings.push(error) } as never
  const shared = shareCounts(openMemoryLimits(), store, { clock: systemClock, log: quiet })
  let counted = 0
  const watching: LimitsStore = {
    ...store,
    async take(...given) {
      const taken = await store.take(...given)
      counted++
      return taken
    },
  }
  const limiter = createLimiter({
    ...{ store: watching, process: shared, clock: systemClock, log },
    defaults: LIMITS,
    getLimits: async () => LIMITS,
  })
  limiters.push({
    async close() {
      await shared.close()
      await limiter.close()
    },
  })
  const someone = (): Principal => ({
    organizationId: randomUUID() as OrganizationId,
    role: 'ADMIN',
    scopes: ['read'],
    via: 'api_key',
  })
  const principal = someone()
  /** `counted` by the store, `counted here` by this process, or `refused` by either. */
  const ask = async (who = principal): Promise<string> => {
    const [began, before] = [performance.now(), counted]
    const { refusal } = await limiter.take(who, '')
    expect(performance.now() - began).toBeLessThan(SOON_MS)
    if (refusal !== undefined) return 'refused'
    return counted > before ? 'counted' : 'counted here'
  }
  /** Waits until the store counts again. */
  const back = async (): Promise<void> => {
    for (let i = 0; i < 150; i++) {
      if ((await ask(someone())) === 'counted') return
      await pause(100)
    }
    throw new Error(`The store does not count again: ${warnings.at(-1)}`)
  }
  return { open: () => limiter.open(), ask, someone, back, warnings, share: () => shared.share() }
}

describe('the database', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })

  it('that is not there leaves counting to this process, with a warning that tells why', async () => {
    // No server listens on port 1.
    const store = createStore({ host: '127.0.0.1', port: 1, max: 2 }, quiet)
    const { ask, warnings } = watched(openDatabaseLimits(store.owner, quiet))
    expect([await ask(), await ask(), await ask()]).toEqual(['counted here', 'refused', 'refused'])
    expect(warnings).toEqual([expect.stringContaining('ECONNREFUSED')])
    await store.close()
  })

  it('that hangs leaves counting to this process, and hears of it when it goes on', async () => {
    const { ask, someone, back, share, warnings } = watched(openDatabaseLimits(app.store.owner, quiet))
    const late = someone()
    await back()
    const before = warnings.length
    expect(await ask()).toBe('counted')
    await app.store.owner.transact(async (query) => {
      await query('lock table parley_limits.counts in access exclusive mode')
      // Starting from the counts of the database.
      expect([await ask(), await ask(late), await ask(late)]).toEqual(['refused', 'counted here', 'refused'])
    })
    expect(warnings.length).toBeGreaterThanOrEqual(before)
    await back()
    await share()
    expect([await ask(), await ask(late)]).toEqual(['refused', 'refused'])
    const [row] = await app.store.owner.query<{ hour_count: number }>(
      'select hour_count from parley_limits.counts where identity = $1',
      [`org-${late.organizationId}`],
    )
    expect(row?.hour_count).toBe(1)
  })
})

const needsRedis = redisCommand === undefined ? ' (skipped: no redis-server in the PATH)' : ''
describe.skipIf(redisCommand === undefined)(`Redis${needsRedis}`, () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server.kill())

  it('that is not there leaves counting to this process, with a warning that tells why, until it is', async () => {
    const away = await startRedis()
    await away.kill()
    const { open, ask, someone, back, share, warnings } = watched(
      openRedisLimits(new Secret(away.url), quiet, PATIENCE_MS),
    )
    await open()
    expect([await ask(), await ask()]).toEqual(['counted here', 'refused'])
    expect(warnings).toEqual([expect.stringContaining('ECONNREFUSED')])
    const returned = await startRedis(away.port)
    await back()
    // The store gets the counts of the outage.
    await share()
    expect(await ask()).toBe('refused')
    const other = someone()
    expect([await ask(other), await ask(other)]).toEqual(['counted', 'refused'])
    await returned.kill()
    expect([await ask(someone()), await ask(other)]).toEqual(['counted here', 'refused'])
    // The restarted server has neither counts nor scripts.
    const again = await startRedis(away.port)
    await back()
    const third = someone()
    expect([await ask(third), await ask(third)]).toEqual(['counted', 'refused'])
    await again.kill()
  })

  it('that is frozen holds nobody up, and goes on where it was', async () => {
    const { open, ask, someone, back, warnings } = watched(openRedisLimits(new Secret(server.url), quiet, PATIENCE_MS))
    await open()
    expect(await ask()).toBe('counted')
    server.freeze()
    expect([await ask(), await ask(someone()), await ask()]).toEqual(['refused', 'counted here', 'refused'])
    expect(warnings).toEqual([`No answer within ${PATIENCE_MS} ms.`])
    server.thaw()
    await back()
    expect(await ask()).toBe('refused')
  })

  it('that is full and evicts nothing leaves counting to this process, until it has room', async () => {
    const full = await startRedis()
    const { createClient } = await import('redis')
    const control = await createClient({ url: full.url }).connect()
    try {
      const { open, ask, someone, back, warnings } = watched(openRedisLimits(new Secret(full.url), quiet, PATIENCE_MS))
      await open()
      await control.configSet({ 'maxmemory-policy': 'noeviction', maxmemory: '1' })
      expect([await ask(), await ask()]).toEqual(['counted here', 'refused'])
      expect(warnings).toEqual([expect.stringContaining('OOM')])
      await control.configSet({ maxmemory: '0' })
      await back()
      const other = someone()
      expect([await ask(other), await ask(other)]).toEqual(['counted', 'refused'])
    } finally {
      control.destroy()
      await full.kill()
    }
  })

  it('behind a connection that leads nowhere any more is reached over another one', async () => {
    const road = await openRoad(server.port)
    const { open, ask, someone, back } = watched(
      openRedisLimits(new Secret(`redis://127.0.0.1:${road.port}`), quiet, PATIENCE_MS),
    )
    await open()
    expect(await ask()).toBe('counted')
    road.lose()
    expect(await ask(someone())).toBe('counted here')
    await back()
    expect([await ask(), road.taken]).toEqual(['refused', 2])
    road.close()
  })

  it('that wants another password leaves counting to this process, and the warning does not tell ours', async () => {
    const url = new Secret(`redis://someone:actual-password@127.0.0.1:${server.port}`)
    const { open, ask, warnings } = watched(openRedisLimits(url, quiet, PATIENCE_MS))
    await open()
    expect(await ask()).toBe('counted here')
    expect(warnings).toHaveLength(1)
    expect(warnings.join()).not.toMatch(/actual-password|someone/)
  })
})

/** Proxy to a port. Lost connections stay open without data, as behind a router that lost its state. */
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
