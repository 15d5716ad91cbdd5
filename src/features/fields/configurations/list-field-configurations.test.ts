import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { listChanged, makeUnchanged } from '../../../testing/changed-fixtures.ts'
import { configurationFor } from '../../../testing/fields-fixtures.ts'
import { NOBODY, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let ids: readonly string[]
beforeAll(async () => {
  world = await createWorld()
  const { sales, north, support } = world.teams
  const made = []
  for (const teams of [
    { allTeams: true },
    { teamsUUID: [north, support] },
    { teamsUUID: [sales] },
    { allTeams: false },
  ]) {
    made.push(await configurationFor(world, teams))
  }
  ids = made
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/field-configurations', { query })
const named = async (query: Record<string, string> = {}) =>
  (await list(world.bob, query)).body.data.map((one: { uuid: string }) => ids.indexOf(one.uuid))

describe('does', () => {
  it('lists newest first, each as it is told alone', async () => {
    expect(await named()).toEqual([3, 2, 1, 0])
    const { body } = await list(world.org)
    expect(body.data[2]).toEqual((await call(world.app, world.org, 'GET', `/field-configurations/${ids[1]}`)).body.data)
    expect(body.meta).toEqual({ pageCount: 1, totalRecords: 4, pageNumber: 1, pageSize: 50 })
    expect(Object.keys(body).sort()).toEqual(['data', 'links', 'meta'])
  })

  it('lists those for one team: naming it, or for all teams', async () => {
    const { sales, north } = world.teams
    expect(await named({ teamUUID: north })).toEqual([1, 0])
    expect(await named({ teamUUID: sales.toUpperCase() })).toEqual([2, 0])
    expect((await list(world.org, { teamUUID: north })).body.meta.totalRecords).toBe(2)
  })

  it('pages without repeating or skipping', async () => {
    const pages = []
    for (const page of ['1', '2', '3']) pages.push(await named({ size: '3', page }))
    expect(pages).toEqual([[3, 2, 1], [0], []])
  })

  it('filters by the last change', async () => {
    const own = await createWorld(world.app)
    const [changed] = [await configurationFor(own), await configurationFor(own)]
    await makeUnchanged(own, 'field_configurations')
    await call(own.app, own.org, 'PATCH', `/field-configurations/${changed}`, { body: { name: 'New' } })
    expect(await listChanged(own, own.org, '/field-configurations')).toEqual([changed])
  })
})

describe('refuses', () => {
  it.each([
    [{ teamUUID: NOBODY }, 'teamUUID'],
    [{ teamUUID: 'north' }, 'teamUUID'],
    [{ page: '0' }, 'page'],
    [{ size: '201' }, 'size'],
  ])('%j', async (query, name) => {
    const answer = await list(world.org, query)
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await list(undefined)
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is everyone, for their own organization', async () => {
    for (const caller of [world.org, world.alice, world.mark, world.bob, world.carol]) {
      expect((await list(caller)).body.meta.totalRecords).toBe(4)
    }
    for (const caller of [world.mallory, world.rivalOrg]) {
      expect((await list(caller)).body).toMatchObject({ data: [], meta: { totalRecords: 0, pageCount: 0 } })
      const team = await list(caller, { teamUUID: world.teams.north })
      expect([team.status, team.body]).toEqual([400, refusedField('/query/teamUUID')])
    }
  })
})
