import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ADAPTED, adapt, packAdapter, unpackAdapter, withAdapter } from './embedding-query-adapter.ts'

const vector = (at: number, value = 1) => new Float32Array(ADAPTED).fill(value, at, at + 1)
/** What one number adds to another, and nothing else. */
const adapterOf = (cells: readonly (readonly [from: number, to: number, value: number])[]) => {
  const adapter = new Float32Array(ADAPTED * ADAPTED)
  for (const [from, to, value] of cells) adapter[from * ADAPTED + to] = value
  return adapter
}

const place = fc.nat(ADAPTED - 1)
const cells = fc.array(fc.tuple(place, place, fc.float({ min: -1, max: 1, noNaN: true })), { maxLength: 20 })

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

  it('turns queries alone', async () => {
    const model = await withAdapter(async (texts) => texts.map((_, at) => vector(at)))
    const pause = async () => {}
    expect(await model(['a', 'b'], 'passage', pause)).toEqual([vector(0), vector(1)])
    const [first, second] = (await model(['a', 'b'], 'query', pause)) as [Float32Array, Float32Array]
    expect(first).not.toEqual(vector(0))
    expect(second).not.toEqual(vector(1))
    // What it turns stays mostly what it is.
    expect((first[0] as number) / Math.hypot(...first)).toBeGreaterThan(0.5)
  })
})
