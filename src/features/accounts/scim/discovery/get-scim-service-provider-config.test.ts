import { beforeAll, describe, expect, it } from 'vitest'
import { guardsScim, scimError, scimOf } from '../../../../testing/scim.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const scim = scimOf(() => world)

describe('does', () => {
  it('tell what there is, as RFC 7643, section 5 has it', async () => {
    const { status, body } = await scim('GET', '/ServiceProviderConfig')
    expect(status).toBe(200)
    expect(body).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: 500 },
      changePassword: { supported: false },
      sort: { supported: true },
      etag: { supported: true },
      authenticationSchemes: [expect.objectContaining({ type: 'oauthbearertoken', primary: true })],
      meta: {
        resourceType: 'ServiceProviderConfig',
        location: 'http://parley.test/v2/scim/ServiceProviderConfig',
      },
    })
  })
})

describe('refuses', () => {
  it('a filter', async () => {
    const answer = await scim('GET', '/ServiceProviderConfig', undefined, { query: { filter: 'patch pr' } })
    expect([answer.status, answer.body]).toEqual([403, scimError(403)])
  })

  it.each(['/ServiceProviderConfig', '/ServiceProviderConfigs', '/Schemas', '/ResourceTypes'])(
    'a POST to %s, whatever is in it, with 405',
    async (path) => {
      for (const options of [{}, { headers: { 'content-type': 'text/plain' } }]) {
        const answer = await scim('POST', path, 'not JSON', options)
        expect([answer.status, answer.body, answer.headers.allow]).toEqual([405, scimError(405), 'GET'])
      }
    },
  )

  it('what SCIM does not have here, in its own words', async () => {
    for (const path of ['/Bulk', '/Me', '/users']) {
      const answer = await scim('GET', path)
      expect([answer.status, answer.body]).toEqual([404, scimError(404)])
    }
  })
})

describe('who may', () => {
  guardsScim(
    () => world,
    (caller) => scim('GET', '/ServiceProviderConfig', undefined, { caller: caller ?? 'nobody' }),
  )
})
