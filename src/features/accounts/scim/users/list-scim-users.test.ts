import { beforeAll, describe, expect, it } from 'vitest'
import { ENTERPRISE_URN, guardsScim, LIST_URN, makeUser, scimError, scimOf } from '../../../../testing/scim.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World
let zoe: string
beforeAll(async () => {
  world = await createWorld()
  zoe = await makeUser(world, {
    userName: 'ZOE@acme.example',
    externalId: 'Ext-1',
    name: { givenName: 'Zoé', familyName: 'Österreich' },
    title: 'Guide',
    emails: [
      { value: 'Zoe@acme.example', type: 'work', primary: true },
      { value: 'zoe@home.example', type: 'home' },
    ],
    [ENTERPRISE_URN]: { department: 'Tours', manager: { value: world.alice.userId } },
  })
})
const scim = scimOf(() => world)
const list = (query: Record<string, string> = {}) => scim('GET', '/Users', undefined, { query })
const names = async (filter: string, more: Record<string, string> = {}): Promise<string[]> => {
  const { status, body } = await list({ filter, ...more })
  expect(status).toBe(200)
  expect([body.totalResults, body.itemsPerPage]).toEqual([body.Resources.length, body.Resources.length])
  return body.Resources.map((one: { userName: string }) => one.userName.split('@')[0])
}

describe('does', () => {
  it('tell all users as a list response, in the order of their ids', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body).toEqual({
      schemas: [LIST_URN],
      totalResults: 5,
      startIndex: 1,
      itemsPerPage: 5,
      Resources: expect.any(Array),
    })
    const ids = body.Resources.map((one: { id: string }) => one.id)
    expect(ids).toEqual(ids.toSorted())
    for (const one of body.Resources) expect(one).toEqual((await scim('GET', `/Users/${one.id}`)).body)
  })

  it('page', async () => {
    const pages = [
      await list({ startIndex: '0', count: '2' }),
      await list({ startIndex: '3', count: '2' }),
      await list({ startIndex: '5', count: '2' }),
      await list({ startIndex: '6', count: '2' }),
    ]
    expect(pages.map(({ body }) => [body.totalResults, body.startIndex, body.itemsPerPage])).toEqual([
      [5, 1, 2],
      [5, 3, 2],
      [5, 5, 1],
      [5, 6, 0],
    ])
    const ids = pages.flatMap(({ body }) => body.Resources.map((one: { id: string }) => one.id))
    expect(new Set(ids).size).toBe(5)
    for (const count of ['0', '-1']) {
      expect((await list({ count })).body).toMatchObject({ totalResults: 5, itemsPerPage: 0, Resources: [] })
    }
  })

  it.each([
    ['userName eq "zoe@ACME.example"', ['ZOE']],
    ['userName eq "BOB@acme.example"', ['bob']],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "bob@acme.example"', ['bob']],
    ['userName eq "nobody"', []],
    ['userName eq "zoe@acme.example\\u0000"', []],
    ['externalId eq "Ext-1"', ['ZOE']],
    ['externalId eq "ext-1"', []],
    ['id eq "not an id"', []],
    ['emails eq "ZOE@acme.example"', ['ZOE']],
    ['emails.value eq "zoe@HOME.example"', ['ZOE']],
    ['emails[type eq "work"].value eq "bob@acme.example"', ['bob']],
    ['emails[type eq "home"].value eq "zoe@acme.example"', []],
    ['emails[type eq "home" and value co "home"]', ['ZOE']],
    ['userName sw "z" or userName eq "bob@acme.example"', ['bob', 'ZOE']],
    ['userName eq "zoe@acme.example" and active eq false', []],
    ['userName eq "zoe@acme.example" and not (title eq "x")', ['ZOE']],
    ['name.familyName eq "öSTERREICH"', ['ZOE']],
    ['displayName co "zoé öst"', ['ZOE']],
    ['title pr', ['ZOE']],
    ['manager pr', ['ZOE']],
    [`${ENTERPRISE_URN}:department eq "tours"`, ['ZOE']],
    ['groups.display eq "support"', ['carol']],
    ['not (userName co "a") and active eq true', []],
    ['unknown eq "x"', []],
  ])('filter: %s', async (filter, found) => {
    expect(await names(filter)).toEqual(found)
  })

  it('filter by ids and by the groups’ ids', async () => {
    expect(await names(`id eq "${zoe}"`)).toEqual(['ZOE'])
    expect(await names(`id eq "${world.bob.userId}" or id eq "${zoe}"`)).toEqual(['bob', 'ZOE'])
    expect(await names(`groups[value eq "${world.teams.sales}"]`)).toEqual(['mark'])
    expect(await names(`id eq "${zoe}" and manager eq "${world.alice.userId}"`)).toEqual(['ZOE'])
    expect(await names('meta.lastModified gt "2020-01-01T00:00:00Z" and title pr')).toEqual(['ZOE'])
    expect(await names('meta.lastModified lt "2020-01-01T00:00:00Z"')).toEqual([])
  })

  it('sort, with those who have no value at the end, and page what is sorted', async () => {
    const sorted = async (query: Record<string, string>) =>
      (await list(query)).body.Resources.map((one: { userName: string }) => one.userName.split('@')[0])
    expect(await sorted({ sortBy: 'userName' })).toEqual(['alice', 'bob', 'carol', 'mark', 'ZOE'])
    expect(await sorted({ sortBy: 'userName', sortOrder: 'descending', startIndex: '2', count: '2' })).toEqual([
      'mark',
      'carol',
    ])
    expect((await sorted({ sortBy: 'title' }))[0]).toBe('ZOE')
    expect((await sorted({ sortBy: 'title', sortOrder: 'descending' })).at(-1)).toBe('ZOE')
  })

  it('tell what is asked for, of what is filtered', async () => {
    const query = { filter: 'title pr', attributes: 'userName,meta.location' }
    const { id, ...others } = (await list(query)).body.Resources[0]
    expect(others).toEqual({
      schemas: expect.any(Array),
      userName: 'ZOE@acme.example',
      meta: { location: `http://parley.test/v2/scim/Users/${id}` },
    })
  })
})

describe('refuses', () => {
  it.each(['userName', 'userName eq', 'userName is "x"', 'eq', '((', 'active gt true', 'userName eq "x', '\u0000'])(
    'the filter %j',
    async (filter) => {
      const answer = await list({ filter })
      expect([answer.status, answer.body]).toEqual([400, scimError(400, 'invalidFilter')])
    },
  )

  it.each([{ count: 'x' }, { startIndex: '' }, { sortOrder: 'up' }, { attributes: 'x'.repeat(301) }])(
    '%j',
    async (query) => {
      const answer = await list(query)
      expect([answer.status, answer.body]).toEqual([400, scimError(400, 'invalidValue')])
    },
  )
})

describe('who may', () => {
  guardsScim(
    () => world,
    (caller) => scim('GET', '/Users', undefined, { caller: caller ?? 'nobody' }),
  )

  it('sees the users of its own organization alone', async () => {
    for (const query of [{}, { filter: `id eq "${zoe}" or userName sw "m"` }]) {
      const { body } = await scim('GET', '/Users', undefined, { query, caller: world.rivalOrg })
      expect(body.Resources.map((one: { userName: string }) => one.userName)).toEqual(['mallory@rival.example'])
      expect(body.totalResults).toBe(1)
    }
  })
})
