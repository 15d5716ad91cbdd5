import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { ADD, type Kernel, loadKernel, RELU, TILE_COLUMNS, TILE_ROWS } from './kernel.ts'

let kernel: Kernel
beforeAll(async () => {
  kernel = await loadKernel()
})

/** Numbers that look random and are the same in each run. */
const wave = (count: number, seed: number) => Array.from({ length: count }, (_, n) => Math.sin(n * 12.9898 + seed * 78))

function put(numbers: readonly number[]): number {
  const address = kernel.allocate(numbers.length)
  kernel.view(address, numbers.length).set(numbers)
  return address
}
const roundUp = (size: number, tile: number) => Math.ceil(size / tile) * tile
const at = (numbers: readonly number[], index: number) => numbers[index] ?? Number.NaN

function expectClose(computed: ArrayLike<number>, wanted: readonly number[]) {
  expect(computed).toHaveLength(wanted.length)
  const distances = wanted.map((number, n) => Math.abs(number - (computed[n] ?? Number.NaN)))
  expect(Math.max(...distances)).toBeLessThan(1e-5)
}

describe('the kernel', () => {
  const size = fc.integer({ min: 1, max: 20 })
  it('multiplies matrices of any size, also transposed, and adds a bias', () => {
    fc.assert(
      fc.property(size, size, size, fc.boolean(), fc.nat(RELU | ADD), (rows, depth, columns, isTransposed, flags) => {
        const [a, b, bias] = [wave(rows * depth, 1), wave(depth * columns, 2), wave(columns + TILE_COLUMNS, 3)]
        const stride = roundUp(columns, TILE_COLUMNS)
        const before = wave(roundUp(rows, TILE_ROWS) * stride, 4)
        const [strips, columnStrips] = [
          kernel.allocate(roundUp(rows, TILE_ROWS) * depth),
          kernel.allocate(depth * stride),
        ]
        const c = put(before)
        kernel.packRows(strips, put(a), rows, depth, depth)
        const strides: readonly [row: number, column: number] = isTransposed ? [1, depth] : [columns, 1]
        kernel.packColumns(columnStrips, put(b), depth, columns, strides[0], strides[1])
        kernel.multiply(c, stride, strips, columnStrips, put(bias), rows, stride, depth, flags)
        const computed = kernel.view(c, rows * stride)
        const wanted = Array.from({ length: rows * stride }, (_, n) => {
          const [row, column] = [Math.floor(n / stride), n % stride]
          if (column >= columns) return at([...computed], n)
          const places = Array.from({ length: depth }, (_, k) => k)
          const sum = places.reduce(
            (all, k) => all + at(a, row * depth + k) * at(b, k * strides[0] + column * strides[1]),
            at(bias, column),
          )
          const bent = (flags & RELU) === 0 ? sum : Math.max(sum, 0)
          return (flags & ADD) === 0 ? bent : bent + at(before, n)
        })
        expectClose(computed, wanted)
      }),
      { numRuns: 50 },
    )
  })

  it('normalizes rows, then scales and shifts them', () => {
    const [rows, width] = [3, 16]
    const [x, scale, shift] = [wave(rows * width, 5).map((one) => 40 * one + 7), wave(width, 6), wave(width, 7)]
    const y = kernel.allocate(rows * width)
    kernel.normalize(y, put(x), rows, width, put(scale), put(shift), 1e-6)
    const wanted = x.map((number, n) => {
      const row = x.slice(n - (n % width), n - (n % width) + width)
      const mean = row.reduce((sum, one) => sum + one, 0) / width
      const variance = row.reduce((sum, one) => sum + (one - mean) ** 2, 0) / width
      return ((number - mean) / Math.sqrt(variance + 1e-6)) * at(scale, n % width) + at(shift, n % width)
    })
    expectClose(kernel.view(y, rows * width), wanted)
  })

  it.each([
    [1, 8],
    [5, 8],
    [8, 8],
    [13, 16],
  ])('computes the softmax of %i of %i columns', (width, stride) => {
    const [rows, x] = [3, wave(3 * stride, 8).map((one) => 60 * one)]
    const address = put(x)
    kernel.softmax(address, rows, width, stride)
    const wanted = x.map((number, n) => {
      const row = x.slice(n - (n % stride), n - (n % stride) + width)
      const powers = row.reduce((sum, one) => sum + Math.exp(one - Math.max(...row)), 0)
      return n % stride < width ? Math.exp(number - Math.max(...row)) / powers : 0
    })
    expectClose(kernel.view(address, rows * stride), wanted)
  })

  it('computes the mean of rows', () => {
    const [x, y] = [put([...wave(8, 9), ...wave(8, 10)]), kernel.allocate(8)]
    kernel.mean(y, x, 2, 8)
    expectClose(
      kernel.view(y, 8),
      wave(8, 9).map((one, n) => (one + at(wave(8, 10), n)) / 2),
    )
  })
})
