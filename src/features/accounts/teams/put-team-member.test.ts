import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings, needsAnAdmin, newPerson, newTeam, userOf } from '../../../testing/people.ts'
import { MALFORMED_IDS, NOBODY, notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const put = (caller: Caller | undefined, team: string, userId: string | undefined) =>
  call(world.app, caller, 'PUT', `/teams/${team}/members/${userId}`)
const emails = async (team: string) =>
  (await call(world.app, world.org, 'GET', `/teams/${team}/members`)).body.data.map(
    (one: { email: string }) => one.email,
  )

describe('does', () => {
  it('makes a user a member; the first team is the primary one, a second is not', async () => {
    const person = await newPerson(world)
    const { north, support } = world.teams
    const answer = await put(world.alice, support, person.userId)
    expect([answer.status, answer.text]).toEqual([204, ''])
    await put(world.org, north, person.userId)
    expect(await emails(north)).toContain(person.email)
    expect(await userOf(world, person.userId)).toMatchObject({ primaryTeamUUID: support })
  })

  it('leaves a member a member', async () => {
    const team = await newTeam(world, 'Steady')
    for (const _ of [1, 2]) expect((await put(world.alice, team, world.carol.userId)).status).toBe(204)
    expect(await emails(team)).toEqual(['carol@acme.example'])
  })

  it('loses nobody when many come at the same moment', async () => {
    const team = await newTeam(world, 'Crowd')
    const people = await Promise.all(Array.from({ length: 12 }, () => newPerson(world)))
    const answers = await Promise.all(people.map(({ userId }) => put(world.org, team, userId)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    expect((await emails(team)).toSorted()).toEqual(people.map(({ email }) => email).toSorted())
  })

  it('puts one user into many teams at the same moment, one of which is the primary one', async () => {
    const person = await newPerson(world)
    const teams = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => newTeam(world, name)))
    const answers = await Promise.all(teams.map((team) => put(world.org, team, person.userId)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    const user = await userOf(world, person.userId)
    expect(user.teams).toHaveLength(teams.length)
    expect(teams).toContain(user.primaryTeamUUID)
  })
})

describe('refuses', () => {
  it('a user of nobody, of another organization, or deactivated', async () => {
    const leaver = await newPerson(world)
    await call(world.app, world.alice, 'DELETE', `/organizations/users/${leaver.userId}`)
    for (const userId of [NOBODY, world.mallory.userId, leaver.userId]) {
      const answer = await put(world.alice, world.teams.north, userId)
      expect([answer.status, answer.body]).toEqual([404, notFound('user', '/path/userId')])
    }
  })

  it.each(MALFORMED_IDS)('the malformed user %s', async (userId) => {
    const answer = await put(world.alice, world.teams.north, userId)
    expect([answer.status, answer.body]).toEqual([404, notFound('user', '/path/userId')])
  })
})

describe('who may', () => {
  guardsThings(
    'team',
    () => world,
    () => world.teams.north,
    (caller, id) => put(caller, id, world.bob.userId),
  )
  needsAnAdmin(
    () => world,
    (caller) => put(caller, world.teams.support, caller.userId),
  )
})
