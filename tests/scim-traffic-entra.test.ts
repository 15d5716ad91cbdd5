/** What Entra ID sends to a SCIM 2.0 service, request by request, after the examples of its documentation. */
import { beforeAll, describe, expect, it } from 'vitest'
import { ENTERPRISE_URN, GROUP_URN, PATCH_URN, scimError, scimOf, USER_URN } from '../src/testing/scim.ts'
import { createWorld, type World } from '../src/testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const scim = scimOf(() => world)
const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown, query = {}) =>
  scim(method, path, body, { headers: { authorization: `Bearer ${world.org.key}` }, query })
const patch = (path: string, ...Operations: unknown[]) => send('PATCH', path, { schemas: [PATCH_URN], Operations })

/** A user as Entra ID makes one, with null for what the directory does not know. */
const account = (name: string) => ({
  schemas: [USER_URN, ENTERPRISE_URN],
  externalId: name,
  userName: `${name}@contoso.example`,
  active: true,
  addresses: null,
  displayName: 'Joy Young',
  emails: [{ type: 'work', value: `${name}@contoso.example`, primary: true }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Joy Young', familyName: 'Young', givenName: 'Joy' },
  phoneNumbers: null,
  preferredLanguage: null,
  roles: [],
  title: null,
  department: null,
  manager: null,
})
const make = async (name: string) => (await send('POST', '/Users', account(name))).body.id

describe('users', () => {
  it('the test of the connection: nobody has a random name', async () => {
    const filter = 'userName eq "a7f3c3c6-6d1f-4d0a-9d4e-5e1f1a6e2f11"'
    const { status, body } = await send('GET', '/Users', undefined, { filter })
    expect([status, body]).toMatchObject([200, { totalResults: 0, Resources: [] }])
  })

  it('are made, and found by the attribute they are matched by', async () => {
    const { status, body } = await send('POST', '/Users', account('jyoung'))
    expect(status).toBe(201)
    expect(body).toMatchObject({
      externalId: 'jyoung',
      userName: 'jyoung@contoso.example',
      name: { formatted: 'Joy Young', familyName: 'Young', givenName: 'Joy' },
      emails: [{ type: 'work', value: 'jyoung@contoso.example', primary: true }],
    })
    for (const left of ['addresses', 'title', 'manager', 'department']) expect(body).not.toHaveProperty(left)
    for (const filter of [
      'externalId eq "jyoung"',
      'userName eq "JYoung@contoso.example"',
      'emails[type eq "work"].value eq "jyoung@contoso.example"',
    ]) {
      const found = await send('GET', '/Users', undefined, { filter })
      expect([filter, found.body.Resources.map((one: { id: string }) => one.id)]).toEqual([filter, [body.id]])
    }
    expect((await send('POST', '/Users', account('jyoung'))).body).toEqual(scimError(409, 'uniqueness'))
  })

  it('are changed attribute by attribute, with capitalized words', async () => {
    const id = await make('single')
    const { body } = await patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'displayName', value: 'Pvlo' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'TestBcwqnm@test.microsoft.example' },
      { op: 'Replace', path: 'name.givenName', value: 'Gtfd' },
      { op: 'Replace', path: 'name.familyName', value: 'Pkqf' },
      { op: 'Replace', path: 'externalId', value: 'Eqpj' },
      { op: 'Replace', path: `${ENTERPRISE_URN}:employeeNumber`, value: 'Eqpj' },
      { op: 'Add', path: 'nickName', value: 'Babs' },
      { op: 'Add', path: 'title', value: [{ $ref: null, value: 'Engineer' }] },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 555' },
      { op: 'Add', path: 'addresses[type eq "work"].country', value: 'AT' },
      { op: 'Add', path: `${ENTERPRISE_URN}:manager`, value: world.alice.userId },
    )
    expect(body).toMatchObject({
      displayName: 'Pvlo',
      emails: [{ type: 'work', value: 'TestBcwqnm@test.microsoft.example', primary: true }],
      name: { formatted: 'Joy Young', givenName: 'Gtfd', familyName: 'Pkqf' },
      externalId: 'Eqpj',
      nickName: 'Babs',
      title: 'Engineer',
      phoneNumbers: [{ type: 'mobile', value: '+1 555' }],
      addresses: [{ type: 'work', country: 'AT' }],
      [ENTERPRISE_URN]: { employeeNumber: 'Eqpj', manager: { value: world.alice.userId } },
    })
  })

  it('are changed in one operation without a path, whose keys are paths (aadOptscim062020)', async () => {
    const id = await make('multiple')
    const { body } = await patch(
      `/Users/${id}`,
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'TestMhvaes@test.microsoft.example' },
      {
        op: 'replace',
        value: {
          displayName: 'Bjfe',
          'name.givenName': 'Kkom',
          'name.familyName': 'Unua',
          [`${ENTERPRISE_URN}:employeeNumber`]: 'Aklq',
        },
      },
    )
    expect(body).toMatchObject({
      displayName: 'Bjfe',
      name: { givenName: 'Kkom', familyName: 'Unua' },
      emails: [{ value: 'TestMhvaes@test.microsoft.example' }],
      [ENTERPRISE_URN]: { employeeNumber: 'Aklq' },
    })
  })

  it.each([
    ['as text', { op: 'Replace', path: 'active', value: 'False' }],
    ['as a boolean', { op: 'replace', path: 'active', value: false }],
    ['without a path', { op: 'Replace', value: { active: 'False' } }],
    ['as a list', { op: 'Add', path: 'active', value: [{ $ref: null, value: 'False' }] }],
  ])('are disabled %s, and enabled again', async (kind, operation) => {
    const id = await make(`disabled-${kind.replaceAll(' ', '-')}`)
    expect((await patch(`/Users/${id}`, operation)).body.active).toBe(false)
    expect((await send('GET', `/Users/${id}`)).body.active).toBe(false)
    const { body } = await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' })
    expect(body.active).toBe(true)
  })

  it('have their manager looked up and changed', async () => {
    const id = await make('managed')
    const manager = `id eq "${id}" and manager eq "${world.mark.userId}"`
    const has = async () =>
      (await send('GET', '/Users', undefined, { filter: manager, attributes: 'id' })).body.totalResults
    expect(await has()).toBe(0)
    const value = [{ $ref: `http://parley.test/v2/scim/Users/${world.mark.userId}`, value: world.mark.userId }]
    await patch(`/Users/${id}`, { op: 'Add', path: 'manager', value })
    expect(await has()).toBe(1)
    await patch(`/Users/${id}`, { op: 'Remove', path: `${ENTERPRISE_URN}:manager` })
    expect(await has()).toBe(0)
  })

  it('are deleted, and made again under the same name', async () => {
    const id = await make('again')
    expect((await send('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await send('GET', `/Users/${id}`)).status).toBe(404)
    expect((await send('POST', '/Users', account('again'))).status).toBe(201)
  })
})

describe('groups', () => {
  it('live: made without members, found, renamed, filled, emptied, deleted', async () => {
    const made = await send('POST', '/Groups', {
      schemas: [GROUP_URN, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'displayName',
      meta: { resourceType: 'Group' },
    })
    expect([made.status, made.body]).toMatchObject([201, { displayName: 'displayName', members: [] }])
    const { id } = made.body
    const path = `/Groups/${id}`
    const without = { excludedAttributes: 'members' }
    expect((await send('GET', path, undefined, without)).body).not.toHaveProperty('members')
    const filter = { ...without, filter: 'displayName eq "displayName"' }
    expect(
      (await send('GET', '/Groups', undefined, filter)).body.Resources.map((one: { id: string }) => one.id),
    ).toEqual([id])

    await patch(path, { op: 'Replace', path: 'displayName', value: '1879db59updatedDisplayName' })
    const users = [await make('m1'), await make('m2'), await make('m3')]
    const members = async () => (await send('GET', path)).body.members.map(({ value }: { value: string }) => value)
    const listed = (values: string[]) => values.map((value) => ({ $ref: null, value }))
    const added = await patch(path, { op: 'Add', path: 'members', value: listed(users) })
    expect(added.status).toBe(200)
    expect(await members()).toEqual(users)
    for (const user of users) {
      const has = `id eq "${id}" and members eq "${user}"`
      expect((await send('GET', '/Groups', undefined, { ...without, filter: has })).body.totalResults).toBe(1)
    }

    // As it is sent by default, and as it is with aadOptscim062020.
    await patch(path, { op: 'Remove', path: 'members', value: listed(users.slice(0, 1)) })
    expect(await members()).toEqual(users.slice(1))
    await patch(path, { op: 'remove', path: `members[value eq "${users[1]}"]` })
    expect(await members()).toEqual(users.slice(2))
    await patch(path, { op: 'Remove', path: 'members', value: listed(users) })
    expect(await members()).toEqual([])
    expect((await send('GET', path)).body).toMatchObject({ displayName: '1879db59updatedDisplayName' })
    expect((await send('DELETE', path)).status).toBe(204)
  })
})
