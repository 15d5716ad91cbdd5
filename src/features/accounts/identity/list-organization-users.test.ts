import { beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../../core/principal.ts'
import { call } from '../../../testing/call.ts'
import { createTimedWorld, findChanged } from '../../../testing/changed-since.ts'
import { createTestApp, type TestApp } from '../../../testing/create-test-app.ts'
import { NOBODY, notFound, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { createTeam, createUser } from './index.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

const get = (caller: Caller | undefined, teamUUID?: string) =>
  call(app, caller, 'GET', '/organizations/users', teamUUID === undefined ? {} : { query: { teamUUID } })
const emails = async (caller: Caller, teamUUID?: string) =>
  (await get(caller, teamUUID)).body.data.map((user: { email: string }) => user.email)

function add(
  world: World,
  email: string,
  more: { firstName?: string; lastName?: string; role?: Role; teamIds?: string[] } = {},
) {
  return createUser(app.store.of(world.acme), world.acme, app.clock, { email, role: 'SALES_REP', ...more })
}

const deactivate = (userId: string | undefined) =>
  app.store.owner.query('update users set active = false where id = $1', [userId])

describe('does', () => {
  it('tells a user as the contract has it', async () => {
    const world = await createWorld(app)
    const answer = await get(world.org, world.teams.north)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      data: [
        {
          uuid: world.bob.userId,
          email: 'bob@acme.example',
          firstName: '',
          lastName: '',
          botName: '',
          primaryTeamUUID: world.teams.north,
          transcriptLang: 'en',
          roles: [{ name: expect.any(String), type: 'SALES_REP', uuid: expect.any(String) }],
          settings: { joinWhenIAmHostAndAlone: false, joinWhenIAmHostWithPeers: false, realTimeCapabilitiesOFF: false },
          teams: [
            {
              uuid: world.teams.north,
              name: 'Sales North',
              domain: '',
              organizationUUID: world.acme,
              parentTeamUUID: world.teams.sales,
              children: [],
            },
          ],
          updatedAt: expect.any(String),
        },
      ],
    })
  })

  it('orders by last name, first name and id', async () => {
    const world = await createWorld(app)
    const { teamId } = await createTeam(app.store.of(world.acme), world.acme, app.clock, { name: 'New' })
    const person = (email: string, firstName: string, lastName: string) =>
      add(world, `${email}@acme.example`, { firstName, lastName, teamIds: [teamId] })
    await person('d', 'Zoe', 'Berg')
    await person('e1', 'Ann', 'Berg')
    await person('e2', 'Ann', 'Berg')
    await person('a', 'Ann', 'Adler')
    await person('z', '', '')
    expect(await emails(world.org, teamId)).toEqual(['z', 'a', 'e1', 'e2', 'd'].map((name) => `${name}@acme.example`))
  })

  it('tells all users of the organization, and those of one team', async () => {
    const world = await createWorld(app)
    expect((await emails(world.org)).toSorted()).toEqual(
      ['alice', 'bob', 'carol', 'mark'].map((name) => `${name}@acme.example`),
    )
    expect(await emails(world.org, world.teams.sales)).toEqual(['mark@acme.example'])
    expect(await emails(world.org, world.teams.north.toUpperCase())).toEqual(['bob@acme.example'])
  })

  it('tells a user of several teams in each of them, once in all', async () => {
    const world = await createWorld(app)
    const { north, support } = world.teams
    const { userId } = await add(world, 'dan@acme.example', { teamIds: [support, north] })
    for (const team of [north, support]) expect(await emails(world.org, team)).toContain('dan@acme.example')
    const all = (await get(world.org)).body.data.filter((user: { uuid: string }) => user.uuid === userId)
    expect(all).toHaveLength(1)
    expect(all[0].primaryTeamUUID).toBe(support)
    expect(all[0].teams.map((team: { name: string }) => team.name)).toEqual(['Sales North', 'Support'])
  })

  it('leaves out deactivated users', async () => {
    const world = await createWorld(app)
    await deactivate(world.carol.userId)
    expect(await emails(world.org)).not.toContain('carol@acme.example')
    expect(await emails(world.org, world.teams.support)).toEqual([])
  })

  it('tells joinOutsideHostMeetings of those for whom it is settled', async () => {
    const world = await createWorld(app)
    await app.store.owner.query('update users set join_outside_host_meetings = false where id = $1', [world.bob.userId])
    const users: { email: string; joinOutsideHostMeetings?: boolean }[] = (await get(world.org)).body.data
    const settled = users.filter((user) => 'joinOutsideHostMeetings' in user)
    expect(settled).toMatchObject([{ email: 'bob@acme.example', joinOutsideHostMeetings: false }])
  })

  it('tells an empty team as an empty list', async () => {
    const world = await createWorld(app)
    const { teamId } = await createTeam(app.store.of(world.acme), world.acme, app.clock, { name: 'Nobody' })
    expect(await emails(world.org, teamId)).toEqual([])
  })

  it('finds those that changed since a time, which includes their teams', async () => {
    const timed = await createTimedWorld()
    const { bob, carol, teams } = timed.world
    const find = (method: 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
      findChanged(timed, '/organizations/users', ({ app, org }) =>
        call(app, org, method, path, body === undefined ? {} : { body }),
      )
    expect(await find('PATCH', `/organizations/users/${bob.userId}`, { firstName: 'Bob' })).toEqual([bob.userId])
    expect(await find('PUT', `/teams/${teams.support}/members/${bob.userId}`)).toEqual([bob.userId])
    expect(await find('PUT', `/teams/${teams.support}/members/${bob.userId}`)).toEqual([])
    const toTeams = `/organizations/users/${carol.userId}/teams`
    expect(await find('PUT', toTeams, { teamUUIDs: [teams.support, teams.north] })).toEqual([carol.userId])
    expect(await find('DELETE', `/teams/${teams.north}/members/${carol.userId}`)).toEqual([carol.userId])
    expect(await find('DELETE', `/teams/${teams.north}/members/${carol.userId}`)).toEqual([])
    const left = await find('DELETE', `/organizations/teams/${teams.support}`)
    expect(left.toSorted()).toEqual([bob.userId, carol.userId].toSorted())
  })
})

describe('refuses', () => {
  it('an unknown team, in the words for one of another organization', async () => {
    const world = await createWorld(app)
    for (const team of [NOBODY, world.bob.userId ?? '']) {
      const answer = await get(world.org, team)
      expect([answer.status, answer.body]).toEqual([404, notFound('team', '/query/teamUUID')])
    }
    expect((await get(world.rivalOrg, world.teams.sales)).body).toEqual((await get(world.rivalOrg, NOBODY)).body)
  })

  it('an archived team', async () => {
    const world = await createWorld(app)
    await app.store.owner.query('update teams set archived_at = now() where id = $1', [world.teams.north])
    expect((await get(world.org, world.teams.north)).status).toBe(404)
  })

  it.each(['sales', '', '1', `${NOBODY}0`, '\u0000'])('the malformed team %j', async (team) => {
    const { org } = await createWorld(app)
    const answer = await get(org, team)
    expect([answer.status, answer.body]).toEqual([400, refusedField('/query/teamUUID')])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await get(undefined)
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is everyone, for their own organization', async () => {
    const world = await createWorld(app)
    for (const caller of [world.org, world.alice, world.mark, world.bob, world.carol]) {
      expect(await emails(caller)).toHaveLength(4)
    }
    for (const caller of [world.mallory, world.rivalOrg])
      expect(await emails(caller)).toEqual(['mallory@rival.example'])
  })
})
