import { describe, expect, it } from 'vitest'
import { newId } from './clock.ts'
import type { OrganizationId, Principal } from './principal.ts'
import { runInBulk, runJobWork, runRequested, takeUrgency, URGENT_MAX } from './urgency.ts'

const caller = (via: Principal['via'] = 'session'): Principal => ({
  organizationId: newId() as OrganizationId,
  user: { id: newId(), email: 'bob@acme.example', teamIds: [] },
  ...{ role: 'SALES_REP', scopes: ['write'], via },
})

describe('work of a caller', () => {
  it.each([
    ['session', true],
    ['api_key', true],
    ['oauth', true],
    ['command_line', false],
    ['service', false],
  ] as const)('by %s is urgent: %s', (via, isUrgent) => {
    expect(runRequested(caller(via), takeUrgency)).toBe(isUrgent)
  })

  it('is urgent for a number of jobs per minute, for each caller', () => {
    const [one, other] = [caller('api_key'), caller('api_key')]
    const taken = Array.from({ length: URGENT_MAX + 5 }, () => runRequested(one, takeUrgency))
    expect(taken.filter(Boolean)).toHaveLength(URGENT_MAX)
    expect(taken.lastIndexOf(true)).toBe(URGENT_MAX - 1)
    expect(runRequested(other, takeUrgency)).toBe(true)
  })

  it('is not urgent as part of bulk work, after a wait too', async () => {
    const work = async () => {
      await new Promise(setImmediate)
      return runRequested(caller(), takeUrgency)
    }
    expect(await runInBulk(work)).toBe(false)
    expect(await work()).toBe(true)
  })
})

describe('a job', () => {
  it('adds jobs that are as urgent as itself, without a limit', () => {
    const taken = runJobWork(true, () => Array.from({ length: URGENT_MAX + 5 }, takeUrgency))
    expect(taken.filter((isUrgent) => !isUrgent)).toEqual([])
    expect(runJobWork(false, takeUrgency)).toBe(false)
  })

  it('keeps its urgency in the operations that it runs', () => {
    expect(runJobWork(false, () => runRequested(caller(), takeUrgency))).toBe(false)
    expect(runJobWork(true, () => runRequested(caller('service'), takeUrgency))).toBe(true)
  })
})

it('work without a caller is not urgent', () => {
  expect(takeUrgency()).toBe(false)
})
