import type { CompiledQuery, QueryResult } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { OrganizationId } from '../../../core/principal.ts'
import type { ReadOutcome } from '../../../core/replicas.ts'
import type { Choice } from './choose-replica.ts'
import { OperationDriver, type ReadingReplica } from './operation-driver.ts'

const ORG = '01a206c1-0000-7000-8000-000000000001' as OrganizationId
const QUERY = { sql: 'select 1', parameters: [] } as unknown as CompiledQuery
const rows = (from: string) => ({ rows: [{ from }] }) as QueryResult<unknown>

/** @param answers results of the replica in order: `ok`, `repeat`, or an error that it throws */
function open(answers: readonly ('ok' | 'repeat' | Error)[], choice?: Choice<ReadingReplica>) {
  const left = [...answers]
  const counted: ReadOutcome[] = []
  let released = 0
  const replica = {
    async read() {
      const answer = left.shift() ?? 'ok'
      if (answer instanceof Error) throw answer
      return answer === 'ok' ? rows('replica') : undefined
    },
  } as ReadingReplica
  const driver = new OperationDriver({
    organizationId: ORG,
    findMark: () => ({ epoch: 'epoch-1', lsn: 1 }),
    choose: () => choice ?? { replica },
    acquirePrimary: async () => ({
      executeQuery: async <R>() => rows('primary') as QueryResult<R>,
      release() {
        released += 1
      },
    }),
    count: (outcome) => counted.push(outcome),
  })
  const read = async () => ((await driver.read(QUERY)).rows[0] as { from: string }).from
  return { driver, read, counted, released: () => released }
}

describe('OperationDriver', () => {
  it('uses one server for all statements, and counts the operation once', async () => {
    const { read, counted } = open([])
    expect([await read(), await read(), await read()]).toEqual(['replica', 'replica', 'replica'])
    expect(counted).toEqual(['replica'])
  })

  it('repeats a failed statement on the primary, and stays there', async () => {
    const { read, counted, released } = open(['ok', 'repeat', 'ok'])
    expect([await read(), await read(), await read()]).toEqual(['replica', 'primary', 'primary'])
    expect([counted, released()]).toEqual([['replica', 'repeated'], 2])
  })

  it('repeats all statements that run at the same time, and counts them once', async () => {
    const { read, counted } = open(['repeat', 'repeat', 'repeat'])
    expect(await Promise.all([read(), read(), read()])).toEqual(['primary', 'primary', 'primary'])
    expect(counted).toEqual(['repeated'])
  })

  it.each(['behind', 'lost', 'busy', 'unknown'] as const)('uses the primary, and counts why: %s', async (reason) => {
    const { read, counted } = open([], { reason })
    expect([await read(), await read()]).toEqual(['primary', 'primary'])
    expect(counted).toEqual([reason])
  })

  it('uses the primary after the operation has written', async () => {
    const { driver, read } = open([])
    expect(await read()).toBe('replica')
    driver.usePrimary()
    expect(await read()).toBe('primary')
  })

  it('throws the error of a canceled statement', async () => {
    const { read } = open([new Error('canceling statement due to statement timeout')])
    await expect(read()).rejects.toThrow('statement timeout')
  })

  it('has neither transactions nor streams', async () => {
    const { driver } = open([])
    await expect(driver.beginTransaction()).rejects.toThrow('neither transactions nor streams')
    const connection = await driver.acquireConnection()
    expect(() => connection.streamQuery(QUERY, 1)).toThrow('neither transactions nor streams')
  })
})
