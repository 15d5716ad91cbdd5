import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ADAPTED, ADAPTER_FILE, adapt, adapted, packAdapter, readAdapter, unpackAdapter } from './query-adapter.ts'

const vector = (at: number, value = 1) => new Float32Array(ADAPTED).fill(value, at, at + 1)
/** What one number adds to another, and nothing else. */
const adapterOf = (cells: readonly (readonly [from: number, to: number, value: number])[]) => {
  const adapter = new Float32Array(ADAPTED * ADAPTED)
  for (const [from, to, value] of cells) adapter[from * ADAPTED + to] = value
  return adapter
}

const place = fc.nat(ADAPTED - 1)
const value = fc.integer({ min: -1_000, max: 1_000 }).map((n) => n / 1_000)
const cells = fc.array(fc.tuple(place, place, value), { maxLength: 20 })

describe('a query adapter', () => {
  it('adds to one number what others of the vector say', () => {
    const adapter = adapterOf([
      [0, 1, 0.5],
      [0, 0, -0.25],
      [3, 1, 1],
    ])
    expect(adapt(vector(0), adapter).slice(0, 4)).toEqual(Float32Array.of(0.75, 0.5, 0, 0))
    expect(adapt(vector(3, 2), adapter).slice(0, 4)).toEqual(Float32Array.of(0, 2, 0, 2))
    expect(adapt(vector(5), adapter)).toEqual(vector(5))
  })

  it('is kept in whole steps, each half a step off at most', () => {
    fc.assert(
      fc.property(cells, (all) => {
        const adapter = adapterOf(all)
        const step = Math.max(...all.map(([, , value]) => Math.abs(value)), 0) / 127
        const kept = unpackAdapter(packAdapter(adapter))
        for (const [from, to] of all) {
          const cell = from * ADAPTED + to
          expect(Math.abs((kept[cell] as number) - (adapter[cell] as number))).toBeLessThanOrEqual(step * 0.501)
        }
        expect(packAdapter(kept)).toEqual(packAdapter(unpackAdapter(packAdapter(kept))))
      }),
      { numRuns: 5 },
    )
  })

  it('is refused where it is not of its encoder', () => {
    expect(() => unpackAdapter(Buffer.alloc(7))).toThrow('not of its encoder')
    expect(() => unpackAdapter(Buffer.alloc(5 + ADAPTED * ADAPTED))).toThrow('not of its encoder')
  })

  it('comes along, and leaves what it turns mostly what it is', async () => {
    const adapter = await readAdapter(ADAPTER_FILE)
    for (const at of [0, 99, ADAPTED - 1]) {
      const turned = adapted(vector(at, 3), adapter)
      expect(Math.hypot(...turned)).toBeCloseTo(1, 5)
      expect(turned[at]).toBeGreaterThan(0.5)
      expect(turned[at]).toBeLessThan(1)
    }
  })
})
