/** Axes have few round steps, and their top is never below the largest value. */
import { describe, expect, it } from 'vitest'
import { createAxis } from './axis.ts'

describe('an axis', () => {
  it.each([
    [4, { steps: 'whole' }, [0, 1, 2, 3, 4]],
    [1, { steps: 'whole' }, [0, 1]],
    [0, {}, [0, 1]],
    [19.5, {}, [0, 5, 10, 15, 20]],
    [0.7, {}, [0, 0.2, 0.4, 0.6, 0.8]],
    [21, { steps: 'seconds' }, [0, 10, 20, 30]],
    [200, { steps: 'seconds' }, [0, 60, 120, 180, 240]],
    [40_000, { steps: 'seconds' }, [0, 10_800, 21_600, 32_400, 43_200]],
    [0.64, { most: 1 }, [0, 0.5, 1]],
  ] as const)('up to %d with %j has the steps %j', (largest, options, ticks) => {
    const axis = createAxis(largest, options)
    expect([axis.ticks, axis.most]).toEqual([ticks, ticks.at(-1)])
  })
})
