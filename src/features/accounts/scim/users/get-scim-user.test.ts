import { beforeAll, describe, expect, it } from 'vitest'
import {
  guardsScim,
  guardsScimId,
  makeUser,
  PARLEY_URN,
  scimError,
  scimOf,
  USER_URN,
} from '../../../../testing/scim.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const scim = scimOf(() => world)
const bob = () => world.bob.userId ?? ''
let number = 0
const make = () => makeUser(world, { userName: `get${++number}@acme.example` })

describe('does', () => {
  it('tell a user whom no provider has made, with what can be derived', async () => {
    const { status, body, headers } = await scim('GET', `/Users/${bob()}`)
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const location = `http://parley.test/v2/scim/Users/${bob()}`
    expect(status).toBe(200)
    expect(body).toEqual({
      schemas: [USER_URN, PARLEY_URN],
      id: bob(),
      userName: 'bob@acme.example',
      displayName: 'bob@acme.example',
      active: true,
      emails: [{ value: 'bob@acme.example', type: 'work', primary: true }],
      groups: [{ value: world.teams.north, display: 'Sales North' }],
      [PARLEY_URN]: { roleUUID: expect.any(String) },
      meta: { resourceType: 'User', created: instant, lastModified: instant, version: headers.etag, location },
    })
    expect(headers.etag).toMatch(/^W\/"[\w-]+"$/)
    expect(headers.location).toBe(location)
  })

  it('answer in the media type that is asked for', async () => {
    const type = async (accept?: string) =>
      (await scim('GET', `/Users/${bob()}`, undefined, { headers: accept === undefined ? {} : { accept } })).headers[
        'content-type'
      ]
    expect(await type('application/scim+json')).toBe('application/scim+json; charset=utf-8')
    expect(await type('application/scim+json, application/json')).toBe('application/json; charset=utf-8')
    expect(await type()).toBe('application/json; charset=utf-8')
  })

  it('answer 304 without a body to who has this version', async () => {
    const id = await make()
    const { etag } = (await scim('GET', `/Users/${id}`)).headers
    for (const tag of [etag, `W/"other", ${etag}`, '*', String(etag).slice(2)]) {
      const answer = await scim('GET', `/Users/${id}`, undefined, { headers: { 'if-none-match': String(tag) } })
      expect([answer.status, answer.text, answer.headers.etag]).toEqual([304, '', etag])
    }
    const other = await scim('GET', `/Users/${id}`, undefined, { headers: { 'if-none-match': 'W/"other"' } })
    expect(other.status).toBe(200)
  })

  it('tell another version once anybody has changed the user, and the same one as long as nobody has', async () => {
    const id = await make()
    const version = async () => (await scim('GET', `/Users/${id}`)).headers.etag
    const first = await version()
    expect(await version()).toBe(first)
    await world.app.store.owner.query(`update users set first_name = 'Zoe' where id = $1`, [id])
    expect(await version()).not.toBe(first)
  })

  it('tell what is asked for, and no more', async () => {
    const only = await scim('GET', `/Users/${bob()}`, undefined, { query: { attributes: 'userName, emails.value' } })
    expect(only.body).toEqual({
      schemas: [USER_URN, PARLEY_URN],
      id: bob(),
      userName: 'bob@acme.example',
      emails: [{ value: 'bob@acme.example' }],
    })
    const query = { excludedAttributes: 'emails,meta,groups' }
    const without = await scim('GET', `/Users/${bob()}`, undefined, { query })
    expect(Object.keys(without.body)).toEqual(['schemas', 'id', 'userName', 'displayName', 'active', PARLEY_URN])
  })
})

describe('refuses', () => {
  it('a user who is not there, and a team', async () => {
    const answer = await scim('GET', `/Users/${world.teams.north}`)
    expect([answer.status, answer.body]).toEqual([404, scimError(404)])
  })
})

describe('who may', () => {
  const send = (caller: Caller | undefined, id: string) =>
    scim('GET', `/Users/${id}`, undefined, { caller: caller ?? 'nobody' })
  guardsScim(
    () => world,
    (caller) => send(caller, bob()),
  )
  guardsScimId(() => world, make, send)
})
