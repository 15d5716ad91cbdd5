import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { assignmentsOf, configurationFor, guardsConfigurations, itemFor } from '../../../testing/fields-fixtures.ts'
import { NOBODY, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = (caller: Caller | undefined, id: string, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', `/field-configurations/${id}/assignments`, { query })

describe('does', () => {
  it('lists a row for each item and team, in display order', async () => {
    const { north, support } = world.teams
    const id = await configurationFor(world, { teamsUUID: [north, support] })
    const [one, two] = [await itemFor(world, id, { category: 'CRM' }), await itemFor(world, id)]
    const { status, body } = await list(world.bob, id)
    expect(status).toBe(200)
    const [first, second] = [north, support].sort()
    const row = (item: string, team: string | undefined, category: string, displayOrder: number) => ({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      intelligenceItemUUID: item,
      teamUUID: team,
      category,
      displayOrder,
    })
    expect(body.data).toEqual([
      row(one, first, 'CRM', 1),
      row(one, second, 'CRM', 1),
      row(two, first, 'CustomInsight', 2),
      row(two, second, 'CustomInsight', 2),
    ])
    expect(body.meta).toEqual({ pageCount: 1, totalRecords: 4, pageNumber: 1, pageSize: 50 })
    expect(Object.keys(body).sort()).toEqual(['data', 'links', 'meta'])
  })

  it('lists those of one team, and of a configuration for all teams those without a team', async () => {
    const { north, support } = world.teams
    const some = await configurationFor(world, { teamsUUID: [north] })
    const all = await configurationFor(world)
    const [one, two] = [await itemFor(world, some), await itemFor(world, all)]
    const of = async (id: string, teamUUID: string) =>
      (await list(world.org, id, { teamUUID })).body.data.map(
        (a: { intelligenceItemUUID: string; teamUUID: string | null }) => [a.intelligenceItemUUID, a.teamUUID],
      )
    expect(await of(some, north)).toEqual([[one, north]])
    expect(await of(some, support)).toEqual([])
    expect(await of(all, support)).toEqual([[two, null]])
  })

  it('follows the items when they move', async () => {
    const id = await configurationFor(world)
    const [one, two] = [await itemFor(world, id), await itemFor(world, id)]
    const path = `/field-configurations/${id}/items/${two}`
    await call(world.app, world.org, 'PATCH', path, { body: { displayOrder: 1 } })
    expect((await assignmentsOf(world, id)).map((a) => [a.intelligenceItemUUID, a.displayOrder])).toEqual([
      [two, 1],
      [one, 2],
    ])
  })

  it('leaves out archived teams', async () => {
    const own = await createWorld(world.app)
    const id = await configurationFor(own, { teamsUUID: [own.teams.north, own.teams.support] })
    await itemFor(own, id)
    await own.app.store.owner.query('update teams set archived_at = now() where id = $1', [own.teams.north])
    expect((await assignmentsOf(own, id)).map((a) => a.teamUUID)).toEqual([own.teams.support])
  })

  it('pages without repeating or skipping', async () => {
    const id = await configurationFor(world, { teamsUUID: [world.teams.north, world.teams.support] })
    for (let n = 0; n < 3; n++) await itemFor(world, id)
    const paged = []
    for (const page of ['1', '2', '3']) paged.push(...(await list(world.org, id, { page, size: '2' })).body.data)
    expect(paged).toEqual(await assignmentsOf(world, id))
    expect(paged).toHaveLength(6)
  })
})

describe('refuses', () => {
  it.each([
    [{ teamUUID: NOBODY }, 'teamUUID'],
    [{ teamUUID: 'x' }, 'teamUUID'],
    [{ size: '201' }, 'size'],
    [{ page: '0' }, 'page'],
  ])('%j', async (query, name) => {
    const answer = await list(world.org, await configurationFor(world), query)
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
