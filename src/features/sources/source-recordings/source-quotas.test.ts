/** Backfills from vendors that limit requests: every call arrives once, and limited requests are rare. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { closeAfterTests } from '../../../testing/close-after-tests.ts'
import { createTestApp, type TestApp } from '../../../testing/create-test-app.ts'
import { expectEvery } from '../../../testing/expect-every.ts'
import { wave } from '../../../testing/sound.ts'
import { startVendor, type Vendor, VendorRefusal } from '../../../testing/source-vendor-server.ts'
import { aircall, dialpad } from '../../../testing/source-vendors-calls.ts'
import { elevenlabs, fathom, fireflies, recall } from '../../../testing/source-vendors-meetings.ts'
import {
  createSourcesWorld,
  recordingsOf,
  type SourcesWorld,
  sourceFor,
  webhookBody,
} from '../../../testing/sources-fixtures.ts'
import { delayLimited } from '../call-sources/index.ts'
import { SourceFault } from '../source-kinds/index.ts'

const CALLS = 6
/** Requests that a vendor answers in a window. */
const QUOTA = 7
const WINDOW_MS = 3 * 3_600_000

let world: SourcesWorld
beforeAll(async () => {
  world = await createSourcesWorld()
})

interface Figures {
  /** Windows, each with its answered and limited requests. */
  readonly windows: { readonly since: number; answered: number; limited: number }[]
}

/** A vendor with a quota of requests for each window. */
function limit(define: (url: string) => Vendor, figures: Figures, hasHeader: boolean): (url: string) => Vendor {
  return (url) => {
    const vendor = define(url)
    return {
      ...vendor,
      answer(...request) {
        const now = world.app.clock.now().getTime()
        let window = figures.windows.at(-1)
        if (window === undefined || now >= window.since + WINDOW_MS) {
          window = { since: now, answered: 0, limited: 0 }
          figures.windows.push(window)
        }
        if (window.answered < QUOTA) {
          window.answered++
          return vendor.answer(...request)
        }
        window.limited++
        const left = Math.ceil((window.since + WINDOW_MS - now) / 1_000)
        return new VendorRefusal(429, hasHeader ? { 'retry-after': String(left) } : {})
      },
    }
  }
}

async function backfill(define: (url: string) => Vendor, hasHeader: boolean) {
  const figures: Figures = { windows: [] }
  const { vendor, server } = await startVendor(limit(define, figures, hasHeader))
  closeAfterTests(() => server.close())
  const { kind, settings, credentials } = vendor
  const source = await sourceFor(world, { kind, name: kind, lookMinutes: 0, settings, credentials })
  for (let at = 0; at < CALLS; at++) {
    server.calls.push({
      ...{ id: randomUUID(), recording: wave({ seconds: 1 + at / 100, rate: 8_000 }) },
      startedAt: new Date(Math.floor(Date.now() / 1_000) * 1_000 - 86_400_000 - at * 60_000),
    })
  }
  const asked = await call(world.app, world.org, 'POST', `/sources/${source.id}/backfill`, { body: { days: 60 } })
  expect(asked.status).toBe(202)
  for (let rounds = 0; rounds < 60; rounds++) {
    await world.app.drain(world.acme)
    const recordings = await recordingsOf(world, source)
    const done = recordings.filter(({ status }: { status: string }) => status === 'done')
    if (done.length === CALLS) break
    world.ahead(WINDOW_MS / 3)
  }
  return { figures, source }
}

const VENDORS = [aircall, dialpad, elevenlabs, fathom, fireflies, recall]

describe.each(VENDORS.map((define) => [define.name, define] as const))('a backfill of %s', (_, define) => {
  it('arrives over several windows of the quota, each call once', async () => {
    const { figures, source } = await backfill(define, true)
    const recordings = await recordingsOf(world, source)
    expect(recordings).toHaveLength(CALLS)
    expectEvery<{ status: string; fault: string | null }>(
      recordings,
      ({ status, fault }) => status === 'done' && fault === null,
    )
    expect(new Set(recordings.map(({ conversationUUID }: { conversationUUID: string }) => conversationUUID)).size).toBe(
      CALLS,
    )
    // A look and an import can each notice the limit, and imports that already run.
    expect(Math.max(...figures.windows.map(({ limited }) => limited))).toBeLessThanOrEqual(3)
  })
})

it('a vendor that states no time loses no call either', async () => {
  const { source } = await backfill(aircall, false)
  const recordings = await recordingsOf(world, source)
  expect(recordings).toHaveLength(CALLS)
  expectEvery<{ status: string }>(recordings, ({ status }) => status === 'done')
})

/** Another process of the same installation. */
const openProcess = () => createTestApp({ allowed: '127.0.0.0/8', clock: world.app.clock })

it('another process sends no request while the limit applies', async () => {
  const figures: Figures = { windows: [] }
  const { vendor, server } = await startVendor(limit(aircall, figures, true))
  closeAfterTests(() => server.close())
  const { kind, settings, credentials } = vendor
  const source = await sourceFor(world, { kind, name: 'Aircall', lookMinutes: 0, settings, credentials })
  for (let at = 0; at < 3 * CALLS; at++) {
    server.calls.push({
      ...{ id: randomUUID(), recording: wave({ seconds: 2 + at / 100, rate: 8_000 }) },
      startedAt: new Date(Math.floor(Date.now() / 1_000) * 1_000 - 86_400_000 - at * 60_000),
    })
  }
  await call(world.app, world.org, 'POST', `/sources/${source.id}/backfill`, { body: { days: 60 } })
  await world.app.drain(world.acme)
  const [window] = figures.windows
  expect(window?.limited).toBeGreaterThan(0)
  const before = { ...window }
  const other = await openProcess()
  const recordings = await recordingsOf(world, source)
  const waiting = recordings.filter(({ status }: { status: string }) => status === 'waiting')
  expect(waiting.length).toBeGreaterThan(1)
  // They are due for the other process.
  for (const { uuid } of waiting) {
    await call(world.app, world.org, 'POST', `/sources/${source.id}/recordings/${uuid}/retry`)
  }
  await other.drain(world.acme)
  expect(figures.windows.at(-1)).toEqual(before)
  const times = (await recordingsOf(world, source))
    .filter(({ status }: { status: string }) => status === 'waiting')
    .map(({ nextTryAt }: { nextTryAt: string }) => nextTryAt)
  expect(times).toHaveLength(waiting.length)
  expect(new Set(times).size).toBe(times.length)
})

describe('a limit that one process notices', () => {
  const WAIT_S = 900
  /** A source of a vendor that limits the next request, and the paths of the requests that arrived there. */
  async function connectLimited() {
    const requests: string[] = []
    let isLimited = true
    const { vendor, server } = await startVendor((url) => {
      const defined = aircall(url)
      return {
        ...defined,
        answer(path, ...rest) {
          requests.push(path)
          if (!isLimited) return defined.answer(path, ...rest)
          isLimited = false
          return new VendorRefusal(429, { 'retry-after': String(WAIT_S) })
        },
      }
    })
    closeAfterTests(() => server.close())
    const { kind, settings, credentials } = vendor
    const source = await sourceFor(world, { kind, name: 'Aircall', lookMinutes: 0, settings, credentials })
    const test = async (app: TestApp) => (await call(app, world.org, 'POST', `/sources/${source.id}/test`)).body.data
    const look = async () => {
      const asked = await call(world.app, world.org, 'POST', `/sources/${source.id}/backfill`, { body: { days: 1 } })
      expect(asked.status).toBe(202)
      await world.app.drain(world.acme)
    }
    return { requests, test, look }
  }
  const LIMITED = { ok: false, detail: 'The source limits requests (HTTP 429).' }

  it('during a test holds back tests and looks of the others until it ends', async () => {
    const { requests, test, look } = await connectLimited()
    const other = await openProcess()
    expect(await test(other)).toEqual(LIMITED)
    expect(requests).toEqual(['/v1/ping'])
    expect([await test(world.app), await test(other)]).toEqual([LIMITED, LIMITED])
    await look()
    expect(requests).toEqual(['/v1/ping'])
    world.ahead((WAIT_S + 1) * 1_000)
    expect(await test(world.app)).toMatchObject({ ok: true })
    expect(requests).toEqual(['/v1/ping', '/v1/ping'])
  })

  it('during a look holds back tests of the others, and a test changes nothing of the limit', async () => {
    const { requests, test, look } = await connectLimited()
    await look()
    expect(requests).toEqual(['/v1/calls'])
    const other = await openProcess()
    expect([await test(other), await test(world.app)]).toEqual([LIMITED, LIMITED])
    expect(requests).toEqual(['/v1/calls'])
    world.ahead((WAIT_S + 1) * 1_000)
    expect(await test(other)).toMatchObject({ ok: true })
  })
})

describe('the delay of a limited call', () => {
  const limited = (seconds?: number) =>
    new SourceFault('temporary', 'Limited.', seconds === undefined ? undefined : seconds * 1_000, 429)
  const now = new Date('2026-11-30T12:00:00Z')
  /** A process whose clock is `seconds` after the start. */
  const processAt = (app: TestApp, seconds = 0) => ({
    ...app.contextFor(app.operator(world.acme)),
    transactUnaudited: app.store.of(world.acme).transact,
    clock: { ...app.clock, now: () => new Date(now.getTime() + seconds * 1_000) },
  })
  const createWebhook = async () => (await sourceFor(world, webhookBody())).id
  const delay = async (ctx: ReturnType<typeof processAt>, source: string, fault: SourceFault, announcedAt = now) => {
    const at = await delayLimited(ctx, source, fault, announcedAt)
    return at === undefined ? undefined : (at.getTime() - now.getTime()) / 1_000
  }

  it('is what the source requests, and further calls follow second by second', async () => {
    const ctx = processAt(world.app)
    const [first, second, third] = [await createWebhook(), await createWebhook(), await createWebhook()]
    expect(await delay(ctx, first, limited(900))).toBe(900)
    expect(await delay(ctx, first, limited(900))).toBe(901)
    expect(await delay(ctx, first, limited(30))).toBe(902)
    expect([await delay(ctx, second, limited()), await delay(ctx, second, limited(0))]).toEqual([60, 61])
    expect(await delay(ctx, third, limited(1e9))).toBe(86_400)
    // A limit after the first one starts after the calls that still wait.
    expect(await delay(processAt(world.app, 901), first, limited(1))).toBe(903)
    expect(await delay(processAt(world.app, 901), first, limited(60))).toBe(904)
    expect(await delay(processAt(world.app, 2_000), first, limited(60))).toBe(2_060)
  })

  it('is shared by all processes', async () => {
    const source = await createWebhook()
    const [one, other] = [processAt(world.app), processAt(await openProcess())]
    const delays = await Promise.all(
      Array.from({ length: 20 }, (_, at) => delay(at % 2 ? one : other, source, limited(9))),
    )
    expect(delays.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 20 }, (_, at) => 9 + at))
  })

  it('ends after a month, and with the source', async () => {
    const ctx = processAt(world.app)
    const source = await createWebhook()
    expect(await delay(ctx, source, limited(900), new Date('2026-10-30T12:00:00Z'))).toBeUndefined()
    await call(world.app, world.org, 'DELETE', `/sources/${source}`)
    expect(await delay(ctx, source, limited(900))).toBeUndefined()
  })
})
