import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { NOBODY } from '../../../../testing/refusals.ts'
import { guardsScim, guardsScimId, makeGroup, makeUser, scimError, scimOf } from '../../../../testing/scim.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const scim = scimOf(() => world)
const remove = (caller: Caller | undefined, id: string) =>
  scim('DELETE', `/Groups/${id}`, undefined, { caller: caller ?? 'nobody' })
let number = 0
const make = () => makeGroup(world, `Delete ${++number}`)

describe('does', () => {
  it('archive the team: 404 everywhere, in no list, without members', async () => {
    const user = await makeUser(world, { userName: 'left@acme.example' })
    const id = await makeGroup(world, 'To be deleted', [user])
    const answer = await remove(world.org, id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await scim('GET', `/Groups/${id}`)).status).toBe(404)
    expect((await scim('PUT', `/Groups/${id}`, { displayName: 'x' })).status).toBe(404)
    expect((await remove(world.org, id)).status).toBe(404)
    expect((await scim('GET', `/Users/${user}`)).body.groups).toEqual([])
    const list = await scim('GET', '/Groups', undefined, { query: { filter: 'displayName eq "To be deleted"' } })
    expect(list.body.totalResults).toBe(0)
  })

  it('let the name be taken again, by another group', async () => {
    const id = await makeGroup(world, 'Again')
    await remove(world.org, id)
    expect(await makeGroup(world, 'Again')).not.toBe(id)
  })

  it('keep the conversations of the team', async () => {
    const id = await make()
    const conversation = await importFor(world, { teamUUID: id })
    await remove(world.org, id)
    const { status, body } = await call(world.app, world.org, 'GET', `/conversations/${conversation}`)
    expect([status, body.attributes.teamUUID]).toEqual([200, id])
  })
})

describe('refuses', () => {
  it('a group that is not there', async () => {
    const answer = await remove(world.org, NOBODY)
    expect([answer.status, answer.body]).toEqual([404, scimError(404)])
  })

  it('a team with teams below it', async () => {
    const answer = await remove(world.org, world.teams.sales)
    expect([answer.status, answer.body]).toEqual([409, scimError(409)])
    expect((await scim('GET', `/Groups/${world.teams.sales}`)).status).toBe(200)
  })

  it('another version than If-Match names', async () => {
    const id = await make()
    const answer = await scim('DELETE', `/Groups/${id}`, undefined, { headers: { 'if-match': 'W/"other"' } })
    expect([answer.status, answer.body]).toEqual([412, scimError(412)])
    expect((await scim('GET', `/Groups/${id}`)).status).toBe(200)
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
