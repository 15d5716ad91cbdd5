import { beforeAll, describe, expect, it } from 'vitest'
import { guardsScim, makeGroup, scimError, scimOf } from '../../../../testing/scim.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await makeGroup(world, 'Guides of the north', [world.bob.userId ?? ''])
  await makeGroup(world, 'Guides of the south')
})
const scim = scimOf(() => world)
const search = (body: unknown) => scim('POST', '/Groups/.search', body)

describe('does', () => {
  it.each<[Record<string, string | number>]>([
    [{}],
    [{ filter: 'displayName sw "guides"', sortBy: 'displayName', count: 1 }],
  ])('answer %j as the list request does', async (given) => {
    const query = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
    const listed = await scim('GET', '/Groups', undefined, { query })
    const found = await search(given)
    expect([found.status, found.body]).toEqual([200, listed.body])
  })

  it('load members only if they are requested', async () => {
    const given = { filter: 'displayName eq "Guides of the north"' }
    expect((await search(given)).body.Resources[0].members).toMatchObject([{ value: world.bob.userId }])
    expect((await search({ ...given, excludedAttributes: ['members'] })).body.Resources[0].members).toBeUndefined()
  })
})

describe('refuses', () => {
  it('a filter that is none', async () => {
    const answer = await search({ filter: 'displayName' })
    expect([answer.status, answer.body]).toEqual([400, scimError(400, 'invalidFilter')])
  })
})

describe('who may', () => {
  guardsScim(
    () => world,
    (caller) => scim('POST', '/Groups/.search', {}, { caller: caller ?? 'nobody' }),
  )
})
