/** What Okta sends to a SCIM 2.0 service, request by request, after the examples of its reference and its test suite. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../src/testing/call.ts'
import { GROUP_URN, LIST_URN, PATCH_URN, scimError, scimOf, USER_URN } from '../src/testing/scim.ts'
import { createWorld, type World } from '../src/testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const okta = { accept: 'application/scim+json', 'user-agent': 'Okta SCIM Client 1.0.0' }
const scim = scimOf(() => world)
const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown, query = {}) =>
  scim(method, path, body, { headers: { ...okta, authorization: `Bearer ${world.org.key}` }, query })

/** A user as Okta makes one. */
const account = (name: string) => ({
  schemas: [USER_URN],
  userName: `${name}@okta.example`,
  name: { givenName: 'Test', familyName: 'User' },
  emails: [{ primary: true, value: `${name}@okta.example`, type: 'work' }],
  displayName: 'Test User',
  locale: 'en-US',
  externalId: `00ujl29u0le5T6Aj-${name}`,
  groups: [],
  password: '1mz050nq',
  active: true,
})

describe('users', () => {
  it('live through assignment, profile push, deactivation and reactivation', async () => {
    const { password, ...told } = account('life')
    const filter = { filter: `userName eq "${told.userName}"`, startIndex: '1', count: '100' }
    const nobody = await send('GET', '/Users', undefined, filter)
    expect(nobody.headers['content-type']).toBe('application/scim+json; charset=utf-8')
    expect(nobody.body).toEqual({
      schemas: [LIST_URN],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    })

    const made = await send('POST', '/Users', { ...told, password })
    expect([made.status, made.body]).toMatchObject([201, { ...told, schemas: expect.arrayContaining([USER_URN]) }])
    const { id } = made.body
    expect((await send('POST', '/Users', { ...told, password })).body).toEqual(scimError(409, 'uniqueness'))
    expect((await send('GET', '/Users', undefined, filter)).body.Resources).toEqual([made.body])
    expect((await send('GET', `/Users/${id}`)).body).toEqual(made.body)

    // A profile push reads the user, changes it and writes all of it back.
    const pushed = { ...made.body, name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' } }
    const replaced = await send('PUT', `/Users/${id}`, pushed)
    expect([replaced.status, replaced.body.name]).toEqual([200, pushed.name])

    const off = { schemas: [PATCH_URN], Operations: [{ op: 'replace', value: { active: false } }] }
    expect((await send('PATCH', `/Users/${id}`, off)).body).toMatchObject({ active: false, name: pushed.name })
    const users = await call(world.app, world.org, 'GET', '/organizations/users')
    expect(users.body.data.map(({ uuid }: { uuid: string }) => uuid)).not.toContain(id)
    const on = { schemas: [PATCH_URN], Operations: [{ op: 'replace', value: { active: true } }] }
    expect((await send('PATCH', `/Users/${id}`, on)).body).toMatchObject({ active: true, name: pushed.name })
    expect((await send('PUT', `/Users/${id}`, { ...pushed, active: false })).body.active).toBe(false)
  })

  it('are found among those who were here before, and taken over', async () => {
    const query = { filter: 'userName eq "mark@acme.example"', startIndex: '1', count: '100' }
    const [found] = (await send('GET', '/Users', undefined, query)).body.Resources
    expect(found.id).toBe(world.mark.userId)
    const taken = await send('PUT', `/Users/${found.id}`, { ...found, externalId: '00u-mark', displayName: 'Mark' })
    expect([taken.status, taken.body]).toMatchObject([
      200,
      { externalId: '00u-mark', displayName: 'Mark', active: true },
    ])
  })

  it('are imported page by page', async () => {
    const seen: string[] = []
    for (let startIndex = 1; ; startIndex += 2) {
      const { body } = await send('GET', '/Users', undefined, { startIndex: String(startIndex), count: '2' })
      seen.push(...body.Resources.map(({ id }: { id: string }) => id))
      if (seen.length >= body.totalResults) break
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toContain(world.bob.userId)
  })

  it('who are not there are 404 in the words of SCIM', async () => {
    const answer = await send('GET', '/Users/00919288221112222')
    expect([answer.status, answer.body]).toEqual([404, scimError(404)])
  })
})

describe('push groups', () => {
  let users: { value: string; display: string }[]
  beforeAll(async () => {
    users = []
    for (const name of ['g1', 'g2', 'g3']) {
      const { body } = await send('POST', '/Users', account(name))
      users.push({ value: body.id, display: body.userName })
    }
  })
  const members = async (id: string) =>
    (await send('GET', `/Groups/${id}`)).body.members.map(({ value }: { value: string }) => value)

  it('by PATCH: pushed, members removed and added, renamed, ended', async () => {
    const [one, two, three] = users
    expect((await send('GET', '/Groups', undefined, { startIndex: '1', count: '100' })).status).toBe(200)
    const made = await send('POST', '/Groups', { schemas: [GROUP_URN], displayName: 'Test SCIMv2', members: [one] })
    expect([made.status, made.body]).toMatchObject([
      201,
      { displayName: 'Test SCIMv2', members: [{ value: one?.value }] },
    ])
    const { id } = made.body
    const patch = (...Operations: unknown[]) => send('PATCH', `/Groups/${id}`, { schemas: [PATCH_URN], Operations })

    await patch(
      { op: 'remove', path: `members[value eq "${one?.value}"]` },
      { op: 'add', path: 'members', value: [two, three] },
    )
    expect(await members(id)).toEqual([two?.value, three?.value])
    const renamed = await patch({ op: 'replace', value: { id, displayName: 'Test SCIMv2 renamed' } })
    expect(renamed.body.displayName).toBe('Test SCIMv2 renamed')
    await patch({ op: 'replace', path: 'members', value: [one, three] })
    expect(await members(id)).toEqual([one?.value, three?.value])
    expect((await send('GET', `/Users/${one?.value}`)).body.groups).toEqual([
      { value: id, display: 'Test SCIMv2 renamed' },
    ])
    expect((await send('DELETE', `/Groups/${id}`)).status).toBe(204)
    expect((await send('GET', `/Groups/${id}`)).status).toBe(404)
  })

  it('by PUT: the whole group each time', async () => {
    const made = await send('POST', '/Groups', { schemas: [GROUP_URN], displayName: 'Put SCIMv2', members: [] })
    const { id } = made.body
    for (const wanted of [users.slice(0, 2), users.slice(1), [], users]) {
      const body = { schemas: [GROUP_URN], id, displayName: 'Put SCIMv2', members: wanted }
      expect((await send('PUT', `/Groups/${id}`, body)).status).toBe(200)
      expect(await members(id)).toEqual(wanted.map(({ value }) => value))
    }
  })

  it('find a group by its name, and a repeated push is told of it', async () => {
    const body = { schemas: [GROUP_URN], displayName: 'Repeated', members: users }
    const { id } = (await send('POST', '/Groups', body)).body
    expect((await send('POST', '/Groups', body)).body).toEqual(scimError(409, 'uniqueness'))
    const found = await send('GET', '/Groups', undefined, { filter: 'displayName eq "Repeated"' })
    expect(found.body.Resources.map((one: { id: string }) => one.id)).toEqual([id])
  })
})
