import { getHeapSpaceStatistics } from 'node:v8'
import { expect, it } from 'vitest'
import { createMinorCollection, shouldCollect } from './idle-memory.ts'

const MB = 1024 * 1024
const idle = { milliseconds: 2_000, processorMilliseconds: 20, heapTotal: 200 * MB, heapUsed: 90 * MB }

it('collects while a process is idle and its heap contains much unused memory', () => {
  expect(shouldCollect(idle)).toBe(true)
  expect(shouldCollect({ ...idle, processorMilliseconds: 1_900 })).toBe(false)
  expect(shouldCollect({ ...idle, heapTotal: 100 * MB })).toBe(false)
})

it('removes garbage of the young generation, and adds nothing to the global scope', () => {
  const collect = createMinorCollection()
  const youngBytes = () =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_used_size ?? Number.NaN
  collect()
  const before = youngBytes()
  for (let index = 0; index < 1_000; index++) createGarbage(index)
  expect(youngBytes()).toBeGreaterThan(before + 400_000)
  collect()
  expect(youngBytes()).toBeLessThan(before + 400_000)
})

const kept: { list: number[] | undefined } = { list: undefined }

/** Assigned to a property, so that the compiler can't omit it. */
function createGarbage(index: number): void {
  kept.list = Array.from({ length: 100 }, (_, position) => index + position / 2)
}
