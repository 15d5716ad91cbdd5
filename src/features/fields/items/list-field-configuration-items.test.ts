import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { listChanged, makeUnchanged } from '../../../testing/changed-fixtures.ts'
import { configurationFor, guardsConfigurations, itemFor, newItem } from '../../../testing/fields-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let configuration: string
const items: string[] = []
beforeAll(async () => {
  world = await createWorld()
  configuration = await configurationFor(world)
  for (let n = 1; n <= 55; n++) items.push(await itemFor(world, configuration, { title: `Item ${n}` }))
  await itemFor(world, await configurationFor(world))
})

const list = (caller: Caller | undefined, id: string, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', `/field-configurations/${id}/items`, { query })
const named = async (query: Record<string, string>) =>
  (await list(world.org, configuration, query)).body.data.map((one: { uuid: string }) => one.uuid)
const listItems = async (path: string): Promise<string[]> =>
  (await call(world.app, world.org, 'GET', path)).body.data.map(({ uuid }: { uuid: string }) => uuid)

describe('does', () => {
  it('lists 50 items a page by default, in display order, with the envelope of the contract and no other member', async () => {
    const { status, body } = await list(world.bob, configuration)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['data', 'meta'])
    expect(body.meta).toEqual({ totalRecords: 55, pageNumber: 1, pageSize: 50, pageCount: 2 })
    expect(body.data.map((one: { uuid: string }) => one.uuid)).toEqual(items.slice(0, 50))
    expect(body.data[0]).toEqual(
      newItem({ uuid: items[0], fieldConfigurationUUID: configuration, key: 'item_1', title: 'Item 1' }),
    )
  })

  it('pages from 1, up to 200 items', async () => {
    expect(await named({ page: '2' })).toEqual(items.slice(50))
    expect(await named({ size: '200' })).toEqual(items)
    expect(await named({ size: '20', page: '3' })).toEqual(items.slice(40))
  })

  it('answers a page past the end with nothing and the true totals', async () => {
    const { status, body } = await list(world.org, configuration, { page: '4', size: '20' })
    expect([status, body]).toEqual([
      200,
      { data: [], meta: { totalRecords: 55, pageNumber: 4, pageSize: 20, pageCount: 3 } },
    ])
  })

  it('answers a configuration without items with none', async () => {
    const { status, body } = await list(world.org, await configurationFor(world))
    const meta = { totalRecords: 0, pageNumber: 1, pageSize: 50, pageCount: 0 }
    expect([status, body]).toEqual([200, { data: [], meta }])
  })

  it('filters by the last change, also of the position', async () => {
    const id = await configurationFor(world)
    const path = `/field-configurations/${id}/items`
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.push(await itemFor(world, id))
    await itemFor(world, id, { dependsOn: made[4], displayOrder: 1 })
    const [dependent] = (await listItems(path)).filter((uuid) => !made.includes(uuid))
    const changed = async (change: () => Promise<unknown>) => {
      await makeUnchanged(world, 'field_items')
      await change()
      return listChanged(world, world.org, path)
    }
    const patch = (item: string | undefined, body: object) =>
      call(world.app, world.org, 'PATCH', `${path}/${item}`, { body })
    expect(await changed(() => patch(made[0], { description: 'Now.' }))).toEqual([made[0]])
    expect(await changed(() => patch(made[0], { description: 'Now.', displayOrder: 2 }))).toEqual([])
    expect(await changed(() => patch(made[1], { displayOrder: 2 }))).toEqual([made[1], made[0]])
    expect(await changed(() => call(world.app, world.org, 'DELETE', `${path}/${made[4]}`))).toEqual([dependent])
    expect(await changed(() => itemFor(world, id, { displayOrder: 5 }))).toEqual([expect.any(String), made[3]])
  })
})

describe('refuses', () => {
  it.each([
    [{ page: '0' }, 'page'],
    [{ page: '1.5' }, 'page'],
    [{ page: '' }, 'page'],
    [{ size: '0' }, 'size'],
    [{ size: '201' }, 'size'],
    [{ size: 'x' }, 'size'],
  ])('%j', async (query, name) => {
    const answer = await list(world.org, configuration, query)
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  guardsConfigurations(
    () => world,
    'everyone',
    (caller, id) => list(caller, id),
  )
})
