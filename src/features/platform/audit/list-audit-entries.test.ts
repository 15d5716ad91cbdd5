import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { needsAnAdmin, newPerson, newTeam } from '../../../testing/people.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}, w = world) =>
  call(w.app, caller, 'GET', '/audit-log', { query })
const told = async (query: Record<string, string>) => (await list(world.org, query)).body.data

describe('does', () => {
  it('tells who did what to which thing, when and from where', async () => {
    const body = { teamUUIDs: [world.teams.support] }
    const headers = { 'x-request-id': 'told-once' }
    await call(world.app, world.alice, 'PUT', `/organizations/users/${world.carol.userId}/teams`, { body, headers })
    expect(await told({ entityId: world.carol.userId ?? '', operation: 'replaceOrganizationUserTeams' })).toEqual([
      {
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        operation: 'replaceOrganizationUserTeams',
        user: { uuid: world.alice.userId, email: 'alice@acme.example' },
        keyUUID: expect.stringMatching(/^[0-9a-f-]{36}$/),
        via: 'api_key',
        requestId: 'told-once',
        address: '127.0.0.1',
        entityType: 'user',
        entityId: world.carol.userId,
        entities: [{ type: 'user', id: world.carol.userId }],
      },
    ])
  })

  it('tells all things of a path, and is about the innermost', async () => {
    const team = await newTeam(world, 'Told')
    await call(world.app, world.org, 'PUT', `/teams/${team}/members/${world.bob.userId}`)
    const [entry] = await told({ operation: 'putTeamMember' })
    expect(entry).toMatchObject({
      user: null,
      entityType: 'user',
      entityId: world.bob.userId,
      entities: [
        { type: 'team', id: team },
        { type: 'user', id: world.bob.userId },
      ],
    })
    expect(await told({ entityType: 'team', entityId: team })).toMatchObject([{ operation: 'createTeam' }])
  })

  it('tells what the command line made of people and keys', async () => {
    const person = await newPerson(world)
    expect(await told({ entityId: person.userId })).toMatchObject([
      { operation: 'createUser', via: 'command_line', user: null, keyUUID: null, address: null },
    ])
    expect(await told({ operation: 'createOrganization' })).toMatchObject([
      {
        entities: [
          { type: 'organization', id: world.acme },
          { type: 'user', id: world.alice.userId },
        ],
      },
    ])
  })

  it('filters by user, thing, operation and time, newest first, page by page', async () => {
    const own = await createWorld(world.app)
    for (const name of ['a', 'b', 'c']) {
      await call(own.app, own.alice, 'POST', '/organizations/teams', { body: { name } })
    }
    const query = { userUUID: own.alice.userId ?? '', operation: 'createTeam' }
    const all = (await list(own.org, query, own)).body
    expect(all.meta).toEqual({ pageCount: 1, totalRecords: 3, pageNumber: 1, pageSize: 50 })
    const times = all.data.map((entry: { at: string }) => entry.at)
    expect(times).toEqual(times.toSorted().toReversed())
    const second = (await list(own.org, { ...query, page: '2', size: '2' }, own)).body
    expect(second.data).toEqual(all.data.slice(2))
    expect(second.links.self).toContain('operation=createTeam')
    const [newest] = all.data
    expect((await list(own.org, { ...query, from: newest.at }, own)).body.data).toContainEqual(newest)
    const after = new Date(Date.parse(newest.at) + 1).toISOString()
    expect((await list(own.org, { ...query, from: after }, own)).body.data).toEqual([])
    expect((await list(own.org, { ...query, to: '2020-01-01' }, own)).body.data).toEqual([])
  })

  it('tells nothing of what is refused, undone or only read', async () => {
    const own = await createWorld(world.app)
    const total = async () => (await list(own.org, {}, own)).body.meta.totalRecords
    const before = await total()
    await call(own.app, own.org, 'GET', '/organizations/users')
    await call(own.app, own.bob, 'POST', '/organizations/teams', { body: { name: 'Mine' } })
    await call(own.app, own.org, 'POST', '/organizations/teams', { body: { name: '' } })
    await call(own.app, own.alice, 'DELETE', `/organizations/users/${own.alice.userId}`)
    await call(own.app, own.org, 'DELETE', `/organizations/teams/${own.teams.sales}`)
    expect(await total()).toBe(before)
  })

  it('tells ids, never what was written', async () => {
    const secrets = { name: 'Whisper Ltd', domain: 'whisper.example' }
    const team = await call(world.app, world.alice, 'POST', '/organizations/teams', { body: secrets })
    const key = await call(world.app, world.alice, 'POST', '/api_keys', { body: { name: 'Murmur' } })
    const text = (await list(world.org, { size: '200' })).text
    expect(text).toContain(team.body.data.uuid)
    for (const word of ['Whisper', 'whisper', 'Murmur', ...key.body.data.token.split('.')]) {
      expect(text).not.toContain(word)
    }
  })
})

describe('refuses', () => {
  it.each([
    ['userUUID', 'alice'],
    ['from', 'yesterday'],
    ['to', '2026-02-30'],
    ['operation', 'x'.repeat(129)],
    ['entityId', '\u0000'],
    ['size', '201'],
    ['page', '-1'],
  ])('%s=%s', async (name, value) => {
    const answer = await list(world.org, { [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })

  it('a span that ends before it begins', async () => {
    const answer = await list(world.org, { from: '2026-02-01', to: '2026-01-01' })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/query/from')])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await list(undefined)
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  needsAnAdmin(() => world, list)

  it('is every admin, for entries of their own organization', async () => {
    expect((await list(world.alice)).status).toBe(200)
    const theirs = (await list(world.mallory)).text
    for (const id of [world.acme, world.bob.userId ?? '', world.teams.sales]) expect(theirs).not.toContain(id)
    expect((await list(world.rivalOrg, { userUUID: world.alice.userId ?? '' })).body.data).toEqual([])
  })
})
