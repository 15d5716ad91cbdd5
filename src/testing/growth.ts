/**
 * For input that makes careless code take quadratic time. No clock judges it: eight times the input may take four times
 * as long as eight times the work would, where its square would take eight times as long as that. Processor time is
 * counted, since a busy machine takes nothing of it.
 */
import { expect } from 'vitest'

const TIMES = 8
const TOLERANCE = 4
/** What is quicker than this is not told apart from nothing, in milliseconds. */
const LEAST_MS = 25

/**
 * The smaller input is only measured where the larger one took long enough for its growth to matter.
 * @param work does it for input of this size
 * @param size size of the larger input, a multiple of eight
 */
export function expectNoSquare(size: number, work: (size: number) => void): void {
  const first = processorMs(() => work(size))
  if (first < LEAST_MS * TIMES * TOLERANCE) return
  const small = Math.ceil(size / TIMES)
  const eighth = Math.min(
    processorMs(() => work(small)),
    processorMs(() => work(small)),
  )
  // Once more: the first one may have compiled what it ran, or collected the garbage of others.
  const whole = Math.min(
    first,
    processorMs(() => work(size)),
  )
  expect(whole / Math.max(LEAST_MS, eighth)).toBeLessThan(TIMES * TOLERANCE)
}

function processorMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/**
 * The same for work that waits, such as a request through the whole service.
 * @returns processor milliseconds of the larger input
 */
export async function expectNoSquareAsync(size: number, work: (size: number) => Promise<void>): Promise<number> {
  const whole = await processorMsAsync(() => work(size))
  if (whole < LEAST_MS * TIMES * TOLERANCE) return whole
  const small = Math.ceil(size / TIMES)
  const eighth = Math.min(await processorMsAsync(() => work(small)), await processorMsAsync(() => work(small)))
  // Once more: the first one may have compiled what it ran, or collected the garbage of others.
  const again = Math.min(whole, await processorMsAsync(() => work(size)))
  expect(again / Math.max(LEAST_MS, eighth)).toBeLessThan(TIMES * TOLERANCE)
  return again
}

async function processorMsAsync(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
