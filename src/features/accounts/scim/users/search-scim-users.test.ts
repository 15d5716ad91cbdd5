import { beforeAll, describe, expect, it } from 'vitest'
import { guardsScim, makeUser, scimError, scimOf } from '../../../../testing/scim.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  for (const name of ['zoe', 'yan', 'xia']) {
    await makeUser(world, { userName: `${name}@acme.example`, title: 'Guide', externalId: `ext-${name}` })
  }
})
const scim = scimOf(() => world)
const SEARCH_URN = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'
const search = (body: unknown) => scim('POST', '/Users/.search', body)

describe('does', () => {
  it.each<[Record<string, string | number>]>([
    [{}],
    [{ filter: 'title eq "guide"' }],
    [{ filter: 'title eq "guide"', sortBy: 'userName', sortOrder: 'DESCENDING', startIndex: 2, count: 1 }],
    [{ startIndex: -5, count: 0 }],
    [{ count: 100_000 }],
  ])('answer %j as the list request does', async (given) => {
    const query = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
    const listed = await scim('GET', '/Users', undefined, { query })
    const found = await search({ schemas: [SEARCH_URN], ...given })
    expect(found.status).toBe(200)
    expect(found.body).toEqual(listed.body)
  })

  it('take names of attributes as lists', async () => {
    const given = { filter: 'externalId eq "ext-zoe"', attributes: ['userName', 'name'] }
    expect((await search(given)).body.Resources).toEqual([
      { schemas: expect.any(Array), id: expect.any(String), userName: 'zoe@acme.example' },
    ])
    const [one] = (await search({ filter: given.filter, excludedAttributes: ['title', 'meta'] })).body.Resources
    expect([one.title, one.meta, one.externalId]).toEqual([undefined, undefined, 'ext-zoe'])
  })

  it('take a filter that is too long for an address', async () => {
    const ids = Array.from({ length: 130 }, (_, at) => `externalId eq "${'x'.repeat(100)}${at}"`)
    const { status, body } = await search({ filter: [...ids, 'externalId eq "ext-yan"'].join(' or '), count: 5 })
    expect([status, body.totalResults]).toEqual([200, 1])
  })
})

describe('refuses', () => {
  it.each<[unknown, string | undefined]>([
    [{ filter: 'title zz "guide"' }, 'invalidFilter'],
    [{ filter: 5 }, 'invalidValue'],
    [{ startIndex: 'first' }, 'invalidValue'],
    [{ attributes: 'userName' }, 'invalidValue'],
    [{ sortOrder: 'sideways' }, 'invalidValue'],
    [[], 'invalidSyntax'],
  ])('%j', async (given, scimType) => {
    const answer = await search(given)
    expect([answer.status, answer.body]).toEqual([400, scimError(400, scimType)])
  })
})

describe('who may', () => {
  guardsScim(
    () => world,
    (caller) => scim('POST', '/Users/.search', {}, { caller: caller ?? 'nobody' }),
  )

  it('sees nobody of another organization', async () => {
    const { body } = await scim('POST', '/Users/.search', { filter: 'title pr' }, { caller: world.mallory })
    expect([body.totalResults, body.Resources]).toEqual([0, []])
  })
})
