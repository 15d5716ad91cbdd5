import { beforeAll, describe, expect, it } from 'vitest'
import {
  GROUP_URN,
  guardsScim,
  guardsScimId,
  makeGroup,
  makeUser,
  scimError,
  scimOf,
} from '../../../../testing/scim.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const scim = scimOf(() => world)
const get = (id: string, options = {}) => scim('GET', `/Groups/${id}`, undefined, options)
let number = 0
const make = () => makeGroup(world, `Get ${++number}`)

describe('does', () => {
  it('tell a team that no provider has made as a group of the contract', async () => {
    const { status, body, headers } = await get(world.teams.north)
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(status).toBe(200)
    expect(body).toEqual({
      schemas: [GROUP_URN],
      id: world.teams.north,
      displayName: 'Sales North',
      members: [{ value: world.bob.userId, display: 'bob@acme.example' }],
      meta: {
        resourceType: 'Group',
        created: instant,
        lastModified: instant,
        version: headers.etag,
        location: `http://parley.test/v2/scim/Groups/${world.teams.north}`,
      },
    })
    expect(headers.location).toBe(body.meta.location)
  })

  it('name the members as they are shown, and list an empty group’s as none', async () => {
    const named = await makeUser(world, {
      userName: 'named@acme.example',
      name: { givenName: 'Ann', familyName: 'Ng' },
    })
    const shown = await makeUser(world, { userName: 'shown@acme.example', displayName: 'The Boss' })
    const id = await makeGroup(world, 'Named', [shown, named])
    expect((await get(id)).body.members).toEqual([
      { value: named, display: 'Ann Ng' },
      { value: shown, display: 'The Boss' },
    ])
    expect((await get(await make())).body.members).toEqual([])
  })

  it('tell the type of the members and a link to them when the request names them', async () => {
    const named = await get(world.teams.north, { query: { attributes: 'members.value,members.type,members.$ref' } })
    const $ref = `http://parley.test/v2/scim/Users/${world.bob.userId}`
    expect(named.body.members).toEqual([{ value: world.bob.userId, type: 'User', $ref }])
    const user = await scim('GET', `/Users/${world.bob.userId}`, undefined, { query: { attributes: 'groups.$ref' } })
    expect(user.body.groups).toContainEqual({ $ref: `http://parley.test/v2/scim/Groups/${world.teams.north}` })
  })

  it('leave out the members when they are not asked for', async () => {
    const { body, headers } = await get(world.teams.north, { query: { excludedAttributes: 'members' } })
    expect(body).not.toHaveProperty('members')
    expect(headers.etag).toBe((await get(world.teams.north)).headers.etag)
    const only = await get(world.teams.north, { query: { attributes: 'members.value' } })
    expect(only.body).toEqual({
      schemas: [GROUP_URN],
      id: world.teams.north,
      members: [{ value: world.bob.userId }],
    })
  })

  it('tell another version once the members or the name have changed by whatever road', async () => {
    const id = await make()
    const version = async () => (await get(id)).headers.etag
    const first = await version()
    const { owner } = world.app.store
    await owner.query(`insert into team_members (organization_id, team_id, user_id) values ($1, $2, $3)`, [
      world.acme,
      id,
      world.bob.userId,
    ])
    const second = await version()
    await owner.query(`update team_members set user_id = $1 where team_id = $2`, [world.mark.userId, id])
    const third = await version()
    await owner.query(`update teams set name = 'Other' where id = $1`, [id])
    expect(new Set([first, second, third, await version()]).size).toBe(4)
    const known = await get(id, { headers: { 'if-none-match': await version() } })
    expect([known.status, known.text]).toEqual([304, ''])
  })
})

describe('refuses', () => {
  it('a user, and an archived team', async () => {
    const id = await make()
    await world.app.store.owner.query('update teams set archived_at = now() where id = $1', [id])
    for (const one of [world.bob.userId ?? '', id]) {
      const answer = await get(one)
      expect([answer.status, answer.body]).toEqual([404, scimError(404)])
    }
  })
})

describe('who may', () => {
  const send = (caller: Caller | undefined, id: string) => get(id, { caller: caller ?? 'nobody' })
  guardsScim(
    () => world,
    (caller) => send(caller, world.teams.north),
  )
  guardsScimId(() => world, make, send)
})
