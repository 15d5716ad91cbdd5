import { describe, expect, it } from 'vitest'
import { type Candidate, chooseReplica, hasReplayed } from './choose-replica.ts'

const EPOCH = 'epoch-1'
const MARK = { epoch: EPOCH, lsn: 1_000 }

const candidate = (name: string, given: Partial<Candidate> & { lsn?: number; inUse?: number } = {}) => ({
  name,
  isUsable: true,
  seen: { epoch: EPOCH, lsn: given.lsn ?? 1_000 },
  connections: { inUse: given.inUse ?? 0, max: 10 },
  ...given,
})

/** Name of the chosen replica, or the reason for the primary. */
function choose(replicas: readonly ReturnType<typeof candidate>[], mark: typeof MARK | undefined = MARK, turn = 0) {
  const choice = chooseReplica(replicas, mark, turn)
  return 'replica' in choice ? choice.replica.name : choice.reason
}

describe('hasReplayed', () => {
  it.each([
    [{ epoch: EPOCH, lsn: 1_000 }, true],
    [{ epoch: EPOCH, lsn: 1_001 }, true],
    [{ epoch: EPOCH, lsn: 999 }, false],
    [{ epoch: 'epoch-2', lsn: 5_000 }, false],
    [undefined, false],
  ])('%o: %s', (seen, expected) => {
    expect(hasReplayed(seen, MARK)).toBe(expected)
  })
})

describe('chooseReplica', () => {
  it('uses a replica that has replayed the last write of the organization', () => {
    expect(choose([candidate('a')])).toBe('a')
    expect(choose([candidate('a', { lsn: 999 }), candidate('b')])).toBe('b')
  })

  it.each([
    ['lost', []],
    ['lost', [candidate('a', { isUsable: false })]],
    ['behind', [candidate('a', { lsn: 999 })]],
    ['behind', [candidate('a', { seen: undefined })]],
    ['behind', [candidate('a', { seen: { epoch: 'epoch-2', lsn: 5_000 } })]],
    ['behind', [candidate('a', { isUsable: false }), candidate('b', { lsn: 1 })]],
    ['busy', [candidate('a', { inUse: 10 })]],
    ['busy', [candidate('a', { inUse: 10 }), candidate('b', { lsn: 1 })]],
  ] as const)('uses the primary: %s', (reason, replicas) => {
    expect(choose(replicas)).toBe(reason)
  })

  it('uses the primary if the last write is unknown', () => {
    const choice = chooseReplica([candidate('a')], undefined, 0)
    expect(choice).toEqual({ reason: 'unknown' })
  })

  it('prefers the replica with the fewest connections in use, and takes turns between equal ones', () => {
    expect(choose([candidate('a', { inUse: 3 }), candidate('b', { inUse: 1 }), candidate('c', { inUse: 2 })])).toBe('b')
    const equal = [candidate('a'), candidate('b'), candidate('c')]
    expect([0, 1, 2, 3].map((turn) => choose(equal, MARK, turn))).toEqual(['a', 'b', 'c', 'a'])
  })
})
