/** Saved views that are shared with a team: who sees, changes and shares them. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { newPerson } from '../../../testing/people.ts'
import { NOBODY, notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
import { viewFor, viewsOf } from '../../../testing/views-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { VIEWS_MAX } from './model.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const post = (caller: Caller, given: object) =>
  call(world.app, caller, 'POST', '/views', { body: { name: 'Renewals', filters: {}, ...given } })
const patch = (caller: Caller, id: string, body: object) => call(world.app, caller, 'PATCH', `/views/${id}`, { body })
const get = (caller: Caller, id: string) => call(world.app, caller, 'GET', `/views/${id}`)
const teamView = (caller: Caller, teamUUID: string, name = 'Ours') =>
  viewFor(world, caller, { visibility: 'team', teamUUID, name })
/** People by what they see of a view, in the list and by its ID: the two must agree. */
async function readersOf(id: string, callers: Readonly<Record<string, Caller>>): Promise<string[]> {
  const readers: string[] = []
  for (const [name, caller] of Object.entries(callers)) {
    const { status } = await get(caller, id)
    const { body } = await call(world.app, caller, 'GET', '/views', { query: { size: '200' } })
    const isListed = body.data.some(({ uuid }: { uuid: string }) => uuid === id)
    expect([name, status]).toEqual([name, isListed ? 200 : 404])
    if (isListed) readers.push(name)
  }
  return readers
}

describe('does', () => {
  it('shows a view to the team, its child teams and the teams above, to admins, and to nobody else', async () => {
    const { alice, bob, carol, mark, mallory, org, teams } = world
    const colleague = await newPerson(world, { teamIds: [teams.north] })
    const nobody = await newPerson(world)
    const callers = { alice, bob, carol, mark, mallory, org, colleague, nobody }
    const inNorth = await teamView(bob, teams.north)
    expect(await readersOf(inNorth.uuid, callers)).toEqual(['alice', 'bob', 'mark', 'org', 'colleague'])
    const inSales = await teamView(mark, teams.sales)
    expect(await readersOf(inSales.uuid, callers)).toEqual(['alice', 'bob', 'mark', 'org', 'colleague'])
    const inSupport = await teamView(carol, teams.support)
    expect(await readersOf(inSupport.uuid, callers)).toEqual(['alice', 'carol', 'org'])
  })

  it('is stored in words that earlier programs know, and read in its own', async () => {
    const { bob, teams } = world
    const { uuid } = await teamView(bob, teams.north)
    await patch(bob, uuid, { layout: { sort: 'lowest_score' } })
    const stored = () => world.app.store.owner.query('select visibility, layout from saved_views where id = $1', [uuid])
    expect(await stored()).toEqual([{ visibility: 'private', layout: { newerSort: 'lowest_score' } }])
    await patch(bob, uuid, { name: 'Weak calls' })
    expect((await get(bob, uuid)).body.data).toMatchObject({
      ...{ name: 'Weak calls', visibility: 'team', teamUUID: teams.north, layout: { sort: 'lowest_score', size: 25 } },
    })
    await patch(bob, uuid, { layout: { sort: 'longest' } })
    expect(await stored()).toEqual([{ visibility: 'private', layout: { sort: 'longest' } }])
    // An earlier program publishes it, and leaves the team.
    await world.app.store.owner.query(`update saved_views set visibility = 'organization' where id = $1`, [uuid])
    expect((await get(world.carol, uuid)).body.data).toMatchObject({ visibility: 'organization', teamUUID: null })
  })

  it('lets the owner and admins change and delete it, and others only read it', async () => {
    const { alice, bob, carol, mark, teams } = world
    const { uuid } = await teamView(bob, teams.north)
    expect((await get(mark, uuid)).body.data).toMatchObject({ mayChange: false, teamUUID: teams.north })
    expect((await get(bob, uuid)).body.data).toMatchObject({ mayChange: true, visibility: 'team' })
    for (const [caller, status] of [
      [mark, 403],
      [carol, 404],
      [bob, 200],
      [alice, 200],
    ] as const) {
      expect((await patch(caller, uuid, { name: 'Other' })).status).toBe(status)
    }
    const remove = (caller: Caller) => call(world.app, caller, 'DELETE', `/views/${uuid}`)
    expect([(await remove(mark)).status, (await remove(carol)).status, (await remove(bob)).status]).toEqual([
      403, 404, 204,
    ])
  })

  it('stays with the team and the owner when the owner leaves the team', async () => {
    const { app, alice, bob, teams } = world
    const person = await newPerson(world, { teamIds: [teams.north] })
    const { uuid } = await teamView(person, teams.north)
    const left = await call(app, alice, 'DELETE', `/teams/${teams.north}/members/${person.userId}`)
    expect(left.status).toBe(204)
    expect([(await get(bob, uuid)).status, (await get(person, uuid)).status]).toEqual([200, 200])
    const again = await patch(person, uuid, { name: 'Mine', visibility: 'team', teamUUID: teams.north })
    expect([again.status, again.body.data?.name]).toEqual([200, 'Mine'])
    expect((await post(person, { visibility: 'team', teamUUID: teams.north })).status).toBe(400)
  })

  it('moves a view between private, team and organization, each with its own order without gaps', async () => {
    const { bob, teams } = world
    const people = await newPerson(world, { teamIds: [teams.north] })
    const [a, b, c] = [
      await teamView(people, teams.north, 'a'),
      await teamView(people, teams.north, 'b'),
      await teamView(people, teams.north, 'c'),
    ]
    const [first, second, third] = [a.position, b.position, c.position]
    expect([second - first, third - second]).toEqual([1, 1])
    const moved = (await patch(people, b.uuid, { visibility: 'private' })).body.data
    expect(moved).toMatchObject({ visibility: 'private', teamUUID: null, position: 0 })
    expect((await get(bob, b.uuid)).status).toBe(404)
    expect((await get(people, c.uuid)).body.data.position).toBe(second)
    const shared = (await patch(people, b.uuid, { visibility: 'team', teamUUID: teams.sales })).body.data
    expect(shared).toMatchObject({ visibility: 'team', teamUUID: teams.sales })
    expect((await patch(people, b.uuid, { teamUUID: teams.north, position: 0 })).body.data.position).toBe(0)
    expect((await get(people, a.uuid)).body.data.position).toBe(first + 1)
    expect((await patch(people, b.uuid, { visibility: 'organization' })).body.data.teamUUID).toBeNull()
  })

  it('is made by an organization-level key too, without an owner', async () => {
    const { body } = await post(world.org, { visibility: 'team', teamUUID: world.teams.support, name: 'Desk' })
    expect(body.data).toMatchObject({ userUUID: null, teamUUID: world.teams.support, mayChange: true })
    expect(await viewsOf(world, world.carol)).toContain('Desk')
    const { status } = await patch(world.org, body.data.uuid, { visibility: 'private' })
    expect(status).toBe(400)
  })

  it('becomes private to its owner when an admin says so', async () => {
    const { uuid } = await teamView(world.bob, world.teams.north)
    const { status, body } = await patch(world.alice, uuid, { visibility: 'private' })
    expect([status, body.data.visibility]).toEqual([200, 'private'])
    expect([(await get(world.alice, uuid)).status, (await get(world.bob, uuid)).status]).toEqual([404, 200])
  })

  it('is seen by its owner and admins only, once the team is archived', async () => {
    const { app, alice } = world
    const created = await call(app, alice, 'POST', '/organizations/teams', { body: { name: 'Short-lived' } })
    const teamId = created.body.data.uuid as string
    const person = await newPerson(world, { teamIds: [teamId] })
    const other = await newPerson(world, { teamIds: [teamId] })
    const { uuid } = await teamView(person, teamId)
    expect((await get(other, uuid)).status).toBe(200)
    expect((await call(app, alice, 'DELETE', `/organizations/teams/${teamId}`)).status).toBeLessThan(300)
    expect(await readersOf(uuid, { alice, person, other })).toEqual(['alice', 'person'])
  })
})

describe('refuses', () => {
  it('a team view without a team, and a team for another view', async () => {
    for (const given of [
      { visibility: 'team' },
      { teamUUID: world.teams.north },
      { visibility: 'organization', teamUUID: world.teams.north },
    ]) {
      const { status, body } = await post(world.bob, given)
      expect([status, body]).toMatchObject([400, refusedField('/teamUUID')])
    }
    const { uuid } = await viewFor(world, world.bob)
    expect((await patch(world.bob, uuid, { visibility: 'team' })).body).toMatchObject(refusedField('/teamUUID'))
    expect((await patch(world.bob, uuid, { teamUUID: world.teams.north })).body).toMatchObject(
      refusedField('/teamUUID'),
    )
  })

  it('teams that do not exist, of another organization, and that the user has no part in', async () => {
    const theirs = await call(world.app, world.mallory, 'POST', '/organizations/teams', { body: { name: 'Theirs' } })
    for (const teamUUID of [NOBODY, theirs.body.data.uuid, world.teams.support]) {
      const { status, body } = await post(world.bob, { visibility: 'team', teamUUID })
      expect([status, body]).toMatchObject([400, refusedField('/teamUUID')])
    }
    expect((await post(world.alice, { visibility: 'team', teamUUID: world.teams.support })).status).toBe(201)
    expect((await post(world.alice, { visibility: 'team', teamUUID: theirs.body.data.uuid })).status).toBe(400)
  })

  it('one more than a team may have', async () => {
    const created = await call(world.app, world.alice, 'POST', '/organizations/teams', { body: { name: 'Full' } })
    const teamUUID = created.body.data.uuid as string
    for (let count = 0; count < VIEWS_MAX; count++) await teamView(world.alice, teamUUID)
    const { status, body } = await post(world.alice, { visibility: 'team', teamUUID })
    expect([status, body]).toMatchObject([409, resourceError(409, 'too_many_views', '')])
  })
})

describe('who may', () => {
  it('find a view of a team of another organization: nobody', async () => {
    const { uuid } = await teamView(world.bob, world.teams.north)
    expect((await get(world.mallory, uuid)).body).toMatchObject(notFound('view'))
    expect((await patch(world.mallory, uuid, { name: 'x' })).body).toMatchObject(notFound('view'))
  })
})
