/** Identities, limits and states of requests, and requests that can't be counted. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../core/clock.ts'
import { withTimeout } from '../../core/limit-patience.ts'
import { createLimiter, toLimitState } from '../../core/limiter.ts'
import { type Limits, type LimitsStore, type LimitUsage, toLimitIdentity } from '../../core/limits.ts'
import type { OrganizationId, Principal } from '../../core/principal.ts'
import { openMemoryLimits } from './memory.ts'

const ORG = '0190c5a0-0000-7000-8000-000000000001' as OrganizationId
const USER = '0190c5a0-0000-7000-8000-000000000002'
const orgKey: Principal = { organizationId: ORG, role: 'ADMIN', scopes: ['read', 'write'], via: 'api_key' }
const bob: Principal = { ...orgKey, role: 'SALES_REP', user: { id: USER, email: 'bob@acme.example', teamIds: [] } }
const DEFAULTS: Limits = { second: 2, hour: 5, day: 7 }

/** A store with the given `take` function. */
function storeThat(take: LimitsStore['take']): LimitsStore & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    take: (identity, limits, now) => {
      asked.push(identity)
      return take(identity, limits, now)
    },
    add: async () => new Map(),
    open: async () => undefined,
    close: async () => undefined,
  }
}

function limiterOver(store: LimitsStore, limitsOf = async () => DEFAULTS) {
  const warnings: [object, string][] = []
  const log = { warn: (about: object, message: string) => void warnings.push([about, message]) }
  let now = Date.parse('2026-03-10T10:00:00.000Z')
  const limiter = createLimiter({
    store,
    process: openMemoryLimits(),
    defaults: DEFAULTS,
    getLimits: limitsOf,
    clock: { now: () => new Date(now) },
    log: log as never,
  })
  return {
    warnings,
    ask: (principal: Principal = bob) => limiter.take(principal, '192.0.2.7'),
    askFrom: (ip: string) => limiter.take(undefined, ip),
    advance: (ms: number) => {
      now += ms
    },
  }
}

describe('who is counted', () => {
  it('is the user, else the organization of an org-level key, else the address', () => {
    expect(toLimitIdentity(bob, '192.0.2.7')).toBe(`user-${USER}`)
    expect(toLimitIdentity(orgKey, '192.0.2.7')).toBe(`org-${ORG}`)
    expect(toLimitIdentity(undefined, '192.0.2.7')).toBe('ip-192.0.2.7')
    expect(toLimitIdentity(undefined, '2001:db8::7')).toBe('ip-2001:db8::7')
  })

  it('is counted apart from everybody else', async () => {
    const { ask, askFrom } = limiterOver(openMemoryLimits())
    for (const one of [() => ask(bob), () => ask(orgKey), () => askFrom('192.0.2.7')]) {
      const left = [await one(), await one(), await one()]
      expect(left.map(({ refusal }) => refusal?.window)).toEqual([undefined, undefined, 'second'])
    }
    expect((await askFrom('192.0.2.8')).refusal).toBeUndefined()
  })
})

describe('an answer', () => {
  it('tells of each window what is left and when it ends, in whole seconds', async () => {
    const { ask, advance } = limiterOver(openMemoryLimits())
    expect(await ask()).toEqual({
      windows: [
        { name: 'second', policy: 'second', limit: 2, seconds: 1, remaining: 1, resetSeconds: 1 },
        { name: 'hour', policy: 'hour', limit: 5, seconds: 3_600, remaining: 4, resetSeconds: 3_600 },
        { name: 'day', policy: 'day', limit: 7, seconds: 86_400, remaining: 6, resetSeconds: 86_400 },
      ],
      refusal: undefined,
    })
    advance(1_500)
    const { windows } = await ask()
    expect(windows.map(({ remaining, resetSeconds }) => [remaining, resetSeconds])).toEqual([
      [1, 1],
      [3, 3_599],
      [5, 86_399],
    ])
  })

  it('names the first window that is used up, and a time by which all that are have ended', () => {
    const window = (used: number, endsInMs: number) => ({ used, endsInMs })
    const refused = (second: number, hour: number, day: number): LimitUsage => ({
      admitted: false,
      windows: { second: window(second, 300), hour: window(hour, 1_000_001), day: window(day, 80_000_000) },
    })
    expect(toLimitState(DEFAULTS, refused(2, 4, 6)).refusal).toEqual({
      window: 'second',
      limit: 2,
      retryAfterSeconds: 1,
    })
    expect(toLimitState(DEFAULTS, refused(1, 5, 6)).refusal).toEqual({
      window: 'hour',
      limit: 5,
      retryAfterSeconds: 1_001,
    })
    expect(toLimitState(DEFAULTS, refused(0, 4, 7)).refusal).toEqual({
      window: 'day',
      limit: 7,
      retryAfterSeconds: 80_000,
    })
    expect(toLimitState(DEFAULTS, refused(2, 5, 6)).refusal).toEqual({
      window: 'second',
      limit: 2,
      retryAfterSeconds: 1_001,
    })
    expect(toLimitState(DEFAULTS, refused(2, 9, 7)).refusal).toEqual({
      window: 'second',
      limit: 2,
      retryAfterSeconds: 80_000,
    })
    expect(toLimitState(DEFAULTS, refused(2, 9, 7)).windows.map(({ remaining }) => remaining)).toEqual([0, 0, 0])
  })

  it('lets in whoever waits as long as it was told', async () => {
    const { ask, advance } = limiterOver(openMemoryLimits())
    for (let asked = 0; asked < 40; asked++) {
      const { refusal } = await ask()
      if (refusal === undefined) continue
      advance(refusal.retryAfterSeconds * 1_000 - 1_000)
      advance(1_000)
      expect((await ask()).refusal).toBeUndefined()
    }
  })

  it('goes by the limits of the organization, and for addresses by those of the settings', async () => {
    const own: Limits = { second: 1, hour: 100, day: 100 }
    const { ask, askFrom } = limiterOver(openMemoryLimits(), async () => own)
    const limits = (await ask()).windows.map(({ limit }) => limit)
    expect([limits, (await ask()).refusal?.window]).toEqual([[1, 100, 100], 'second'])
    expect((await askFrom('192.0.2.7')).windows.map(({ limit }) => limit)).toEqual([2, 5, 7])
  })

  it('asks the store by its own clock when ours is that of the machine', async () => {
    const told: (number | undefined)[] = []
    const memory = openMemoryLimits()
    const store = storeThat((identity, limits, now) => {
      told.push(now)
      return memory.take(identity, limits, now)
    })
    const parts = {
      store,
      process: openMemoryLimits(),
      defaults: DEFAULTS,
      getLimits: async () => DEFAULTS,
      log: { warn: () => undefined } as never,
    }
    await createLimiter({ ...parts, clock: systemClock }).take(bob, '')
    await createLimiter({ ...parts, clock: { now: () => new Date(5) } }).take(bob, '')
    expect(told).toEqual([undefined, 5])
  })
})

describe('while the store is away', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  const gone = async () => {
    throw new Error('it is away')
  }
  const never = () => new Promise<never>(() => undefined)

  it.each([
    ['fails', gone],
    [
      'fails before it begins',
      () => {
        throw new Error('it is away')
      },
    ],
    ['does not answer', never],
  ])('requests are counted in this process when the store %s, with one warning a minute', async (_how, take) => {
    const { ask, advance, warnings } = limiterOver(storeThat(take))
    const outcomes: (string | undefined)[] = []
    for (let second = 0; second < 150; second++) {
      const answer = ask()
      await vi.advanceTimersByTimeAsync(1_000)
      outcomes.push((await answer).refusal?.window)
      advance(1_000)
    }
    expect(outcomes.slice(0, 7)).toEqual([...Array<undefined>(5).fill(undefined), 'hour', 'hour'])
    expect(warnings).toHaveLength(3)
    expect(warnings[0]).toEqual([
      { error: expect.stringMatching(/^it is away$|^No answer within 500 ms\.$/) },
      'the store of limits does not answer; this process counts requests by itself',
    ])
  })

  it('this process goes on from where the store was', async () => {
    let away = false
    const memory = openMemoryLimits()
    const { ask, advance } = limiterOver(storeThat((...given) => (away ? gone() : memory.take(...given))))
    expect((await ask()).refusal).toBeUndefined()
    expect((await ask()).refusal).toBeUndefined()
    away = true
    expect((await ask()).refusal?.window).toBe('second')
    advance(1_000)
    expect((await ask()).windows.map(({ remaining }) => remaining)).toEqual([1, 2, 4])
  })

  it('nobody waits for a store that was just silent, and soon one finds out that it is back', async () => {
    let silent = true
    const memory = openMemoryLimits()
    const store = storeThat((...given) => (silent ? never() : memory.take(...given)))
    const { ask } = limiterOver(store)
    const first = ask()
    await vi.advanceTimersByTimeAsync(500)
    expect((await first).refusal).toBeUndefined()
    for (let i = 0; i < 50; i++) await ask()
    expect(store.asked).toHaveLength(1)
    silent = false
    await vi.advanceTimersByTimeAsync(1_000)
    expect((await ask()).windows[0]).toMatchObject({ remaining: 1 })
    expect((await ask()).refusal).toBeUndefined()
    expect((await ask()).refusal?.window).toBe('second')
  })

  it('requests are counted by the settings while the limits of the organization cannot be read', async () => {
    const { ask, warnings } = limiterOver(openMemoryLimits(), gone)
    const answers = [await ask(), await ask(), await ask()]
    expect(answers.map(({ refusal }) => refusal?.window)).toEqual([undefined, undefined, 'second'])
    expect(warnings.map(([about]) => about)).toEqual([{ error: 'it is away' }])
  })
})

describe('patience', () => {
  it('does not run out because this process is busy while the answer lies ready', async () => {
    const answer = new Promise<string>((resolve) => setTimeout(() => setImmediate(() => resolve('counted')), 5))
    const waiting = withTimeout(100, answer)
    const until = performance.now() + 400
    while (performance.now() < until);
    expect(await waiting).toBe('counted')
  })

  it('runs out when nothing comes', async () => {
    await expect(withTimeout(30, new Promise(() => undefined))).rejects.toThrow('No answer within 30 ms.')
  })
})
