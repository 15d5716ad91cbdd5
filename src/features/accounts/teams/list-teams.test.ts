import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTimedWorld, findChanged } from '../../../testing/changed-since.ts'
import { newTeam } from '../../../testing/people.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/organizations/teams', { query })
const names = async (query: Record<string, string> = {}) =>
  (await list(world.org, query)).body.data.map((team: { name: string }) => team.name)

describe('does', () => {
  it('tells the tree as a flat list by name', async () => {
    const { sales, north, support } = world.teams
    const answer = await list(world.org)
    const told = (uuid: string, name: string, above?: string) => ({
      uuid,
      name,
      domain: '',
      organizationUUID: world.acme,
      ...(above === undefined ? {} : { parentTeamUUID: above }),
      children: [],
      archived: false,
      createdAt: expect.stringMatching(/^\d{4}-/),
      updatedAt: expect.stringMatching(/^\d{4}-/),
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      data: [told(sales, 'Sales'), told(north, 'Sales North', sales), told(support, 'Support')],
      links: { self: expect.stringContaining('page=1'), related: expect.stringContaining('page=1') },
      meta: { pageCount: 1, totalRecords: 3, pageNumber: 1, pageSize: 100 },
    })
  })

  it('pages without repeating or skipping one', async () => {
    const pages = await Promise.all(['1', '2', '3'].map((page) => list(world.org, { page, size: '1' })))
    expect(pages.map(({ body }) => body.data[0].name)).toEqual(['Sales', 'Sales North', 'Support'])
    expect(pages[2]?.body.meta).toEqual({ pageCount: 3, totalRecords: 3, pageNumber: 3, pageSize: 1 })
  })

  it('leaves out archived teams unless they are asked for', async () => {
    const team = await newTeam(world, 'Fax')
    await call(world.app, world.org, 'DELETE', `/organizations/teams/${team}`)
    expect(await names()).toEqual(['Sales', 'Sales North', 'Support'])
    expect(await names({ includeArchived: 'true' })).toEqual(['Fax', 'Sales', 'Sales North', 'Support'])
    const [fax] = (await list(world.org, { includeArchived: '1' })).body.data
    expect(fax).toMatchObject({ uuid: team, archived: true })
  })

  it('finds those that changed since a time', async () => {
    const timed = await createTimedWorld()
    const { north, support, sales } = timed.world.teams
    const to = (id: string, body: unknown) => (own: World) =>
      call(own.app, own.org, 'PATCH', `/organizations/teams/${id}`, { body })
    const find = (change: (own: World) => Promise<unknown>) =>
      findChanged(timed, '/organizations/teams', change, { includeArchived: 'true' })
    expect(await find(to(north, { name: 'Northern Sales' }))).toEqual([north])
    expect(await find(to(north, { name: 'Northern Sales', parentTeamUUID: sales }))).toEqual([])
    const archive = (own: World) => call(own.app, own.org, 'DELETE', `/organizations/teams/${support}`)
    expect(await find(archive)).toEqual([support])
    expect(await find(archive)).toEqual([])
    expect(await find(to(support, { archived: false }))).toEqual([support])
  })
})

describe('refuses', () => {
  it.each([
    ['includeArchived', 'maybe'],
    ['page', '0'],
    ['size', '501'],
  ])('%s=%s', async (name, value) => {
    const answer = await list(world.org, { [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await list(undefined)
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is everyone, for the teams of their own organization', async () => {
    for (const caller of [world.alice, world.mark, world.bob, world.carol]) {
      expect((await list(caller)).body.meta.totalRecords).toBe(3)
    }
    for (const caller of [world.mallory, world.rivalOrg]) expect((await list(caller)).body.data).toEqual([])
  })
})
