import { beforeAll, describe, expect, it } from 'vitest'
import { guardsScim, scimError, scimOf, USER_URN } from '../../../../testing/scim.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const scim = scimOf(() => world)

describe('does', () => {
  it('tell one type, as RFC 7643, section 6 has it', async () => {
    const { status, body } = await scim('GET', '/ResourceTypes/User')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
      id: 'User',
      name: 'User',
      endpoint: '/Users',
      schema: USER_URN,
      meta: { resourceType: 'ResourceType', location: 'http://parley.test/v2/scim/ResourceTypes/User' },
    })
  })
})

describe('refuses', () => {
  it.each(['Device', 'constructor', '%00'])('the unknown type %s', async (name) => {
    const answer = await scim('GET', `/ResourceTypes/${name}`)
    expect([answer.status, answer.body]).toEqual([404, scimError(404)])
  })
})

describe('who may', () => {
  guardsScim(
    () => world,
    (caller) => scim('GET', '/ResourceTypes/Group', undefined, { caller: caller ?? 'nobody' }),
  )
})
