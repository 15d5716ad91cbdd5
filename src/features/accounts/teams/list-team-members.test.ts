import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings, newPerson, newTeam } from '../../../testing/people.ts'
import { notFound, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = (caller: Caller | undefined, id: string, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', `/teams/${id}/members`, { query })

describe('does', () => {
  it('tells members by last name, first name and id, and whose primary team it is', async () => {
    const team = await newTeam(world, 'Ordered')
    const add = (firstName: string, lastName: string, teamIds: string[]) =>
      newPerson(world, { firstName, lastName, teamIds })
    const zoe = await add('Zoe', 'Berg', [team])
    const ann = await add('Ann', 'Berg', [world.teams.north, team])
    const leaver = await add('Ann', 'Adler', [team])
    await call(world.app, world.alice, 'DELETE', `/organizations/users/${leaver.userId}`)
    const answer = await list(world.org, team)
    const told = (uuid: string, email: string, firstName: string, primary: boolean) => ({
      uuid,
      email,
      firstName,
      lastName: 'Berg',
      primary,
      roles: [{ name: 'Member', type: 'SALES_REP', uuid: expect.any(String) }],
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      data: [told(ann.userId, ann.email, 'Ann', false), told(zoe.userId, zoe.email, 'Zoe', true)],
      meta: { pageCount: 1, totalRecords: 2, pageNumber: 1, pageSize: 100 },
    })
    const second = await list(world.org, team, { page: '2', size: '1' })
    expect(second.body.data.map((one: { uuid: string }) => one.uuid)).toEqual([zoe.userId])
  })

  it('tells those of the team itself, not those below', async () => {
    const members = (await list(world.org, world.teams.sales)).body.data
    expect(members.map((one: { email: string }) => one.email)).toEqual(['mark@acme.example'])
  })
})

describe('refuses', () => {
  it('an archived team', async () => {
    const team = await newTeam(world, 'Once')
    await call(world.app, world.org, 'DELETE', `/organizations/teams/${team}`)
    const answer = await list(world.org, team)
    expect([answer.status, answer.body]).toEqual([404, notFound('team')])
  })

  it('a page of more than 500', async () => {
    const answer = await list(world.org, world.teams.sales, { size: '501' })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/query/size')])
  })
})

describe('who may', () => {
  guardsThings(
    'team',
    () => world,
    () => world.teams.north,
    list,
  )

  it('is everyone in the organization', async () => {
    for (const caller of [world.alice, world.mark, world.bob, world.carol]) {
      expect((await list(caller, world.teams.north)).status).toBe(200)
    }
  })
})
