import { beforeAll, describe, expect, it } from 'vitest'
import { scimError, scimOf } from '../../../../testing/scim.ts'
import { unauthorized } from '../../../../testing/unauthorized.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const scim = scimOf(() => world)

describe('does', () => {
  it('tell the user of the key, with the permanent address', async () => {
    const { status, body, headers } = await scim('GET', '/Me', undefined, { caller: world.alice })
    const path = `/Users/${world.alice.userId}`
    expect([status, body]).toEqual([200, (await scim('GET', path)).body])
    expect(headers.location).toBe(`http://parley.test/v2/scim${path}`)
    const known = { 'if-none-match': String(headers.etag) }
    expect((await scim('GET', '/Me', undefined, { caller: world.alice, headers: known })).status).toBe(304)
  })

  it('tell what is asked for, and no more', async () => {
    const query = { attributes: 'userName' }
    const { body } = await scim('GET', '/Me', undefined, { caller: world.alice, query })
    expect(Object.keys(body)).toEqual(['schemas', 'id', 'userName'])
  })
})

describe('refuses', () => {
  it('an org-level key, which belongs to no user', async () => {
    const answer = await scim('GET', '/Me')
    expect([answer.status, answer.body]).toEqual([404, scimError(404)])
  })
})

describe('who may', () => {
  it('is no one without a key, and no other role', async () => {
    const nobody = await scim('GET', '/Me', undefined, { caller: 'nobody' })
    expect([nobody.status, nobody.body]).toEqual([401, unauthorized('scim')])
    for (const caller of [world.mark, world.bob]) {
      const answer = await scim('GET', '/Me', undefined, { caller })
      expect([answer.status, answer.body]).toEqual([403, scimError(403)])
    }
  })

  it('is an admin of another organization for themselves only', async () => {
    const { body } = await scim('GET', '/Me', undefined, { caller: world.mallory })
    expect(body.id).toBe(world.mallory.userId)
  })
})
