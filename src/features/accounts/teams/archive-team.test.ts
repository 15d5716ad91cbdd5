import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsThings, needsAnAdmin, newPerson, newTeam, peopleOf, userOf } from '../../../testing/people.ts'
import { resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const archive = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'DELETE', `/organizations/teams/${id}`)

describe('does', () => {
  it('ends memberships, and gives members the oldest of their other teams as the primary one', async () => {
    const { support, sales } = world.teams
    const team = await newTeam(world, 'Fax')
    const both = await newPerson(world, { teamIds: [team, support, sales] })
    const alone = await newPerson(world, { teamIds: [team] })
    const elsewhere = await newPerson(world, { teamIds: [support, team] })
    const answer = await archive(world.alice, team)
    expect([answer.status, answer.text]).toEqual([204, ''])
    const users = await Promise.all([both, alone, elsewhere].map(({ userId }) => userOf(world, userId)))
    expect(users.map((user) => user.primaryTeamUUID)).toEqual([sales, '', support])
    expect(users.map((user) => user.teams.length)).toEqual([2, 0, 1])
  })

  it('leaves its conversations to their owners and to those above', async () => {
    const team = await newTeam(world, 'Sales West', world.teams.sales)
    const [owner, colleague] = await Promise.all([1, 2].map(() => newPerson(world, { teamIds: [team] })))
    const conversation = await importFor(world, { userID: owner?.userId, teamUUID: team })
    const sees = async (caller: Caller | undefined) =>
      (await call(world.app, caller, 'GET', `/conversations/${conversation}`)).status
    expect([await sees(owner), await sees(colleague), await sees(world.mark)]).toEqual([200, 200, 200])
    await archive(world.alice, team)
    expect([await sees(owner), await sees(colleague), await sees(world.mark)]).toEqual([200, 404, 200])
    const { attributes } = (await call(world.app, owner, 'GET', `/conversations/${conversation}`)).body
    expect(attributes.teamUUID).toBe(team)
  })

  it('takes nothing new into it', async () => {
    const team = await newTeam(world, 'Closed')
    await archive(world.alice, team)
    const body = { transcript: { segments: [{ speaker: 'Bob', text: 'Hello.' }] }, teamUUID: team }
    expect((await call(world.app, world.org, 'POST', '/conversations/import', { body })).status).toBe(400)
    const member = await call(world.app, world.org, 'PUT', `/teams/${team}/members/${world.bob.userId}`)
    expect(member.status).toBe(404)
  })

  it('says the same of one that is archived already', async () => {
    const team = await newTeam(world, 'Twice')
    for (const _ of [1, 2]) expect((await archive(world.org, team)).status).toBe(204)
  })
})

describe('refuses', () => {
  it('a team with teams below it, until they are archived', async () => {
    const above = await newTeam(world, 'Above')
    const below = await newTeam(world, 'Below', above)
    const before = await peopleOf(world)
    const answer = await archive(world.alice, above)
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'team_has_children', '')])
    expect(await peopleOf(world)).toEqual(before)
    await archive(world.alice, below)
    expect((await archive(world.alice, above)).status).toBe(204)
  })

  it('a member who comes at the same moment: in before the end or not at all', async () => {
    const team = await newTeam(world, 'Contended')
    const person = await newPerson(world)
    const [member, ended] = await Promise.all([
      call(world.app, world.org, 'PUT', `/teams/${team}/members/${person.userId}`),
      archive(world.alice, team),
    ])
    expect([204, 404]).toContain(member.status)
    expect(ended.status).toBe(204)
    expect(await userOf(world, person.userId)).toMatchObject({ primaryTeamUUID: '', teams: [] })
  })
})

describe('who may', () => {
  guardsThings(
    'team',
    () => world,
    () => newTeam(world, 'Here'),
    archive,
  )
  needsAnAdmin(
    () => world,
    (caller) => archive(caller, world.teams.support),
  )
})
