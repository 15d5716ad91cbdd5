import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { NOBODY, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  const { sales, north, support } = world.teams
  await made(sales, 'Sales one')
  await made(north, 'North 100%')
  await made(north, 'Straße ΟΔΟΣ')
  await made(support, 'Support one')
  await importFor(world, { userID: world.alice.userId, opportunityID: 'Of no team' })
})

const made = (team: string, title: string) =>
  call(world.app, world.org, 'PUT', `/teams/${team}/opportunity`, { body: { opportunity_id: title, title } })
const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/opportunities', { query })
const titles = async (caller: Caller, query: Record<string, string> = {}) =>
  (await list(caller, query)).body.data.map((one: { title: string }) => one.title)

const ALL = ['Of no team', 'Support one', 'Straße ΟΔΟΣ', 'North 100%', 'Sales one']

describe('does', () => {
  it('lists newest first, with the envelope of all lists', async () => {
    const { body } = await list(world.org)
    expect(await titles(world.org)).toEqual(ALL)
    expect(body.meta).toEqual({ pageCount: 1, totalRecords: 5, pageNumber: 1, pageSize: 50 })
    expect(body.data[1]).toEqual({
      id: expect.any(String),
      opportunity_id: 'Support one',
      title: 'Support one',
      team_id: world.teams.support,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
  })

  it('filters by team, those below it included', async () => {
    expect(await titles(world.org, { team_id: world.teams.sales })).toEqual(ALL.slice(2))
    expect(await titles(world.org, { team_id: world.teams.north })).toEqual(ALL.slice(2, 4))
  })

  it.each([
    ['ONE', ['Support one', 'Sales one']],
    ['0%', ['North 100%']],
    ['_', []],
    ['STRAßE', ['Straße ΟΔΟΣ']],
    ['οδοσ', ['Straße ΟΔΟΣ']],
    ['', ALL],
  ])('finds %s in titles as plain text in any case', async (title, expected) => {
    expect(await titles(world.org, { title })).toEqual(expected)
    expect((await list(world.org, { title })).body.meta.totalRecords).toBe(expected.length)
  })

  it('pages without repeating or skipping', async () => {
    const pages = []
    for (const page of ['1', '2', '3', '4']) pages.push(await titles(world.org, { size: '2', page }))
    expect(pages).toEqual([ALL.slice(0, 2), ALL.slice(2, 4), ALL.slice(4), []])
    const { links, meta } = (await list(world.org, { size: '2', page: '3', title: 'e' })).body
    expect([meta.totalRecords, new URL(links.self).searchParams.get('title')]).toEqual([4, 'e'])
  })
})

describe('refuses', () => {
  it.each([
    [{ team_id: 'north' }, 'team_id'],
    [{ team_id: NOBODY }, 'team_id'],
    [{ title: 'x'.repeat(513) }, 'title'],
    [{ size: '0' }, 'size'],
    [{ size: '201' }, 'size'],
    [{ page: '-1' }, 'page'],
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

  it('is everyone, for what they see, in data and totals alike', async () => {
    for (const [caller, expected] of [
      [world.alice, ALL],
      [world.mark, ALL.slice(2)],
      [world.bob, ALL.slice(2, 4)],
      [world.carol, ['Support one']],
      [world.mallory, []],
      [world.rivalOrg, []],
    ] as const) {
      expect(await titles(caller)).toEqual(expected)
      expect((await list(caller)).body.meta.totalRecords).toBe(expected.length)
    }
    expect((await list(world.rivalOrg, { team_id: world.teams.sales })).status).toBe(400)
  })

  it('shows who sees a conversation its opportunity, whatever its team', async () => {
    const other = await createWorld(world.app)
    await importFor(other, { userID: other.carol.userId, teamUUID: other.teams.north, opportunityID: 'Through talk' })
    expect(await titles(other.carol)).toEqual(['Through talk'])
    expect(await titles(other.mark)).toEqual(['Through talk'])
  })
})
