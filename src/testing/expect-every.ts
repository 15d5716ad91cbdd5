import { expect } from 'vitest'

/**
 * Expects that a list has items, and that all of them satisfy a condition. `expect(list.every(…)).toBe(true)` passes on
 * an empty list, and doesn't name the items that fail.
 */
export function expectEvery<T>(list: Iterable<T>, isRight: (item: T, index: number) => boolean): void {
  const items = [...list]
  expect(items.length, 'number of items').toBeGreaterThan(0)
  expect(items.filter((item, index) => !isRight(item, index))).toEqual([])
}
