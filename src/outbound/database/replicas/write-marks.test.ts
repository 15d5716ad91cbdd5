import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { runInScope } from '../../../core/request-scope.ts'
import { parseLsn } from './lsn.ts'
import { WriteMarks } from './write-marks.ts'

const ORG = '01a206c1-0000-7000-8000-000000000001'
const RIVAL = '01a206c1-0000-7000-8000-000000000002'

const result = (lsn: string | null, epoch: string | null = 'epoch-1') =>
  ({ fields: [{ name: 'mark_epoch' }], rows: [{ mark_epoch: epoch, mark_lsn: lsn }] }) as unknown as pg.QueryResult
const BEGIN = { fields: [], rows: [] } as unknown as pg.QueryResult

function open() {
  let now = 1_000
  const marks = new WriteMarks(() => now)
  marks.activate()
  return {
    marks,
    pass: (ms: number) => {
      now += ms
    },
    now: () => now,
    /** Runs the work in a request that arrives now. */
    request: <T>(work: () => T) => runInScope({ requestId: 'request', startedAt: now }, work),
  }
}

describe('parseLsn', () => {
  it.each([
    ['0/0', 0],
    ['0/16B3748', 23_803_720],
    ['16/B374D848', 22 * 2 ** 32 + 0xb374d848],
    ['FFFF/FFFFFFFF', 0xffff * 2 ** 32 + 0xffffffff],
  ])('%s is %i', (text, expected) => expect(parseLsn(text)).toBe(expected))

  it('orders positions as PostgreSQL does, and rejects other text', () => {
    expect(parseLsn('1/0')).toBeGreaterThan(parseLsn('0/FFFFFFFF'))
    for (const text of ['', '0', 'x/y', '0/', '0/123456789']) expect(() => parseLsn(text)).toThrow('position')
  })
})

describe('WriteMarks', () => {
  it('is needed once for each request, and then known to it', () => {
    const { marks, request, now } = open()
    request(() => {
      expect([marks.isNeeded(ORG), marks.find(ORG)]).toEqual([true, undefined])
      marks.learn(ORG, [BEGIN, result('0/10')], now())
      expect([marks.isNeeded(ORG), marks.find(ORG)]).toEqual([false, expect.objectContaining({ lsn: 16 })])
      expect(marks.find(RIVAL)).toBeUndefined()
    })
  })

  it('is read again by a request that arrives later, because another process can have written since', () => {
    const { marks, request, now, pass } = open()
    request(() => marks.learn(ORG, result('0/10'), now()))
    pass(1)
    request(() => expect([marks.isNeeded(ORG), marks.find(ORG)]).toEqual([true, undefined]))
  })

  it('is read again when it is old, in a request that works for long', () => {
    const { marks, request, now, pass } = open()
    request(() => {
      marks.learn(ORG, result('0/10'), now())
      pass(5_000)
      expect(marks.find(ORG)).toBeDefined()
      pass(1)
      expect([marks.isNeeded(ORG), marks.find(ORG)]).toEqual([true, undefined])
    })
  })

  it('is neither needed nor known outside of requests, and before the schema exists', () => {
    const { marks, now } = open()
    marks.learn(ORG, result('0/10'), now())
    expect([marks.isNeeded(ORG), marks.find(ORG)]).toEqual([false, undefined])
    runInScope({ requestId: 'job' }, () => expect([marks.isNeeded(ORG), marks.find(ORG)]).toEqual([false, undefined]))
    const inactive = new WriteMarks(() => 0)
    runInScope({ requestId: 'request', startedAt: 0 }, () => expect(inactive.isNeeded(ORG)).toBe(false))
  })

  it('never goes back in one epoch, when results arrive in another order than they were sent', () => {
    const { marks, request, now, pass } = open()
    request(() => {
      const sentAt = now()
      pass(1)
      marks.learn(ORG, result('0/20'), now())
      marks.learn(ORG, result('0/10'), sentAt)
      expect(marks.find(ORG)).toMatchObject({ lsn: 32 })
    })
  })

  it('starts again with a new epoch, whose positions can be lower', () => {
    const { marks, request, now, pass } = open()
    request(() => {
      const sentAt = now()
      marks.learn(ORG, result('0/20'), sentAt)
      pass(1)
      marks.learn(ORG, result('0/10', 'epoch-2'), now())
      expect(marks.find(ORG)).toMatchObject({ epoch: 'epoch-2', lsn: 16 })
      // Late result of the old epoch.
      marks.learn(ORG, result('0/30'), sentAt)
      expect(marks.find(ORG)).toMatchObject({ epoch: 'epoch-2', lsn: 16 })
    })
  })

  it('is unknown without an epoch, and 0 for an organization that has not written in it', () => {
    const { marks, request, now } = open()
    request(() => {
      marks.learn(ORG, result(null), now())
      expect(marks.find(ORG)).toMatchObject({ lsn: 0 })
      marks.learn(ORG, result(null, null), now())
      expect(marks.find(ORG)).toBeUndefined()
    })
  })

  it('is unknown while a write is not marked', () => {
    const { marks, request, now } = open()
    request(() => {
      marks.learn(ORG, result('0/10'), now())
      marks.holdBack(ORG)
      expect([marks.find(ORG), marks.unmarked]).toEqual([undefined, [ORG]])
      marks.release(ORG)
      expect([marks.find(ORG), marks.unmarked]).toEqual([expect.objectContaining({ lsn: 16 }), []])
    })
  })

  it('fails for a batch without a mark, instead of treating it as none', () => {
    const { marks, now } = open()
    expect(() => marks.learn(ORG, [BEGIN], now())).toThrow('returned no mark')
  })
})
