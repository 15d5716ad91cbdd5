import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { ENTERPRISE_URN, guardsScim, PARLEY_URN, scimError, scimOf, USER_URN } from '../../../../testing/scim.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World
let roles: Record<string, string>
beforeAll(async () => {
  world = await createWorld()
  const { body } = await call(world.app, world.org, 'GET', '/organizations/roles')
  roles = Object.fromEntries(body.data.map((role: { type: string; uuid: string }) => [role.type, role.uuid]))
})
const scim = scimOf(() => world)
const post = (body: unknown) => scim('POST', '/Users', body)
let number = 0
const name = () => `new${++number}@acme.example`

describe('does', () => {
  it('take out of names what no name holds, and refuse nobody for it', async () => {
    const evil = { givenName: 'URGENT: https://evil.example/login Ann', familyName: 'Lee\u202e\nBcc: eve@evil.example' }
    const { status, body } = await post({ schemas: [USER_URN], userName: name(), name: evil })
    expect([status, body.name]).toEqual([201, { givenName: 'URGENT: Ann', familyName: 'Lee Bcc: eve@' }])
    const put = await scim('PUT', `/Users/${body.id}`, { schemas: [USER_URN], userName: body.userName, name: evil })
    expect([put.status, put.body.name]).toEqual([200, body.name])
  })

  it('make a user of everything a provider tells, and tell it again', async () => {
    const userName = name()
    const told = {
      externalId: '00ujl29u0le5T6Aj10h7',
      userName,
      name: { givenName: 'Barbara', familyName: 'Jensen', formatted: 'Ms. Barbara J Jensen', honorificPrefix: 'Ms.' },
      displayName: 'Babs Jensen',
      nickName: 'Babs',
      title: 'Tour Guide',
      preferredLanguage: 'en-US',
      locale: 'de-AT',
      timezone: 'Europe/Vienna',
      active: true,
      emails: [
        { value: userName, type: 'work', primary: true },
        { value: 'babs@jensen.org', type: 'home' },
      ],
      phoneNumbers: [{ value: '+43 1 555', type: 'work' }],
      addresses: [{ type: 'work', locality: 'Vienna', country: 'AT' }],
      [ENTERPRISE_URN]: { department: 'Tours', manager: { value: 'boss' } },
      'urn:acme:params:1.0:Badge': { color: 'red', levels: [1, 2] },
    }
    const { status, body, headers } = await post({ schemas: [USER_URN, ENTERPRISE_URN], ...told, password: 'secret' })
    expect(status).toBe(201)
    expect(body).toEqual({
      ...told,
      schemas: expect.arrayContaining([USER_URN, ENTERPRISE_URN, PARLEY_URN, 'urn:acme:params:1.0:Badge']),
      id: expect.any(String),
      groups: [],
      [PARLEY_URN]: { roleUUID: roles.SALES_REP },
      meta: expect.objectContaining({ resourceType: 'User', version: headers.etag, location: headers.location }),
    })
    expect(headers.location).toBe(`http://parley.test/v2/scim/Users/${body.id}`)
    expect((await scim('GET', `/Users/${body.id}`)).body).toEqual(body)
    const users = await call(world.app, world.org, 'GET', '/organizations/users')
    expect(users.body.data).toContainEqual(
      expect.objectContaining({ uuid: body.id, email: userName, firstName: 'Barbara', lastName: 'Jensen' }),
    )
  })

  it('take names in any case, booleans as text, no schemas, unknown and read-only attributes', async () => {
    const userName = name()
    const { status, body } = await post({
      USERNAME: userName,
      Active: 'False',
      emails: [{ VALUE: userName, primary: 'True' }],
      groups: [{ value: world.teams.north }],
      id: '7',
      meta: { resourceType: 'User' },
      phoneNumbers: null,
      department: 'nowhere',
      unknown: { a: 1 },
    })
    expect([status, body]).toMatchObject([201, { userName, active: false, emails: [{ primary: true }], groups: [] }])
    for (const left of ['phoneNumbers', 'department', 'unknown', 'USERNAME']) expect(body).not.toHaveProperty(left)
    expect(body.id).not.toBe('7')
  })

  it('take a body whose media type nobody tells', async () => {
    const userName = name()
    const answer = await world.app.server.inject({
      method: 'POST',
      url: '/v2/scim/Users',
      headers: { authorization: `Bearer ${world.org.key}` },
      payload: JSON.stringify({ userName }),
    })
    expect([answer.statusCode, answer.json().userName]).toEqual([201, userName])
  })

  it('take a userName that is no address, when there is an address', async () => {
    const email = name()
    const { body } = await post({
      userName: 'CORP\\bjensen',
      emails: [
        { value: 'x@home.example', type: 'home' },
        { value: email, type: 'work' },
      ],
    })
    const users = await call(world.app, world.org, 'GET', '/organizations/users')
    expect(users.body.data).toContainEqual(expect.objectContaining({ uuid: body.id, email }))
  })

  it('give the role that an extension for users names, under whatever URN, and tell it there', async () => {
    for (const urn of [PARLEY_URN, 'urn:acme:params:scim:schemas:extension:2.0:User']) {
      const { status, body } = await post({ userName: name(), [urn]: { roleUUID: roles.MANAGER?.toUpperCase(), x: 1 } })
      expect([status, body[urn]]).toEqual([201, { roleUUID: roles.MANAGER, x: 1 }])
      expect(body[PARLEY_URN]).toEqual(urn === PARLEY_URN ? { roleUUID: roles.MANAGER, x: 1 } : undefined)
    }
  })

  it('bring back a deleted user of the same address, with what they did, but neither role nor teams', async () => {
    const userName = name()
    const id = (await post({ userName, [PARLEY_URN]: { roleUUID: roles.ADMIN }, title: 'Boss' })).body.id
    const group = await scim('POST', '/Groups', { displayName: `of ${userName}`, members: [{ value: id }] })
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204)
    const { status, body } = await post({ userName: userName.toUpperCase(), name: { givenName: 'Again' } })
    expect([status, body.id]).toEqual([201, id])
    expect(body).toMatchObject({ active: true, groups: [], [PARLEY_URN]: { roleUUID: roles.SALES_REP } })
    expect(body).not.toHaveProperty('title')
    expect((await scim('GET', `/Groups/${group.body.id}`)).body.members).toEqual([])
  })

  it('give a deleted user’s name to somebody else of another address', async () => {
    const email = name()
    const first = await post({ userName: 'reused', emails: [{ value: email }] })
    await scim('DELETE', `/Users/${first.body.id}`)
    const second = await post({ userName: 'Reused', emails: [{ value: name() }] })
    expect(second.status).toBe(201)
    expect(second.body.id).not.toBe(first.body.id)
  })

  it('give an account of its own to each user with the same email address', async () => {
    const email = name()
    const emails = [{ value: email, type: 'work', primary: true }]
    const [person, admin, other] = [name(), `adm-${name()}`, 'CORP\\svc.Ann'].map((userName) => ({ userName, emails }))
    const made = []
    for (const body of [person, admin, other]) made.push(await post({ ...body }))
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
    // Each shows what the provider sent.
    expect(made.map(({ body }) => body)).toMatchObject([person, admin, other])
    const { body } = await call(world.app, world.org, 'GET', '/organizations/users')
    const addressOf = (id: string) => body.data.find(({ uuid }: { uuid: string }) => uuid === id).email
    const detailed = email.replace('@', '+corp-svc.ann@')
    expect(made.map((one) => addressOf(one.body.id))).toEqual([email, admin?.userName, detailed])
    const found = await scim('GET', '/Users', undefined, { query: { filter: `emails.value eq "${email}"` } })
    expect(found.body.totalResults).toBe(3)
    // A later request of the provider changes no address, also if the email address is free by then.
    await scim('DELETE', `/Users/${made[0]?.body.id}`)
    await world.app.store.owner.query(`update users set email = 'gone-' || email where id = $1`, [made[0]?.body.id])
    const again = await scim('PUT', `/Users/${made[1]?.body.id}`, { ...made[1]?.body, title: 'Admin' })
    expect([again.status, again.body.emails]).toEqual([200, emails])
    const after = await call(world.app, world.org, 'GET', '/organizations/users')
    expect(after.body.data).toContainEqual(expect.objectContaining({ uuid: made[1]?.body.id, email: admin?.userName }))
  })

  it('make one user of eight requests at once', async () => {
    const userName = name()
    const answers = await Promise.all(Array.from({ length: 8 }, () => post({ userName })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
  })

  it('leave an entry in the audit log that names the user', async () => {
    const { body } = await post({ userName: name() })
    const entries = await world.app.store.owner.query(
      `select operation, entity_type from audit_log where entity_id = $1`,
      [body.id],
    )
    expect(entries).toEqual([{ operation: 'createScimUser', entity_type: 'user' }])
  })
})

describe('refuses', () => {
  it('a name or an address that a user has already, without regard to case, and makes nothing', async () => {
    const userName = name()
    await post({ userName: `n-${userName}`, emails: [{ value: userName }] })
    const before = (await scim('GET', '/Users', undefined, { query: { count: '0' } })).body.totalResults
    for (const body of [
      { userName: `N-${userName}`, emails: [{ value: name() }] },
      { userName: 'BOB@acme.example' },
      // Bob exists without a provider. A second account would separate him from his calls.
      { userName: 'bob', emails: [{ value: 'bob@acme.example' }] },
      { userName: 'bob@ACME.example', emails: [{ value: name() }] },
    ]) {
      const answer = await post(body)
      expect([answer.status, answer.body]).toEqual([409, scimError(409, 'uniqueness')])
    }
    expect((await scim('GET', '/Users', undefined, { query: { count: '0' } })).body.totalResults).toBe(before)
  })

  it('a NUL in it, as a body that is none', async () => {
    const answer = await post({ userName: 'a\u0000@acme.example' })
    expect([answer.status, answer.body]).toEqual([400, scimError(400, 'invalidSyntax')])
  })

  it.each([
    ['no userName', {}],
    ['an empty one', { userName: ' ' }],
    ['one of 321 characters', { userName: `${'x'.repeat(308)}@acme.example` }],
    ['a list', { userName: ['a@b'] }],
    ['a number', { userName: 7 }],
    ['emails that are one', { userName: 'x@acme.example', emails: { value: 'x@acme.example' } }],
    ['a name that is text', { userName: 'x@acme.example', name: 'Babs' }],
    ['no address at all', { userName: 'bjensen' }],
    ['an address that is none', { userName: 'bjensen', emails: [{ value: 'bjensen' }] }],
    ['a first name of 129 characters', { userName: 'long@acme.example', name: { givenName: 'x'.repeat(129) } }],
    ['active that is neither', { userName: 'x@acme.example', active: 'yes' }],
    ['emails that are a number', { userName: 'x@acme.example', emails: [{ value: { a: 1 } }] }],
    ['too many emails', { userName: 'x@acme.example', emails: Array.from({ length: 101 }, () => ({ value: 'x' })) }],
    ['an extension that is text', { userName: 'x@acme.example', 'urn:x:User': 'x' }],
    ['more than is kept', { userName: 'x@acme.example', 'urn:x:User': { a: 'x'.repeat(70_000) } }],
    ['a role that is none', { userName: 'x@acme.example', [PARLEY_URN]: { roleUUID: 'admin' } }],
    ['a role that is a number', { userName: 'x@acme.example', [PARLEY_URN]: { roleUUID: 7 } }],
  ])('%s', async (_, body) => {
    const answer = await post(body)
    expect([answer.status, answer.body]).toEqual([400, scimError(400, 'invalidValue')])
  })

  it('a role of another organization, and two roles at once', async () => {
    const theirs = await call(world.app, world.rivalOrg, 'GET', '/organizations/roles')
    const foreign = { userName: name(), [PARLEY_URN]: { roleUUID: theirs.body.data[0].uuid } }
    const two = { userName: name(), [PARLEY_URN]: { roleUUID: roles.ADMIN }, 'urn:x:User': { roleUUID: roles.MANAGER } }
    for (const body of [foreign, two]) {
      const answer = await post(body)
      expect([answer.status, answer.body]).toEqual([400, scimError(400, 'invalidValue')])
    }
  })

  it.each([
    ['a list', '[]'],
    ['text', '"x"'],
    ['null', 'null'],
    ['nothing', ''],
  ])('a body that is %s', async (_, body) => {
    const answer = await post(body)
    expect([answer.status, answer.body]).toEqual([400, scimError(400, 'invalidSyntax')])
  })

  it('a body of another type, or too large', async () => {
    const other = await scim('POST', '/Users', 'x', { headers: { 'content-type': 'text/plain' } })
    expect([other.status, other.body]).toEqual([415, scimError(415)])
    const large = await post({ userName: name(), nickName: 'x'.repeat(2_000_000) })
    expect([large.status, large.body]).toEqual([413, scimError(413)])
  })
})

describe('who may', () => {
  guardsScim(
    () => world,
    (caller) => scim('POST', '/Users', { userName: name() }, { caller: caller ?? 'nobody' }),
  )

  it('makes users of the same name in another organization', async () => {
    const userName = name()
    for (const caller of [world.org, world.rivalOrg]) {
      expect((await scim('POST', '/Users', { userName }, { caller })).status).toBe(201)
    }
  })
})
