import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { expectEvery } from '../../../testing/expect-every.ts'
import { guardsThings, needsAnAdmin, newPerson, userOf } from '../../../testing/people.ts'
import { NOBODY, notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const remove = (caller: Caller | undefined, team: string, userId: string | undefined) =>
  call(world.app, caller, 'DELETE', `/teams/${team}/members/${userId}`)

describe('does', () => {
  it('takes the user out, and makes another team the primary one when it was that', async () => {
    const { north, support } = world.teams
    const person = await newPerson(world, { teamIds: [support, north] })
    const answer = await remove(world.alice, support, person.userId)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await userOf(world, person.userId)).toMatchObject({ primaryTeamUUID: north, teams: [{ uuid: north }] })
    await remove(world.alice, north, person.userId)
    expect(await userOf(world, person.userId)).toMatchObject({ primaryTeamUUID: '', teams: [] })
  })

  it('leaves who is no member as they are', async () => {
    const person = await newPerson(world, { teamIds: [world.teams.north] })
    const before = await userOf(world, person.userId)
    expect((await remove(world.alice, world.teams.support, person.userId)).status).toBe(204)
    expect(await userOf(world, person.userId)).toEqual(before)
  })

  it('takes out a deactivated user too', async () => {
    const person = await newPerson(world, { teamIds: [world.teams.north] })
    await call(world.app, world.alice, 'DELETE', `/organizations/users/${person.userId}`)
    await remove(world.alice, world.teams.north, person.userId)
    expect((await userOf(world, person.userId)).teams).toEqual([])
  })

  it('ends sensibly when a user is put in and taken out at the same moment', async () => {
    const { north, support } = world.teams
    const person = await newPerson(world, { teamIds: [north] })
    const answers = await Promise.all([
      call(world.app, world.org, 'PUT', `/teams/${support}/members/${person.userId}`),
      remove(world.org, north, person.userId),
      call(world.app, world.alice, 'PUT', `/organizations/users/${person.userId}/teams`, {
        body: { teamUUIDs: [north, support] },
      }),
    ])
    expectEvery(answers, ({ status }) => status < 300)
    const user = await userOf(world, person.userId)
    expect(user.teams.map((team: { uuid: string }) => team.uuid)).toContain(user.primaryTeamUUID)
  })
})

describe('refuses', () => {
  it('a user of nobody or of another organization', async () => {
    for (const userId of [NOBODY, world.mallory.userId]) {
      const answer = await remove(world.alice, world.teams.north, userId)
      expect([answer.status, answer.body]).toEqual([404, notFound('user', '/path/userId')])
    }
  })
})

describe('who may', () => {
  guardsThings(
    'team',
    () => world,
    () => world.teams.north,
    (caller, id) => remove(caller, id, world.bob.userId),
  )
  needsAnAdmin(
    () => world,
    (caller) => remove(caller, world.teams.support, world.carol.userId),
  )
})
