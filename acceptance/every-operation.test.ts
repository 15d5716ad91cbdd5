/** What the contract says of all operations together. */
import { expect } from 'vitest'
import { ask, ORG_KEY } from './ask.ts'
import { check } from './check.ts'
import { conversation } from './people.ts'
import { expectError, NOTHING } from './shared-checks.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

check('all.a', 'serves every operation of the contract below /v2', async () => {
  const { body } = await ask('GET', '/openapi.json', { direct: true })
  expect(body.servers[0].url).toMatch(/\/v2$/)
  const served = Object.entries<Record<string, object>>(body.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => METHODS.includes(method))
      .map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(served).toEqual(
    expect.arrayContaining([
      'GET /gi/history',
      'GET /conversations/list',
      'GET /conversations',
      'POST /snippets',
      'POST /knowledge-base/sources',
      'POST /create_deck',
      'PATCH /scorecards/{id}',
      'PUT /scim/Groups/{id}',
      'GET /scim/Groups/{id}',
      'PUT /scim/Users/{id}',
      'PUT /conversations/{id}/linked-crm-records',
      'POST /ask_assistant',
      'POST /conversations/{id}/trigger-native-integration',
      'PUT /teams/{id}/opportunity',
      'GET /library/folders',
      'GET /field-configurations/{id}/items',
      'GET /organizations/users',
      'POST /actions/{action_uuid}/dismiss',
      'DELETE /field-configurations/{id}/items/{itemId}',
      'DELETE /field-configurations/{id}',
    ]),
  )
})

check('all.b', 'accepts the key as the value of Authorization, and after Bearer in any case', async () => {
  for (const key of [ORG_KEY, `Bearer ${ORG_KEY}`, `bearer ${ORG_KEY}`, `BEARER  ${ORG_KEY}`]) {
    expect((await ask('GET', '/conversations?size=1', { key })).status).toBe(200)
  }
})

check('all.f', 'returns a resource error with id, status, code, title, detail and source', async () => {
  expectError(await ask('GET', `/conversations/${NOTHING}`), 404, '/path/id')
  expectError(await ask('GET', '/conversations?size=x'), 400, '/query/size')
})

check('all.h', 'returns identifiers as strings and timestamps as ISO 8601', async () => {
  const { body } = await ask('GET', `/conversations/${await conversation()}`)
  expect(body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  for (const at of [body.attributes.createdAt, body.attributes.liveStreamStartedAt]) {
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  }
})

check('all.i', 'describes itself with the version of the contract', async () => {
  const { body } = await ask('GET', '/openapi.json', { direct: true })
  expect([body.openapi, body.info.version]).toEqual(['3.1.0', '1.8.0'])
})
