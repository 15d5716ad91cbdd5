import { beforeAll, describe, expect, it } from 'vitest'
import { guardsScim, LIST_URN, scimError, scimOf } from '../../../../testing/scim.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  const body = { displayName: 'ACME\\Ops', externalId: 'Ext-1', 'urn:acme:1.0:Group': { color: 'red' } }
  await scim('POST', '/Groups', { ...body, members: [{ value: world.bob.userId }] })
})
const scim = scimOf(() => world)
const list = (query: Record<string, string> = {}) => scim('GET', '/Groups', undefined, { query })
const names = (body: { Resources: { displayName: string }[] }) => body.Resources.map(({ displayName }) => displayName)

describe('does', () => {
  it('tell all groups with their members, as a list response', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body).toMatchObject({ schemas: [LIST_URN], totalResults: 4, startIndex: 1, itemsPerPage: 4 })
    for (const one of body.Resources) expect(one).toEqual((await scim('GET', `/Groups/${one.id}`)).body)
    expect(names(body)).toEqual(['Sales', 'Sales North', 'Support', 'ACME\\Ops'])
  })

  it.each([
    ['displayName eq "SALES"', ['Sales']],
    ['displayName eq "acme\\\\ops"', ['ACME\\Ops']],
    ['displayName eq "acme\\ops"', ['ACME\\Ops']],
    ['displayName sw "sales"', ['Sales', 'Sales North']],
    ['externalId eq "Ext-1"', ['ACME\\Ops']],
    ['externalId eq "ext-1"', []],
    ['externalId pr or displayName co "North"', ['Sales North', 'ACME\\Ops']],
    ['members pr and not (displayName sw "s")', ['ACME\\Ops']],
    ['members.display eq "carol@acme.example"', ['Support']],
    ['urn:acme:1.0:Group:color eq "red"', ['ACME\\Ops']],
    ['members eq "nobody"', []],
    ['displayName eq "none"', []],
  ])('filter: %s', async (filter, found) => {
    const { body } = await list({ filter, excludedAttributes: 'members' })
    expect([names(body), body.totalResults]).toEqual([found, found.length])
    for (const one of body.Resources) expect(one).not.toHaveProperty('members')
  })

  it('filter by members and ids', async () => {
    for (const filter of [
      `members eq "${world.bob.userId}"`,
      `members.value eq "${world.bob.userId?.toUpperCase()}"`,
      `members[value eq "${world.bob.userId}"]`,
    ]) {
      expect(names((await list({ filter })).body)).toEqual(['Sales North', 'ACME\\Ops'])
    }
    const both = `id eq "${world.teams.north}" and members eq "${world.bob.userId}"`
    expect(names((await list({ filter: both, attributes: 'displayName' })).body)).toEqual(['Sales North'])
    const neither = `id eq "${world.teams.north}" and members eq "${world.mark.userId}"`
    expect((await list({ filter: neither })).body).toMatchObject({ totalResults: 0, Resources: [] })
  })

  it('page and sort', async () => {
    const query = { sortBy: 'displayName', sortOrder: 'descending', startIndex: '2', count: '2' }
    const { body } = await list(query)
    expect(body).toMatchObject({ totalResults: 4, startIndex: 2, itemsPerPage: 2 })
    expect(names(body)).toEqual(['Sales North', 'Sales'])
    expect(names((await list({ startIndex: '4' })).body)).toEqual(['ACME\\Ops'])
    expect((await list({ count: '0' })).body).toMatchObject({ totalResults: 4, Resources: [] })
  })

  it('leave out archived teams', async () => {
    const own = await createWorld(world.app)
    await own.app.store.owner.query('update teams set archived_at = now() where id = $1', [own.teams.support])
    const { body } = await scimOf(() => own)('GET', '/Groups')
    expect([names(body), body.totalResults]).toEqual([['Sales', 'Sales North'], 2])
  })
})

describe('refuses', () => {
  it('a filter that is none', async () => {
    const answer = await list({ filter: 'displayName eq' })
    expect([answer.status, answer.body]).toEqual([400, scimError(400, 'invalidFilter')])
  })
})

describe('who may', () => {
  guardsScim(
    () => world,
    (caller) => scim('GET', '/Groups', undefined, { caller: caller ?? 'nobody' }),
  )

  it('sees the groups of its own organization alone', async () => {
    for (const query of [{}, { filter: `members eq "${world.bob.userId}"` }, { filter: 'displayName pr' }]) {
      const { body } = await scim('GET', '/Groups', undefined, { query, caller: world.rivalOrg })
      expect(body).toMatchObject({ totalResults: 0, Resources: [] })
    }
  })
})
