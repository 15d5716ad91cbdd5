import { describe, expect, it, vi } from 'vitest'
import { createHealth, type Dependency, type DependencyState } from './health.ts'

const dependency = (name: Dependency['name'], state: DependencyState | Error, isRequired = false): Dependency => ({
  ...{ name, isRequired },
  state: async () => {
    if (state instanceof Error) throw state
    return state
  },
})
const healthOf = (dependencies: readonly Dependency[], stalled: readonly string[] = []) =>
  createHealth({
    isAlive: () => true,
    dependencies,
    loops: () => stalled.map((name) => ({ name, state: 'stalled', secondsSinceTurn: 61 })),
  })

describe('readiness', () => {
  it.each([
    [[dependency('database', 'ok', true)], [], 'ok'],
    [[dependency('database', new Error('secret words of a driver'), true)], [], 'unavailable'],
    [[dependency('files', new Error('away'))], [], 'degraded'],
    [[dependency('limits', 'unavailable')], [], 'degraded'],
    [[dependency('disk', 'full')], [], 'degraded'],
    [[dependency('files', 'misplaced')], [], 'unavailable'],
    [[dependency('database', 'ok', true)], ['jobs'], 'unavailable'],
  ] as const)('%j %j: %s', async (dependencies, stalled, status) => {
    const readiness = await healthOf(dependencies, stalled).ready()
    expect(readiness.status).toBe(status)
    expect(readiness.loops).toEqual(stalled.map((name) => ({ name, state: 'stalled' })))
    expect(JSON.stringify(readiness)).not.toContain('secret')
  })

  it('takes a dependency that does not answer for unavailable, and asks each but once a second', async () => {
    vi.useFakeTimers()
    try {
      const state = vi.fn(() => new Promise<DependencyState>(() => undefined))
      const health = healthOf([{ name: 'database', isRequired: true, state }])
      const both = Promise.all([health.ready(), health.ready()])
      await vi.advanceTimersByTimeAsync(3_000)
      const unavailable = {
        status: 'unavailable',
        dependencies: [{ name: 'database', state: 'unavailable' }],
        loops: [],
      }
      expect(await both).toEqual([unavailable, unavailable])
      expect(state).toHaveBeenCalledTimes(1)
    } finally {
      vi.useRealTimers()
    }
  })
})
