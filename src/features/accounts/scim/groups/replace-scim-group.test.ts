import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { NOBODY } from '../../../../testing/refusals.ts'
import {
  GROUP_URN,
  guardsScim,
  guardsScimId,
  makeGroup,
  makeUser,
  scimError,
  scimOf,
} from '../../../../testing/scim.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
let users: string[]
beforeAll(async () => {
  world = await createWorld()
  const one = (n: number) => makeUser(world, { userName: `member${n}@acme.example` })
  users = await Promise.all([1, 2, 3, 4].map(one))
  users.sort()
})
const scim = scimOf(() => world)
const get = async (id: string) => (await scim('GET', `/Groups/${id}`)).body
const put = (id: string, body: unknown, options = {}) => scim('PUT', `/Groups/${id}`, body, options)
let number = 0
const name = () => `Put ${++number}`
const make = (members: string[] = []) => makeGroup(world, name(), members)
const valued = (ids: readonly (string | undefined)[]) => ids.map((value) => ({ value, display: 'whoever' }))
const membersIn = (body: { members: { value: string }[] }) => body.members.map(({ value }) => value)

describe('does', () => {
  it('replace name and members exactly, and tell the group of the contract', async () => {
    const id = await make(users.slice(0, 3))
    const displayName = name()
    const { status, body, headers } = await put(id, {
      schemas: [GROUP_URN],
      displayName,
      members: valued(users.slice(2)),
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      schemas: [GROUP_URN],
      id,
      displayName,
      members: users.slice(2).map((value) => ({ value, display: expect.stringMatching(/@acme.example$/) })),
      meta: expect.objectContaining({ resourceType: 'Group', version: headers.etag }),
    })
    expect(await get(id)).toEqual(body)
  })

  it('take away all members when none are told, and what a provider had told beside them', async () => {
    const id = await make(users)
    await put(id, { displayName: name(), externalId: 'x', 'urn:acme:1.0:Group': { a: 1 }, members: valued(users) })
    const { body } = await put(id, { displayName: name() })
    expect(body.members).toEqual([])
    expect(Object.keys(body)).toEqual(['schemas', 'id', 'displayName', 'members', 'meta'])
  })

  it('settle the primary teams of those who come and go', async () => {
    const user = await makeUser(world, { userName: 'settle@acme.example' })
    const [first, second] = [await make([user]), await make([user])]
    const primary = async () =>
      (await call(world.app, world.org, 'GET', `/organizations/users/${user}`)).body.data.primaryTeamUUID
    expect(await primary()).toBe(first)
    await put(first, { displayName: name(), members: [] })
    expect(await primary()).toBe(second)
    await put(second, { displayName: name(), members: [] })
    expect(await primary()).toBe('')
  })

  it('change a team that no provider has made, but not its place in the tree', async () => {
    const { north, sales } = world.teams
    const { status } = await put(north, { displayName: 'Sales Far North', members: valued([world.bob.userId]) })
    expect(status).toBe(200)
    const team = await call(world.app, world.org, 'GET', `/organizations/teams/${north}`)
    expect(team.body.data).toMatchObject({ name: 'Sales Far North', parentTeamUUID: sales })
  })

  it('change nothing, not even the time of change, when everything is so already', async () => {
    const id = await make(users.slice(0, 2))
    const before = await get(id)
    expect((await put(id, before)).body).toEqual(before)
  })

  it('replace only the version that If-Match names', async () => {
    const id = await make()
    const { meta } = await get(id)
    const headers = { 'if-match': meta.version }
    expect((await put(id, { displayName: name(), members: valued(users) }, { headers })).status).toBe(200)
    const late = await put(id, { displayName: name() }, { headers })
    expect([late.status, late.body]).toEqual([412, scimError(412)])
    expect(membersIn(await get(id))).toEqual(users)
  })

  it('give one of two names to one of two groups, though both ask at the same moment', async () => {
    const ids = [await make(), await make(), await make()]
    const displayName = name()
    const answers = await Promise.all(ids.map((id) => put(id, { displayName })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })
})

describe('refuses', () => {
  it.each([
    ['is not there', () => NOBODY],
    ['is no id', () => 'bob'],
    ['is of another organization', () => world.mallory.userId],
    ['is a group', () => world.teams.sales],
  ])('a member who %s, and changes nothing', async (_, unknown) => {
    const id = await make(users.slice(0, 2))
    const before = await get(id)
    const answer = await put(id, { displayName: name(), members: valued([users[3], unknown()]) })
    expect([answer.status, answer.body]).toEqual([400, scimError(400, 'invalidValue')])
    expect(await get(id)).toEqual(before)
  })

  it('the name of another group', async () => {
    const id = await make()
    const answer = await put(id, { displayName: 'SALES' })
    expect([answer.status, answer.body]).toEqual([409, scimError(409, 'uniqueness')])
  })

  it.each([
    ['no name', {}, 'invalidValue'],
    ['a name that is a list', { displayName: ['a'] }, 'invalidValue'],
    ['schemas that are text', { schemas: 'x', displayName: 'a' }, 'invalidSyntax'],
    ['text', '"x"', 'invalidSyntax'],
  ])('%s', async (_, body, type) => {
    const answer = await put(await make(), body)
    expect([answer.status, answer.body]).toEqual([400, scimError(400, type)])
  })
})

describe('who may', () => {
  const send = (caller: Caller | undefined, id: string) =>
    put(id, { displayName: name() }, { caller: caller ?? 'nobody' })
  let own: string
  beforeAll(async () => {
    own = await make()
  })
  guardsScim(
    () => world,
    (caller) => send(caller, own),
  )
  guardsScimId(() => world, make, send)
})
