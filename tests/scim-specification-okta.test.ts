/**
 * The sixteen requests of Okta's public test "SCIM 2.0 SPEC Test" (developer.okta.com, Okta-SCIM-20-SPEC-Test.json), in their
 * order and with their numbers. The requests and checks are written anew from that file. Each one depends on those before it.
 */
import { beforeAll, expect, it } from 'vitest'
import { ERROR_URN, LIST_URN, PATCH_URN, USER_URN } from '../src/testing/scim.ts'
import { createWorld, type World } from '../src/testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  // People of the test organization have no names. The test requires an organization whose people have.
  const { body } = await send('GET', '/Users')
  for (const { id } of body.Resources) {
    const Operations = [{ op: 'replace', value: { name: { givenName: 'Ann', familyName: 'Ng' } } }]
    expect((await send('PATCH', `/Users/${id}`, JSON.stringify({ schemas: [PATCH_URN], Operations }))).status).toBe(200)
  }
})

/** @param typed whether the request states the media type of its body. Those that create users don't. */
async function send(method: 'GET' | 'POST' | 'PATCH', path: string, body?: string, typed = true) {
  const answer = await world.app.server.inject({
    method,
    url: `/v2/scim${path}`,
    headers: {
      ...(typed ? { 'content-type': 'application/scim+json; charset=utf-8' } : {}),
      accept: 'application/scim+json',
      'accept-charset': 'utf-8',
      'user-agent': 'OKTA SCIM Integration',
      authorization: `Bearer ${world.org.key}`,
    },
    ...(body === undefined ? {} : { payload: body }),
  })
  return { status: answer.statusCode, body: JSON.parse(answer.body) }
}
const filtered = (filter: string) => send('GET', `/Users?filter=${encodeURIComponent(filter)}`)

const account = {
  schemas: [USER_URN],
  userName: 'Runscope300Ruth@atko.example',
  name: { givenName: 'Ruth', familyName: 'Runscope' },
  emails: [{ primary: true, value: 'ruth.runscope@atko.example', type: 'work' }],
  displayName: 'Ruth Runscope',
  active: true,
}
const named = { givenName: expect.stringMatching(/./), familyName: expect.stringMatching(/./) }
const complete = {
  id: expect.stringMatching(/./),
  name: named,
  userName: expect.stringMatching(/./),
  active: expect.any(Boolean),
  emails: expect.arrayContaining([expect.objectContaining({ value: expect.stringMatching(/@/) })]),
}
const nobody = { schemas: [LIST_URN], totalResults: 0 }

let first: string
let created: string

it('1: reads the configuration of the service', async () => {
  const { status, body } = await send('GET', '/ServiceProviderConfig')
  expect(status).toBe(200)
  expect(body.schemas).toContain('urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig')
  const supported = expect.any(Boolean)
  expect(body).toMatchObject({
    patch: { supported },
    bulk: { supported, maxOperations: expect.any(Number), maxPayloadSize: expect.any(Number) },
    filter: { supported, maxResults: expect.any(Number) },
    changePassword: { supported },
    sort: { supported },
    etag: { supported },
    authenticationSchemes: [{ type: expect.stringMatching(/./), description: expect.stringMatching(/./) }],
  })
})

it.each([
  [3, '/ResourceTypes', { name: 'User', endpoint: '/Users', schema: USER_URN }],
  [5, '/Schemas', { id: USER_URN, attributes: expect.arrayContaining([expect.anything()]) }],
])('%i: reads %s', async (_, path, wanted) => {
  const { status, body } = await send('GET', path)
  expect([status, body.schemas, body.Resources[0]]).toMatchObject([200, [LIST_URN], wanted])
})

it.each([
  [2, '/ServiceProviderConfig', 'test\r\n\r\n'],
  [4, '/ResourceTypes', 'test'],
  [6, '/Schemas', 'test'],
])('%i: cannot write %s', async (_, path, body) => {
  expect((await send('POST', path, body)).status).toBe(405)
})

it('7: reads the first user', async () => {
  const { status, body } = await send('GET', '/Users?count=1&startIndex=1')
  expect(status).toBe(200)
  expect(body).toMatchObject({ schemas: [LIST_URN], itemsPerPage: 1, startIndex: 1, totalResults: expect.any(Number) })
  expect(body.Resources).toMatchObject([complete])
  first = body.Resources[0].id
})

it('8: reads this user by its ID', async () => {
  const { status, body } = await send('GET', `/Users/${first}`)
  expect([status, body]).toMatchObject([200, { ...complete, id: first }])
})

it.each([
  [9, 'invalid.user@atko.example'],
  [11, account.userName],
])('%i: finds nobody with a user name that no user has', async (_, userName) => {
  const { status, body } = await filtered(`userName eq "${userName}"`)
  expect([status, body]).toMatchObject([200, nobody])
})

it('10: finds no user at an unknown ID', async () => {
  const { status, body } = await send('GET', '/Users/010101001010101011001010101011')
  expect([status, body]).toMatchObject([404, { schemas: [ERROR_URN], detail: expect.stringMatching(/./) }])
})

it('12: creates a user from a body without a media type', async () => {
  const { status, body } = await send('POST', '/Users', JSON.stringify(account), false)
  expect([status, body]).toMatchObject([201, { ...account, schemas: expect.arrayContaining([USER_URN]) }])
  created = body.id
})

it('13: reads the user that it created', async () => {
  const { status, body } = await send('GET', `/Users/${created}`)
  expect([status, body]).toMatchObject([200, { userName: account.userName, name: account.name }])
})

it('14: creates no second user with the same values', async () => {
  expect((await send('POST', '/Users', JSON.stringify(account), false)).status).toBe(409)
})

it('15: refuses a filter that is only a user name, and ignores the case of user names', async () => {
  expect((await filtered(account.userName.toUpperCase())).status).toBe(400)
  const { status, body } = await filtered(`userName eq "${account.userName.toUpperCase()}"`)
  expect([status, body.Resources.map(({ id }: { id: string }) => id)]).toEqual([200, [created]])
})

it('16: reads the groups', async () => {
  const { status, body } = await send('GET', '/Groups')
  expect([status, Array.isArray(body.Resources)]).toEqual([200, true])
})
