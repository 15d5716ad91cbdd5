/** Backfills from vendors that limit requests: every call arrives once, and limited requests are rare. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { closeAfterTests } from '../../../testing/close-after-tests.ts'
import { expectEvery } from '../../../testing/expect-every.ts'
import { wave } from '../../../testing/sound.ts'
import { startVendor, type Vendor, VendorRefusal } from '../../../testing/source-vendor-server.ts'
import { aircall, dialpad } from '../../../testing/source-vendors-calls.ts'
import { elevenlabs, fathom, fireflies, recall } from '../../../testing/source-vendors-meetings.ts'
import { createSourcesWorld, recordingsOf, type SourcesWorld, sourceFor } from '../../../testing/sources-fixtures.ts'
import { SourceFault } from '../source-kinds/index.ts'
import { delayLimited } from './limited-sources.ts'

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

describe('the delay of a limited call', () => {
  const now = new Date('2026-11-30T12:00:00Z')
  const limited = (seconds?: number) =>
    new SourceFault('temporary', 'Limited.', seconds === undefined ? undefined : seconds * 1_000, 429)
  const delays = (source: string, faults: SourceFault[], announcedAt = now) =>
    faults.map((fault) => {
      const at = delayLimited(source, fault, announcedAt, now)
      return at === undefined ? undefined : (at.getTime() - now.getTime()) / 1_000
    })

  it('is what the source requests, and further calls follow second by second', () => {
    expect(delays('a', [limited(900), limited(900), limited(30)])).toEqual([900, 901, 902])
    expect(delays('b', [limited(), limited(0)])).toEqual([60, 61])
    expect(delays('c', [limited(1e9)])).toEqual([86_400])
  })

  it('ends after a month', () => {
    expect(delays('d', [limited(900)], new Date('2026-10-30T12:00:00Z'))).toEqual([undefined])
  })
})
