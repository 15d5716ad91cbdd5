import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { findProblems, type MeasuredFacts, WAIT_MAX_SECONDS } from './installation-problems.ts'

const GB = 1024 ** 3
const HEALTHY: MeasuredFacts = {
  publicUrl: 'https://parley.example',
  severalServers: false,
  queues: [{ queue: 'send_mail', oldestSeconds: WAIT_MAX_SECONDS }],
  disk: { free: 4 * GB, size: 100 * GB },
}
const SECRET = 'x'.repeat(32)
const ONE = readConfig({})
const SEVERAL = readConfig({
  ...{ DATABASE_URL: 'postgres://db.example/parley', FILES_URL: 's3://bucket/parley', SECRET },
  PUBLIC_URL: 'https://parley.example',
})

const idsOf = (facts: Partial<MeasuredFacts>, config = ONE) =>
  findProblems(config, { ...HEALTHY, ...facts }).map(({ id, settings }) => [id, ...settings].join(' '))

describe('an installation', () => {
  it('is in order when nothing waits too long and there is room', () => {
    expect(idsOf({})).toEqual([])
  })

  it('has a problem for each queue whose oldest job waits too long', () => {
    const late = { oldestSeconds: WAIT_MAX_SECONDS + 1 }
    const queues = [{ queue: 'a', ...late }, ...HEALTHY.queues, { queue: 'b', ...late }]
    expect(idsOf({ queues })).toEqual(['work_waits', 'work_waits'])
    expect(findProblems(ONE, { ...HEALTHY, queues })[0]?.is).toBe(
      'The oldest job of the queue a has waited for 15 minutes.',
    )
  })

  it.each([
    [100 * GB, 2.9 * GB],
    [10 * GB, 0.49 * GB],
  ])('has a problem when a disk of %i bytes has %i left', (size, free) => {
    expect(idsOf({ disk: { size, free } })).toEqual(['disk_nearly_full DATA_DIR'])
  })

  it('with several servers needs settings that all of them share', () => {
    expect(idsOf({ severalServers: true }, SEVERAL)).toEqual([])
    expect(idsOf({ severalServers: true, publicUrl: 'http://localhost:8080' })).toEqual(
      ['DATABASE_URL', 'FILES_URL', 'SECRET', 'LIMITS_STORE', 'PUBLIC_URL'].map((name) => `several_servers ${name}`),
    )
    const counts = readConfig({ DATABASE_URL: 'postgres://db.example/parley', LIMITS_STORE: 'memory', SECRET })
    expect(idsOf({ severalServers: true }, counts)).toEqual([
      'several_servers FILES_URL',
      'several_servers LIMITS_STORE',
    ])
  })
})
