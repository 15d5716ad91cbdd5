import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { workFor } from '../../core/asker.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { createFairPlaces, fairTurns } from './fair-places.ts'

const [busy, single, third] = ['busy', 'single', 'third'] as OrganizationId[] as [
  OrganizationId,
  OrganizationId,
  OrganizationId,
]

/** Work that runs until it is ended. */
function createWork(turn: ReturnType<typeof fairTurns>) {
  const underWay: { org: OrganizationId; end: () => void }[] = []
  const started: OrganizationId[] = []
  return {
    started,
    of: (org: OrganizationId) => underWay.filter((one) => one.org === org).length,
    begin: (org: OrganizationId, signal?: AbortSignal) =>
      workFor(org, () =>
        turn(() => {
          const { promise, resolve } = Promise.withResolvers<void>()
          started.push(org)
          underWay.push({ org, end: resolve })
          return promise
        }, signal),
      ),
    async endOne(org?: OrganizationId) {
      const place = underWay.findIndex((one) => org === undefined || one.org === org)
      underWay.splice(place, 1)[0]?.end()
      await pause(0)
    },
  }
}

describe('a place that becomes free', () => {
  it('goes to the organization that holds the fewest, then to whose turn was longest ago', async () => {
    const work = createWork(fairTurns(2))
    const all = [busy, busy, busy, busy, single, third, single].map((org) => work.begin(org))
    await pause(0)
    while (work.started.length < all.length) await work.endOne(work.started.at(-1))
    expect(work.started).toEqual([busy, busy, single, third, single, busy, busy])
  })

  it('is handed on when work fails, and skipped by work that no longer wants it', async () => {
    const turn = fairTurns(1)
    const work = createWork(turn)
    const leaving = new AbortController()
    const failed = workFor(busy, () => turn(() => pause(5).then(() => Promise.reject(new Error('no luck')))))
    const gone = work.begin(single, leaving.signal)
    const next = work.begin(third)
    leaving.abort(new Error('gone'))
    await expect(gone).rejects.toThrow('gone')
    await expect(failed).rejects.toThrow('no luck')
    await pause(0)
    expect(work.started).toEqual([third])
    await work.endOne()
    await next
    await expect(work.begin(busy, leaving.signal)).rejects.toThrow('gone')
  })
})

describe('guest places', () => {
  it('let the work of another organization begin although long work holds all places', async () => {
    const work = createWork(fairTurns(1, 1))
    const all = [work.begin(busy), work.begin(busy), work.begin(single), work.begin(single), work.begin(third)]
    await pause(0)
    expect(work.started).toEqual([busy, single])
    await work.endOne(single)
    expect(work.started).toEqual([busy, single, third])
    await work.endOne(third)
    expect(work.started).toEqual([busy, single, third, single])
    await work.endOne(single)
    // The slot of the busy organization is still in use, and it can't use the guest slot.
    expect([work.of(busy), work.started.length]).toEqual([1, 4])
    await work.endOne(busy)
    await work.endOne(busy)
    await Promise.all(all)
  })
})

describe('the line', () => {
  it('is bounded for each organization, and for all of them', async () => {
    const line = createFairPlaces({ places: 1, waitingMax: 2 })
    const take = (org: string) => workFor(org as OrganizationId, () => line.take(AbortSignal.timeout(60_000)))
    const first = await take('busy')
    const waiting = [take('busy'), take('busy'), take('single')]
    expect(await take('busy')).toBeUndefined()
    waiting.push(...Array.from({ length: 17 }, (_, n) => take(`other ${n}`)))
    expect(await take('one more')).toBeUndefined()
    first?.()
    first?.()
    for (const one of waiting) void one.then((leave) => leave?.())
    expect(await Promise.all(waiting)).toHaveLength(20)
  })

  it('never lets more in than there are places, loses nobody, and serves every organization in turn', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 2 }),
        fc.array(fc.tuple(fc.constantFrom(busy, single, third), fc.nat(3), fc.boolean()), { maxLength: 30 }),
        async (places, guests, asked) => {
          const line = createFairPlaces({ places, guests })
          const held = new Map<string, number>()
          let most = 0
          let mostOfOne = 0
          let done = 0
          const run = async (org: OrganizationId, ms: number, leavesEarly: boolean) => {
            const signal = leavesEarly ? AbortSignal.timeout(2) : undefined
            try {
              const leave = await line.take(signal)
              held.set(org, (held.get(org) ?? 0) + 1)
              most = Math.max(
                most,
                [...held.values()].reduce((sum, n) => sum + n, 0),
              )
              mostOfOne = Math.max(mostOfOne, held.get(org) ?? 0)
              await pause(ms)
              held.set(org, (held.get(org) ?? 0) - 1)
              leave?.()
            } catch (error) {
              expect(signal?.reason).toBe(error)
            }
            done++
          }
          await Promise.all(asked.map(([org, ms, leaves]) => workFor(org, () => run(org, ms, leaves))))
          expect(done).toBe(asked.length)
          expect(most).toBeLessThanOrEqual(places + guests)
          expect(mostOfOne).toBeLessThanOrEqual(places)
          const leave = await line.take()
          expect(leave).toBeTypeOf('function')
        },
      ),
      { numRuns: 40 },
    )
  })
})
