import { describe, expect, it } from 'vitest'
import { judgeReplica, LagClock, type PrimaryFacts, type ReplicaFacts } from './judge-replica.ts'

const PRIMARY: PrimaryFacts = {
  ...{ cluster: '71', database: '5', schema: '0065-read-replicas.sql', epoch: 'epoch-1', lsn: 1_000, unmarked: [] },
}
const REPLICA: ReplicaFacts = {
  ...{
    isRecovering: true,
    cluster: '71',
    database: '5',
    schema: '0065-read-replicas.sql',
    epoch: 'epoch-1',
    lsn: 1_000,
  },
}

const judge = (replica: Partial<ReplicaFacts>, { primary = PRIMARY, lagSeconds = 0 } = {}) =>
  judgeReplica(primary, { ...REPLICA, ...replica }, lagSeconds, 30)

describe('judgeReplica', () => {
  it('accepts a replica of the primary, and one that is a little behind', () => {
    expect(judge({})).toEqual({ state: 'ok', detail: undefined })
    expect(judge({ lsn: 900 }, { lagSeconds: 30 })).toEqual({ state: 'ok', detail: undefined })
  })

  it.each([
    ['another cluster', { cluster: '72' }, 'another cluster (72) than DATABASE_URL (71)'],
    ['another cluster that accepts writes', { cluster: '72', isRecovering: false }, 'another cluster'],
    ['a primary', { isRecovering: false }, 'is a primary, not a streaming replica'],
    ['another database', { database: '6', schema: undefined, epoch: undefined }, 'another database than DATABASE_URL'],
    ['a newer schema', { schema: '0066-x.sql' }, 'schema 0066-x.sql, and the primary 0065-read-replicas.sql'],
    ['another server with the same data', { epoch: 'epoch-2' }, 'follows another server'],
    ['a server that is ahead', { epoch: 'epoch-0', lsn: 2_000 }, 'follows another server'],
  ] as const)('refuses %s', (_, replica, detail) => {
    expect(judge(replica)).toEqual({ state: 'refused', detail: expect.stringContaining(detail) })
  })

  it('refuses replicas while another process writes without marks', () => {
    const primary = { ...PRIMARY, unmarked: ['parley@worker-1'] }
    expect(judge({}, { primary })).toEqual({
      state: 'refused',
      detail: expect.stringContaining('(parley@worker-1) writes without DATABASE_READ_URL'),
    })
  })

  it.each([
    ['an older schema', { lsn: 900, schema: '0064-account-events.sql' }, 0, 'has replayed the migration'],
    ['no schema', { lsn: 900, schema: undefined, epoch: undefined }, 0, 'schema of no version'],
    ['an older epoch', { lsn: 900, epoch: 'epoch-0' }, 0, 'has not replayed the latest log'],
    ['a long lag', { lsn: 900 }, 31, 'is 31 seconds behind. DATABASE_READ_LAG_MAX allows 30'],
  ] as const)('waits for a replica with %s', (_, replica, lagSeconds, detail) => {
    expect(judge(replica, { lagSeconds })).toEqual({ state: 'behind', detail: expect.stringContaining(detail) })
  })
})

describe('LagClock', () => {
  it('returns the time since the primary passed the position', () => {
    const clock = new LagClock()
    clock.add(0, 100)
    clock.add(1_000, 200)
    clock.add(2_000, 300)
    expect([99, 100, 150, 200, 300, 400].map((lsn) => clock.secondsBehind(5_000, lsn))).toEqual([5, 4, 4, 3, 0, 0])
  })

  it('does not count time without writes', () => {
    const clock = new LagClock()
    for (let at = 0; at <= 60_000; at += 1_000) clock.add(at, 100)
    clock.add(61_000, 200)
    expect(clock.secondsBehind(61_000, 100)).toBe(0)
    expect(clock.secondsBehind(63_000, 100)).toBe(2)
  })

  it('starts again after a failover to a server with an earlier position', () => {
    const clock = new LagClock()
    clock.add(0, 500)
    clock.add(1_000, 300)
    expect(clock.secondsBehind(9_000, 300)).toBe(0)
    expect(clock.secondsBehind(9_000, 200)).toBe(8)
  })
})
