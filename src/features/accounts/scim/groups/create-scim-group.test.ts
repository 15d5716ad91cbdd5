import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { NOBODY } from '../../../../testing/refusals.ts'
import { GROUP_URN, guardsScim, scimError, scimOf } from '../../../../testing/scim.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const scim = scimOf(() => world)
const post = (body: unknown, options = {}) => scim('POST', '/Groups', body, options)
let number = 0
const displayName = () => `New ${++number}`

describe('does', () => {
  it('make a team at the top, of everything a provider tells, and tell it again', async () => {
    const given = {
      schemas: [GROUP_URN, 'urn:acme:1.0:Group'],
      externalId: '8aa1a0c0',
      displayName: displayName(),
      members: [{ value: world.bob.userId, display: 'bob@acme.example' }],
      'urn:acme:1.0:Group': { color: 'red', deep: { list: [1, null] } },
    }
    const { status, body, headers } = await post({ ...given, meta: { resourceType: 'Group' } })
    expect(status).toBe(201)
    expect(body).toEqual({ ...given, id: expect.any(String), meta: expect.objectContaining({ version: headers.etag }) })
    expect(headers.location).toBe(`http://parley.test/v2/scim/Groups/${body.id}`)
    expect((await scim('GET', `/Groups/${body.id}`)).body).toEqual(body)
    const team = await call(world.app, world.org, 'GET', `/organizations/teams/${body.id}`)
    expect(team.body.data).toMatchObject({ name: given.displayName })
    expect(team.body.data).not.toHaveProperty('parentTeamUUID')
    const user = await scim('GET', `/Users/${world.bob.userId}`)
    expect(user.body.groups).toContainEqual({ value: body.id, display: given.displayName })
  })

  it('make the first team of a user the primary one', async () => {
    const user = await scim('POST', '/Users', { userName: 'primary@acme.example' })
    const { body } = await post({ displayName: displayName(), members: [{ value: user.body.id }] })
    const told = await call(world.app, world.org, 'GET', `/organizations/users/${user.body.id}`)
    expect(told.body.data.primaryTeamUUID).toBe(body.id)
  })

  it('take members twice, in capitals, deactivated, or none at all', async () => {
    const gone = await scim('POST', '/Users', { userName: 'away@acme.example', active: false })
    const members = [
      { value: world.bob.userId },
      { value: world.bob.userId?.toUpperCase(), type: 'User' },
      { value: gone.body.id },
    ]
    const { status, body } = await post({ displayName: displayName(), members })
    expect([status, body.members.map(({ value }: { value: string }) => value)]).toEqual([
      201,
      [world.bob.userId, gone.body.id].toSorted(),
    ])
    for (const none of [null, [], undefined]) {
      expect((await post({ displayName: displayName(), members: none })).body.members).toEqual([])
    }
  })

  it('make one group of eight requests at once', async () => {
    const body = { displayName: displayName() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(body)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
  })

  it('leave an entry in the audit log that names the team', async () => {
    const { body } = await post({ displayName: displayName() })
    const entries = await world.app.store.owner.query(
      `select operation, entity_type from audit_log where entity_id = $1`,
      [body.id],
    )
    expect(entries).toEqual([{ operation: 'createScimGroup', entity_type: 'team' }])
  })
})

describe('refuses', () => {
  it('a name that a group has already, without regard to case', async () => {
    for (const name of ['sales', 'SALES NORTH', ' Support ']) {
      const answer = await post({ displayName: name })
      expect([answer.status, answer.body]).toEqual([409, scimError(409, 'uniqueness')])
    }
  })

  it.each([
    ['no name', {}],
    ['a blank one', { displayName: ' ' }],
    ['one of 257 characters', { displayName: 'x'.repeat(257) }],
    ['a member who is not there', { displayName: 'Never', members: [{ value: NOBODY }] }],
    ['a member that is no id', { displayName: 'Never', members: [{ value: 'bob' }] }],
    ['members that are one', { displayName: 'Never', members: { value: NOBODY } }],
    ['a member that is text', { displayName: 'Never', members: [NOBODY] }],
    ['a member without an id', { displayName: 'Never', members: [{ display: 'Bob' }] }],
    [
      'more than ten thousand members',
      { displayName: 'Never', members: Array.from({ length: 10_001 }, () => ({ value: NOBODY })) },
    ],
    ['an extension that is a list', { displayName: 'Never', 'urn:x:Group': [] }],
    ['more than is kept', { displayName: 'Never', 'urn:x:Group': { a: 'x'.repeat(70_000) } }],
  ])('%s, and makes nothing', async (_, body) => {
    const answer = await post(body)
    expect([answer.status, answer.body]).toEqual([400, scimError(400, 'invalidValue')])
    const never = await scim('GET', '/Groups', undefined, { query: { filter: 'displayName eq "Never"' } })
    expect(never.body.totalResults).toBe(0)
  })

  it('a group within a group, and a user of another organization', async () => {
    for (const value of [world.teams.north, world.mallory.userId]) {
      const answer = await post({ displayName: displayName(), members: [{ value, type: 'Group' }] })
      expect([answer.status, answer.body]).toEqual([400, scimError(400, 'invalidValue')])
    }
  })
})

describe('who may', () => {
  guardsScim(
    () => world,
    (caller) => post({ displayName: displayName() }, { caller: caller ?? 'nobody' }),
  )

  it('makes groups of the same name in another organization', async () => {
    const body = { displayName: displayName() }
    for (const caller of [world.org, world.rivalOrg]) expect((await post(body, { caller })).status).toBe(201)
  })
})
