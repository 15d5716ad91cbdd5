import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../testing/call.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { createUser } from './index.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = (query: Record<string, string> = {}, caller = world.org) =>
  call(world.app, caller, 'GET', '/organizations/users', { query })
const emails = (answer: { body: { data: { email: string }[] } }) => answer.body.data.map((user) => user.email)

describe('listOrganizationUsers does', () => {
  it('tell each user with role, settings and teams, as the contract has them', async () => {
    const bob = (await list()).body.data.find((user: { email: string }) => user.email === 'bob@acme.example')
    expect(bob).toEqual({
      uuid: world.bob.userId,
      email: 'bob@acme.example',
      firstName: '',
      lastName: '',
      botName: '',
      primaryTeamUUID: world.teams.north,
      transcriptLang: 'en',
      roles: [{ name: 'Sales representative', type: 'SALES_REP', uuid: expect.any(String) }],
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
    })
  })

  it('list the members of one team', async () => {
    expect(emails(await list({ teamUUID: world.teams.north }))).toEqual(['bob@acme.example'])
    expect(emails(await list({ teamUUID: world.teams.sales }))).toEqual(['mark@acme.example'])
  })

  it('order by last name, first name, id, and leave deactivated users out', async () => {
    const { app, rival } = world
    const add = (email: string, firstName: string, lastName: string) =>
      createUser(app.store.of(rival), rival, app.clock, { email, firstName, lastName, role: 'SALES_REP' })
    await add('1@rival.example', 'Zoe', 'Abel')
    await add('2@rival.example', 'Ada', 'Abel')
    await add('3@rival.example', 'Ida', 'Zorn')
    await add('gone@rival.example', 'Gone', 'Zzz')
    await app.store.owner.query(`update users set active = false where organization_id = $1 and email like 'gone%'`, [
      rival,
    ])
    const listed = emails(await list({}, world.rivalOrg))
    expect(listed).toEqual(['mallory@rival.example', '2@rival.example', '1@rival.example', '3@rival.example'])
  })
})

describe('listOrganizationUsers refuses', () => {
  it('a team that is unknown or of another organization with 404, a malformed id with 400', async () => {
    expect((await list({ teamUUID: '00000000-0000-7000-8000-000000000000' })).body.code).toBe('team_not_found')
    expect((await list({ teamUUID: world.teams.north }, world.mallory)).status).toBe(404)
    const malformed = await list({ teamUUID: 'north' })
    expect([malformed.status, malformed.body.source.pointer]).toEqual([400, '/query/teamUUID'])
  })
})

describe('listOrganizationUsers: who may', () => {
  it('everybody, each about their own organization', async () => {
    for (const caller of [world.alice, world.mark, world.bob]) expect(emails(await list({}, caller))).toHaveLength(4)
    expect(emails(await list({}, world.mallory))).not.toContain('bob@acme.example')
  })
})
