import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

const MANY = 60

let world: World
beforeAll(async () => {
  world = await createWorld()
  await store([
    record('account', 'A-1', { name: 'Smith, Jones | Sons', seats: 12, tags: ['a', 'b'], empty: '', none: null }),
    record('account', 'A-2', { name: 'Smith' }),
    record('lead', 'L-1', { notes: 'Long. '.repeat(2_000), nested: { deep: '話'.repeat(5_000) }, name: 'Last' }),
    ...Array.from({ length: MANY }, (_, n) =>
      record('deals', `D-${n + 100}`, Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`field ${at}`, n]))),
    ),
  ])
  await store([record('account', 'theirs', { name: 'Secret' })], world.rivalOrg)
})

const record = (code: string, id: string, fields: object) => ({ code, id, fields })
const store = async (records: object[], caller = world.org) => {
  const { status } = await call(world.app, caller, 'PUT', '/crm-records', { body: { records } })
  expect(status).toBe(200)
}
type Args = Record<string, unknown>
const list = (caller: Caller, args: Args = {}) => callTool(world.app, caller, 'list_crm_records', args)
const idsOf = async (args: Args) => (await list(world.bob, args)).data.records.map(({ id }: { id: string }) => id)

describe('does', () => {
  it('tells records with their fields, those without a value left out', async () => {
    const { data, text } = await list(world.bob, { code: 'account' })
    expect(data).toMatchObject({ total: 2, next_cursor: null })
    expect(data.records[0]).toEqual({
      ...{ code: 'account', id: 'A-1', fields_left_out: 0, updated_at: expect.any(String) },
      fields: { name: 'Smith, Jones | Sons', seats: 12, tags: ['a', 'b'] },
    })
    expect(text).toContain('| account | A-1 | name: Smith, Jones \\| Sons; tags: ["a","b"]; seats: 12 |')
  })

  it('finds by exact values, also such with commas', async () => {
    expect(await idsOf({ field: 'name', values: ['Smith, Jones | Sons'] })).toEqual(['A-1'])
    expect(await idsOf({ field: 'name', values: ['Smith', 'Last'] })).toEqual(['A-2', 'L-1'])
    expect(await idsOf({ field: 'name', values: ['Smith', 'Last'], code: 'lead' })).toEqual(['L-1'])
    expect(await idsOf({ field: 'name', values: ['Jones'] })).toEqual([])
  })

  it('cuts long values, and says so', async () => {
    const { data } = await list(world.bob, { code: 'lead' })
    const { notes, nested, name } = data.records[0].fields
    for (const cut of [notes, nested]) expect(cut).toMatch(/ \[…\]$/)
    expect(name).toBe('Last')
  })

  it('tells fewer fields of each of many records, and how many not; of one, all', async () => {
    const { data, text } = await list(world.bob, { code: 'deals', limit: 50 })
    expect([data.records.length, data.left_out, data.total]).toEqual([50, undefined, MANY])
    const [{ fields, fields_left_out }] = data.records
    expect(fields_left_out).toBeGreaterThan(0)
    expect(Object.keys(fields).length + fields_left_out).toBe(80)
    expect(text).toContain(`; [${fields_left_out} more fields omitted.]`)
    const one = await list(world.bob, { code: 'deals', limit: 1 })
    expect(one.data.records[0].fields_left_out).toBe(0)
    const rest = await list(world.bob, { code: 'deals', limit: 50, cursor: data.next_cursor })
    expect(rest.data.records.map(({ id }: { id: string }) => id)).toHaveLength(MANY - 50)
  })
})

describe('refuses', () => {
  it.each<[string, Args]>([
    ['/code', { code: 'invoice' }],
    ['/values', { field: 'name' }],
    ['/field', { values: ['Smith'] }],
    ['/values', { field: 'name', values: [] }],
    ['/values', { field: 'name', values: Array(11).fill('x') }],
    ['/limit', { limit: 101 }],
  ])('what is wrong with %s: %j', async (pointer, args) => {
    expect((await list(world.bob, args)).error).toMatchObject({ code: 'validation_failed', problems: [{ pointer }] })
  })
})

describe('who may', () => {
  it('is everyone in the organization, for its own records', async () => {
    for (const caller of [world.org, world.mark, world.carol]) {
      expect((await list(caller, { code: 'account' })).data.total).toBe(2)
    }
    const { data } = await list(world.mallory)
    expect(data.records.map(({ id }: { id: string }) => id)).toEqual(['theirs'])
  })
})
