import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { ADMIN_REQUIRED, guardsThings, newPerson, newTeam, peopleOf, userOf } from '../../../testing/people.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let roles: Record<string, string>
beforeAll(async () => {
  world = await createWorld()
  const { body } = await call(world.app, world.org, 'GET', '/organizations/roles')
  roles = Object.fromEntries(body.data.map((role: { type: string; uuid: string }) => [role.type, role.uuid]))
})

const patch = (caller: Caller | undefined, id: string | undefined, body: unknown, w = world) =>
  call(w.app, caller, 'PATCH', `/organizations/users/${id}`, { body })

describe('does', () => {
  it('changes what is given, keeps the rest, and answers with the user', async () => {
    const person = await newPerson(world, { firstName: 'Ann', lastName: 'Adler', teamIds: [world.teams.north] })
    const before = await userOf(world, person.userId)
    const given = {
      firstName: '  Anna ',
      botName: 'Notes',
      transcriptLang: 'pt-BR',
      joinOutsideHostMeetings: true,
      language: 'ja',
    }
    const answer = await patch(world.alice, person.userId, given)
    expect([answer.status, answer.body]).toEqual([
      200,
      { data: { ...before, ...given, firstName: 'Anna', updatedAt: expect.any(String) } },
    ])
    expect(await userOf(world, person.userId)).toEqual(answer.body.data)
  })

  it('removes the choice of a language', async () => {
    const person = await newPerson(world)
    expect((await patch(person, person.userId, { language: 'fr' })).body.data.language).toBe('fr')
    expect((await patch(person, person.userId, { language: null })).body.data.language).toBeNull()
  })

  it('changes one setting and keeps the others', async () => {
    const person = await newPerson(world)
    await patch(world.alice, person.userId, { settings: { joinWhenIAmHostAndAlone: true } })
    await patch(world.alice, person.userId, { settings: { realTimeCapabilitiesOFF: true, other: 1 } })
    expect((await userOf(world, person.userId)).settings).toEqual({
      joinWhenIAmHostAndAlone: true,
      joinWhenIAmHostWithPeers: false,
      realTimeCapabilitiesOFF: true,
    })
  })

  it('gives another role by type, by id, or by both, which counts at once', async () => {
    const person = await newPerson(world)
    const may = async () => (await call(world.app, person, 'GET', '/audit-log')).status === 200
    expect(await may()).toBe(false)
    for (const [body, type] of [
      [{ role: 'ADMIN' }, 'ADMIN'],
      [{ roleUUID: roles.MANAGER }, 'MANAGER'],
      [{ role: 'ADMIN', roleUUID: roles.ADMIN?.toUpperCase() }, 'ADMIN'],
    ] as const) {
      expect((await patch(world.org, person.userId, body)).body.data.roles).toMatchObject([{ type, uuid: roles[type] }])
      expect(await may()).toBe(type === 'ADMIN')
    }
  })

  it('makes another of the teams the primary one', async () => {
    const { north, support } = world.teams
    const person = await newPerson(world, { teamIds: [north, support] })
    await patch(person, person.userId, { primaryTeamUUID: support })
    expect((await userOf(world, person.userId)).primaryTeamUUID).toBe(support)
  })
})

describe('refuses', () => {
  it.each([
    ['a name of 129 characters', '/firstName', { firstName: 'x'.repeat(129) }],
    ['a NUL in a name', '/lastName', { lastName: 'a\u0000' }],
    ['a web address in a name', '/firstName', { firstName: 'URGENT: https://evil.example/login' }],
    ['a domain in a name', '/lastName', { lastName: 'evil.example' }],
    ['a name that turns text around', '/botName', { botName: 'Ann\u202e' }],
    ['a name of two lines', '/lastName', { lastName: 'Lee\nBcc: eve' }],
    ['a name that is null', '/botName', { botName: null }],
    ['a language that is none', '/transcriptLang', { transcriptLang: 'english language' }],
    ['a setting that is no boolean', '/settings/joinWhenIAmHostAndAlone', { settings: { joinWhenIAmHostAndAlone: 1 } }],
    ['an unknown role', '/role', { role: 'OWNER' }],
    ['a role id of nothing', '/roleUUID', { roleUUID: NOBODY }],
    ['a malformed team', '/primaryTeamUUID', { primaryTeamUUID: 'north' }],
    ['a team of nothing', '/primaryTeamUUID', { primaryTeamUUID: NOBODY }],
    ['nothing at all', '', {}],
    ['nothing that is known', '', { email: 'other@acme.example' }],
  ])('%s', async (_, pointer, body) => {
    const before = await peopleOf(world)
    const answer = await patch(world.alice, world.bob.userId, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await peopleOf(world)).toEqual(before)
  })

  it('a role id of another organization, and one that is not of the type', async () => {
    const theirs = (await call(world.app, world.rivalOrg, 'GET', '/organizations/roles')).body.data[0].uuid
    for (const body of [{ roleUUID: theirs }, { role: 'MANAGER', roleUUID: roles.ADMIN }]) {
      expect((await patch(world.alice, world.bob.userId, body)).body).toEqual(refusedField('/roleUUID'))
    }
  })

  it('a primary team that the user is no member of, or that is archived', async () => {
    const team = await newTeam(world, 'Once')
    const person = await newPerson(world, { teamIds: [team] })
    await call(world.app, world.org, 'DELETE', `/organizations/teams/${team}`)
    for (const primaryTeamUUID of [team, world.teams.support]) {
      const answer = await patch(world.alice, person.userId, { primaryTeamUUID })
      expect([answer.status, answer.body]).toEqual([400, refusedField('/primaryTeamUUID')])
    }
  })

  it('to leave the organization without an admin', async () => {
    const own = await createWorld(world.app)
    const answer = await patch(own.alice, own.alice.userId, { role: 'MANAGER' }, own)
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'last_admin', '')])
    expect((await patch(own.alice, own.alice.userId, { role: 'ADMIN' }, own)).status).toBe(200)
  })

  it('the last one of several admins who step down at the same moment', async () => {
    const own = await createWorld(world.app)
    const others = await Promise.all([1, 2, 3].map(() => newPerson(own, { role: 'ADMIN' })))
    const answers = await Promise.all(
      [own.alice, ...others].map((admin) => patch(own.org, admin.userId, { role: 'SALES_REP' }, own)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409])
  })
})

describe('who may', () => {
  guardsThings(
    'user',
    () => world,
    () => world.bob.userId ?? '',
    (caller, id) => patch(caller, id, { botName: 'Notes' }),
  )

  it('is every admin, for everybody', async () => {
    for (const caller of [world.org, world.alice]) {
      expect((await patch(caller, world.carol.userId, { lastName: 'Clark' })).status).toBe(200)
    }
  })

  it('is everybody else for themselves alone, and never for a role', async () => {
    expect((await patch(world.bob, world.bob.userId, { botName: 'Mine' })).status).toBe(200)
    const before = await peopleOf(world)
    for (const [caller, id, body] of [
      [world.mark, world.bob.userId, { botName: 'His' }],
      [world.bob, world.alice.userId, { botName: 'Hers' }],
      [world.bob, world.bob.userId, { botName: 'Mine', role: 'ADMIN' }],
      [world.mark, world.mark.userId, { roleUUID: roles.MANAGER }],
    ] as const) {
      const answer = await patch(caller, id, body)
      expect([answer.status, answer.body]).toEqual([403, ADMIN_REQUIRED])
    }
    expect(await peopleOf(world)).toEqual(before)
  })
})
