import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsThings, needsAnAdmin, newPerson, newTeam, peopleOf, userOf } from '../../../testing/people.ts'
import { NOBODY, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const put = (caller: Caller | undefined, id: string | undefined, teamUUIDs: unknown) =>
  call(world.app, caller, 'PUT', `/organizations/users/${id}/teams`, { body: { teamUUIDs } })

async function teamsOf(userId: string): Promise<{ primary: string; teams: string[] }> {
  const user = await userOf(world, userId)
  return { primary: user.primaryTeamUUID, teams: user.teams.map((team: { uuid: string }) => team.uuid).toSorted() }
}

describe('does', () => {
  it('makes the user a member of exactly these, and the first one primary when the old one is gone', async () => {
    const { north, support, sales } = world.teams
    const person = await newPerson(world, { teamIds: [north] })
    const answer = await put(world.alice, person.userId, [support, sales, support])
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual(await userOf(world, person.userId))
    expect(await teamsOf(person.userId)).toEqual({ primary: support, teams: [support, sales].toSorted() })
  })

  it('keeps the primary team when it is among them', async () => {
    const { north, support } = world.teams
    const person = await newPerson(world, { teamIds: [north] })
    await put(world.alice, person.userId, [support, north])
    expect((await teamsOf(person.userId)).primary).toBe(north)
  })

  it('takes an empty list: a user of no team', async () => {
    const person = await newPerson(world, { teamIds: [world.teams.north] })
    await put(world.alice, person.userId, [])
    expect(await teamsOf(person.userId)).toEqual({ primary: '', teams: [] })
  })

  it('counts at once for what the user sees', async () => {
    const person = await newPerson(world, { teamIds: [world.teams.support] })
    const conversation = await importFor(world)
    const sees = async () => (await call(world.app, person, 'GET', `/conversations/${conversation}`)).status
    expect(await sees()).toBe(404)
    await put(world.alice, person.userId, [world.teams.sales])
    expect(await sees()).toBe(200)
    await put(world.alice, person.userId, [world.teams.support])
    expect(await sees()).toBe(404)
  })

  it('ends in one of the wishes when two come at the same moment', async () => {
    const { north, support, sales } = world.teams
    const person = await newPerson(world, { teamIds: [north] })
    const answers = await Promise.all([
      put(world.alice, person.userId, [support]),
      put(world.org, person.userId, [sales]),
      put(world.alice, person.userId, [support]),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { primary, teams } = await teamsOf(person.userId)
    expect([[support], [sales]]).toContainEqual(teams)
    expect(primary).toBe(teams[0])
  })
})

describe('refuses', () => {
  it.each([
    ['no list', '/teamUUIDs', undefined],
    ['text', '/teamUUIDs', 'north'],
    ['a malformed id', '/teamUUIDs/0', ['north']],
    ['a team of nothing', '/teamUUIDs', [NOBODY]],
    ['101 teams', '/teamUUIDs', Array.from({ length: 101 }, () => NOBODY)],
  ])('%s', async (_, pointer, teamUUIDs) => {
    const answer = await put(world.alice, world.bob.userId, teamUUIDs)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })

  it('an archived team, and the whole list with it', async () => {
    const team = await newTeam(world, 'Once')
    await call(world.app, world.org, 'DELETE', `/organizations/teams/${team}`)
    const before = await peopleOf(world)
    const answer = await put(world.alice, world.bob.userId, [world.teams.support, team])
    expect([answer.status, answer.body]).toEqual([400, refusedField('/teamUUIDs')])
    expect(await peopleOf(world)).toEqual(before)
  })
})

describe('who may', () => {
  guardsThings(
    'user',
    () => world,
    () => world.bob.userId ?? '',
    (caller, id) => put(caller, id, [world.teams.north]),
  )
  needsAnAdmin(
    () => world,
    (caller) => put(caller, caller.userId, [world.teams.support]),
  )
})
