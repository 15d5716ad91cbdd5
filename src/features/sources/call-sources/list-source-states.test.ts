import { beforeAll, describe, expect, it } from 'vitest'
import type { Principal } from '../../../core/principal.ts'
import { runOperation } from '../../../core/run-operation.ts'
import { arrivedFor, deliver, sourceFor, webhookBody } from '../../../testing/sources-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { listSourceStates } from './list-source-states.ts'

type States = Awaited<ReturnType<typeof listSourceStates.handle>>

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const run = (principal: Principal, input: object = {}) =>
  runOperation(listSourceStates, input, world.app.contextFor(principal)) as Promise<States>
const list = (input: object = {}) => run(world.app.operator(world.acme), input)
const names = async (input: object = {}) => (await list(input)).data.map(({ name }) => name)
const execute = (statement: string, id: string) => world.app.store.owner.query(statement, [id])

describe('does', () => {
  it('returns the newest delivery, and failing sources first', async () => {
    expect(await list()).toMatchObject({ data: [], meta: { totalRecords: 0 } })
    const quiet = await sourceFor(world, webhookBody({ name: 'A quiet one' }))
    const refusing = await sourceFor(world, webhookBody({ name: 'Refusing' }))
    await deliver(world.app, refusing, '{}', { 'content-type': 'application/json' })
    const { data, meta } = await list()
    expect(data.map(({ name, isFailing }) => [name, isFailing])).toEqual([
      ['Refusing', true],
      ['A quiet one', false],
    ])
    expect(data[0]?.lastDelivery).toEqual({
      receivedAt: expect.any(String),
      status: 'refused',
      reason: expect.any(String),
    })
    expect(data[1]).toEqual({
      ...{ uuid: quiet.id, kind: 'webhook', name: 'A quiet one', enabled: true, isFailing: false, fault: null },
      ...{ lastCallAt: null, lastDelivery: null, failedCalls: 0 },
    })
    expect(meta.totalRecords).toBe(2)
    expect([await names({ size: '1' }), await names({ size: '1', page: '2' }), await names({ page: '9' })]).toEqual([
      ['Refusing'],
      ['A quiet one'],
      [],
    ])
    // A disabled source isn't expected to work.
    await execute('update sources set enabled = false where id = $1', refusing.id)
    expect(await names()).toEqual(['A quiet one', 'Refusing'])
    await execute("update sources set fault = 'The folder is gone.' where id = $1", quiet.id)
    expect((await list()).data[0]).toMatchObject({ name: 'A quiet one', isFailing: true, fault: 'The folder is gone.' })
  })

  it('counts failed calls among the newest 100', async () => {
    const { sourceId, recordingId } = await arrivedFor(world)
    const read = async () => (await list()).data.find(({ uuid }) => uuid === sourceId)
    expect(await read()).toMatchObject({ failedCalls: 0, isFailing: false, lastDelivery: { status: 'read' } })
    await execute("update source_recordings set state = 'failed' where id = $1", recordingId)
    expect(await read()).toMatchObject({ failedCalls: 1, isFailing: true })
    await execute(
      `insert into source_recordings (organization_id, id, source_id, external_id, state, ticket, created_at, updated_at)
       select organization_id, gen_random_uuid(), source_id, 'newer ' || n, 'done', 0, created_at + interval '1 minute', now()
       from source_recordings, generate_series(1, 100) n where id = $1`,
      recordingId,
    )
    expect(await read()).toMatchObject({ failedCalls: 0, isFailing: false })
  })

  it('contains no addresses and credentials', async () => {
    const source = await sourceFor(world, webhookBody())
    const text = JSON.stringify(await list())
    expect(text).not.toContain(source.path.split('/').at(-1))
    expect(text).not.toMatch(/whsec|credential/i)
  })
})

describe('refuses', () => {
  it('more than all sources', async () => {
    await expect(list({ size: '51' })).rejects.toMatchObject({ code: 'validation_failed' })
  })
})

describe('who may', () => {
  it('is admins, for the sources of their organization', async () => {
    const operator = world.app.operator(world.acme)
    for (const role of ['MANAGER', 'SALES_REP'] as const)
      await expect(run({ ...operator, role })).rejects.toMatchObject({ code: 'admin_required' })
    expect((await list()).meta.totalRecords).toBeGreaterThan(0)
    expect((await run(world.app.operator(world.rival))).meta.totalRecords).toBe(0)
  })

  it('reads deliveries and calls by their indexes', async () => {
    const plan = async (table: string, time: string) =>
      world.app.store.owner.transact(async (query) => {
        // A table of few rows is read faster without its index.
        await query('set local enable_seqscan = off')
        await query('set local enable_sort = off')
        const rows = await query<{ 'QUERY PLAN': string }>(
          `explain select 1 from ${table} where organization_id = $1 and source_id = $1
           order by ${time} desc, id desc limit 1`,
          [world.acme],
        )
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      })
    expect(await plan('source_deliveries', 'received_at')).toContain('source_deliveries_listed')
    expect(await plan('source_recordings', 'created_at')).toContain('source_recordings_listed')
  })
})
