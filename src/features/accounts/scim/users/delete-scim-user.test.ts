import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { NOBODY } from '../../../../testing/refusals.ts'
import { guardsScim, guardsScimId, makeGroup, makeUser, patchOf, scimError, scimOf } from '../../../../testing/scim.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const scim = scimOf(() => world)
let number = 0
const make = () => makeUser(world, { userName: `delete${++number}@acme.example` })
const remove = (caller: Caller | undefined, id: string) =>
  scim('DELETE', `/Users/${id}`, undefined, { caller: caller ?? 'nobody' })

describe('does', () => {
  it('make an end of the user for providers: 404 everywhere, in no list and no group', async () => {
    const id = await make()
    const group = await makeGroup(world, 'Of a deleted one', [id])
    const answer = await remove(world.org, id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404)
    expect((await scim('PUT', `/Users/${id}`, { userName: 'x@y' })).status).toBe(404)
    expect((await scim('PATCH', `/Users/${id}`, patchOf({ op: 'add', path: 'title', value: 'x' }))).status).toBe(404)
    expect((await remove(world.org, id)).status).toBe(404)
    const list = await scim('GET', '/Users', undefined, { query: { filter: `id eq "${id}"` } })
    expect(list.body.totalResults).toBe(0)
    expect((await scim('GET', `/Groups/${group}`)).body.members).toEqual([])
    const add = patchOf({ op: 'add', path: 'members', value: [{ value: id }] })
    expect((await scim('PATCH', `/Groups/${group}`, add)).body).toEqual(scimError(400, 'invalidValue'))
  })

  it('end the keys of the user, whose conversations stay', async () => {
    const own = await createWorld(world.app)
    const conversation = await importFor(own)
    const id = own.bob.userId ?? ''
    expect((await scimOf(() => own)('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await call(own.app, own.bob, 'GET', '/organizations/users')).status).toBe(401)
    const { status, body } = await call(own.app, own.org, 'GET', `/conversations/${conversation}`)
    expect([status, body.attributes.userUUID]).toEqual([200, id])
  })

  it('keep nothing of what providers told', async () => {
    const id = await makeUser(world, { userName: 'private@acme.example', phoneNumbers: [{ value: '555' }] })
    await remove(world.org, id)
    const rows = await world.app.store.owner.query('select attributes from scim_users where user_id = $1', [id])
    expect(rows).toEqual([{ attributes: {} }])
  })

  it('tell a user again whom an admin has let in by another road', async () => {
    const id = await make()
    await remove(world.org, id)
    const answer = await call(world.app, world.alice, 'POST', `/organizations/users/${id}/reactivate`)
    expect(answer.status).toBe(200)
    expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({ id, active: true })
    expect((await remove(world.org, id)).status).toBe(204)
  })
})

describe('refuses', () => {
  it('a user who is not there', async () => {
    const answer = await remove(world.org, NOBODY)
    expect([answer.status, answer.body]).toEqual([404, scimError(404)])
  })

  it('another version than If-Match names', async () => {
    const id = await make()
    const answer = await scim('DELETE', `/Users/${id}`, undefined, { headers: { 'if-match': 'W/"other"' } })
    expect([answer.status, answer.body]).toEqual([412, scimError(412)])
    expect((await scim('GET', `/Users/${id}`)).status).toBe(200)
  })
})

describe('who may', () => {
  let next: string[] = []
  beforeAll(async () => {
    next = await Promise.all(Array.from({ length: 6 }, make))
  })
  guardsScim(
    () => world,
    (caller) => remove(caller, next.pop() ?? ''),
  )
  guardsScimId(() => world, make, remove)
})
