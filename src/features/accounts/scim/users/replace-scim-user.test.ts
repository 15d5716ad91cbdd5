import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { expectEvery } from '../../../../testing/expect-every.ts'
import {
  ENTERPRISE_URN,
  guardsScim,
  guardsScimId,
  makeUser,
  PARLEY_URN,
  scimError,
  scimOf,
  USER_URN,
} from '../../../../testing/scim.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
let roles: Record<string, string>
beforeAll(async () => {
  world = await createWorld()
  const { body } = await call(world.app, world.org, 'GET', '/organizations/roles')
  roles = Object.fromEntries(body.data.map((role: { type: string; uuid: string }) => [role.type, role.uuid]))
})
const scim = scimOf(() => world)
const get = async (id: string) => (await scim('GET', `/Users/${id}`)).body
let number = 0
const name = () => `put${++number}@acme.example`
const make = (given: Record<string, unknown> = {}) => makeUser(world, { userName: name(), ...given })
const put = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  scim('PUT', `/Users/${id}`, body, { headers })

describe('does', () => {
  it('take the resource of the contract, and echo it', async () => {
    const id = await make()
    const userName = name()
    const given = {
      id,
      externalId: '00u1',
      meta: { created: '2020-01-01T00:00:00Z', lastModified: '2020-01-01T00:00:00Z', version: 'v1' },
      schemas: [USER_URN, 'urn:acme:params:scim:schemas:extension:1.0:User'],
      userName,
      displayName: 'Ann Ng',
      preferredLanguage: 'en',
      locale: 'en-US',
      timezone: 'America/New_York',
      active: true,
      emails: [{ value: userName, type: 'work', primary: true }],
      phoneNumbers: [{ value: '555', type: 'work' }],
      groups: [{ display: 'None', value: world.teams.north }],
      name: { familyName: 'Ng', givenName: 'Ann' },
      'urn:acme:params:scim:schemas:extension:1.0:User': { roleUUID: roles.MANAGER },
    }
    const { status, body, headers } = await put(id, given)
    expect(status).toBe(200)
    expect(body).toEqual({ ...given, groups: [], meta: expect.objectContaining({ version: headers.etag }) })
    expect(await get(id)).toEqual(body)
  })

  it('clear what is left out, but keep access, role and address', async () => {
    const id = await make({
      title: 'Guide',
      name: { givenName: 'Ann' },
      externalId: 'x',
      [PARLEY_URN]: { roleUUID: roles.MANAGER },
      [ENTERPRISE_URN]: { department: 'x' },
      active: false,
    })
    const before = await get(id)
    const { body } = await put(id, { userName: before.userName })
    for (const left of ['title', 'name', 'externalId', ENTERPRISE_URN]) expect(body).not.toHaveProperty([left])
    expect(body).toMatchObject({ active: false, emails: before.emails, [PARLEY_URN]: { roleUUID: roles.MANAGER } })
  })

  it('change a user whom no provider has made', async () => {
    const id = world.carol.userId ?? ''
    const { status, body } = await put(id, { userName: 'carol.renamed@acme.example', name: { givenName: 'Carol' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      userName: 'carol.renamed@acme.example',
      emails: [{ value: 'carol.renamed@acme.example' }],
      groups: [{ display: 'Support' }],
      displayName: 'Carol',
    })
  })

  it('end the keys of a user who is deactivated at once, and for good', async () => {
    const own = await createWorld(world.app)
    const on = scimOf(() => own)
    const id = own.bob.userId ?? ''
    const userName = 'bob@acme.example'
    const isLetIn = async () => (await call(own.app, own.bob, 'GET', '/organizations/users')).status
    expect(await isLetIn()).toBe(200)
    expect((await on('PUT', `/Users/${id}`, { userName, active: 'False' })).body.active).toBe(false)
    expect(await isLetIn()).toBe(401)
    expect((await on('PUT', `/Users/${id}`, { userName, active: true })).body.active).toBe(true)
    expect(await isLetIn()).toBe(401)
  })

  it('deactivate even the last admin: the provider is the authority', async () => {
    const own = await createWorld(world.app)
    const on = scimOf(() => own)
    const id = own.alice.userId ?? ''
    const answer = await on('PUT', `/Users/${id}`, { userName: 'alice@acme.example', active: false })
    expect([answer.status, answer.body.active]).toEqual([200, false])
  })

  it('change nothing, not even the time of change, when everything is so already', async () => {
    const id = await make({ title: 'Guide', name: { givenName: 'Ann', familyName: 'Ng' } })
    const before = await get(id)
    expect((await put(id, before)).status).toBe(200)
    expect((await put(id, await get(id))).body).toEqual(await get(id))
    const settled = await get(id)
    await put(id, settled)
    expect((await get(id)).meta).toEqual(settled.meta)
  })

  it('replace only the version that If-Match names', async () => {
    const id = await make()
    const { userName, meta } = await get(id)
    const first = await put(id, { userName, title: 'One' }, { 'if-match': meta.version })
    expect(first.status).toBe(200)
    const second = await put(id, { userName, title: 'Two' }, { 'if-match': meta.version })
    expect([second.status, second.body]).toEqual([412, scimError(412)])
    expect((await get(id)).title).toBe('One')
    for (const tag of [`W/"x", ${first.headers.etag}`, '*']) {
      expect((await put(id, { userName, title: tag }, { 'if-match': tag })).status).toBe(200)
    }
  })
})

describe('refuses', () => {
  it('a name of another user, and changes nothing', async () => {
    const [one, other] = [await make(), await make()]
    const before = await get(one)
    const { userName } = await get(other)
    const answer = await put(one, { ...before, userName: userName.toUpperCase() })
    expect([answer.status, answer.body]).toEqual([409, scimError(409, 'uniqueness')])
    expect(await get(one)).toEqual(before)
  })

  it('one account address for two users, though several get the same email address at the same moment', async () => {
    const ids = [await make(), await make(), await make()]
    const value = name()
    const answers = await Promise.all(ids.map((id) => put(id, { userName: `u-${id}`, emails: [{ value }] })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expectEvery(answers, ({ body }) => body.emails[0].value === value)
    const { body } = await call(world.app, world.org, 'GET', '/organizations/users')
    const own = body.data.filter(({ uuid }: { uuid: string }) => ids.includes(uuid))
    const [local = '', domain = ''] = value.split('@')
    const addresses = own.map(({ email }: { email: string }) => email)
    expect(new Set(addresses).size).toBe(3)
    expectEvery(addresses, (email: string) => email.startsWith(local) && email.endsWith(domain))
  })

  it('a role of another organization, and changes nothing', async () => {
    const id = await make()
    const before = await get(id)
    const theirs = await call(world.app, world.rivalOrg, 'GET', '/organizations/roles')
    const answer = await put(id, { ...before, title: 'x', [PARLEY_URN]: { roleUUID: theirs.body.data[0].uuid } })
    expect([answer.status, answer.body]).toEqual([400, scimError(400, 'invalidValue')])
    expect(await get(id)).toEqual(before)
  })

  it.each([
    ['no userName', {}, 'invalidValue'],
    ['a list', [], 'invalidSyntax'],
    ['active that is neither', { userName: 'a@b', active: 'x' }, 'invalidValue'],
  ])('%s', async (_, body, type) => {
    const answer = await put(await make(), body)
    expect([answer.status, answer.body]).toEqual([400, scimError(400, type)])
  })
})

describe('who may', () => {
  const send = (caller: Caller | undefined, id: string) =>
    scim('PUT', `/Users/${id}`, { userName: name() }, { caller: caller ?? 'nobody' })
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
