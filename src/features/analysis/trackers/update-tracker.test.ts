import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { NOBODY, notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
import { trackerFor } from '../../../testing/trackers-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const patch = (caller: Caller | undefined, id: string, body: unknown) =>
  call(world.app, caller, 'PATCH', `/trackers/${id}`, { body })
const get = async (id: string) => (await call(world.app, world.org, 'GET', `/trackers/${id}`)).body.data

describe('does', () => {
  it('changes what is given, keeps the rest, and counts it', async () => {
    const made = await trackerFor(world, ['warranty'], { description: 'Before', speakers: 'internal' })
    const answer = await patch(world.org, made.uuid, { description: 'After' })
    const after = { ...made, description: 'After', updatedAt: expect.any(String) }
    expect([answer.status, answer.body]).toEqual([200, { data: { ...after, version: 2 } }])
    await patch(world.org, made.uuid, { phrases: ['guarantee', 'repair'], enabled: false, name: ' Other ' })
    expect(await get(made.uuid)).toEqual({
      ...{ ...after, version: 3 },
      ...{ phrases: ['guarantee', 'repair'], enabled: false, name: 'Other' },
    })
  })

  it('looks through the teams that are named, or all of them again', async () => {
    const { uuid } = await trackerFor(world)
    await patch(world.org, uuid, { teamsUUID: [world.teams.north] })
    expect(await get(uuid)).toMatchObject({ allTeams: false, teamsUUID: [world.teams.north] })
    await patch(world.org, uuid, { allTeams: true })
    expect(await get(uuid)).toMatchObject({ allTeams: true, teamsUUID: [] })
  })

  it('changes the color alone without searching the calls again', async () => {
    const made = await trackerFor(world, ['warranty'], { color: 'green', teamsUUID: [world.teams.north] })
    const countLookBacks = async () => {
      const { body } = await call(world.app, world.org, 'GET', '/analysis/progress')
      return JSON.stringify(body)
    }
    await world.app.drain(world.acme)
    const before = await countLookBacks()
    const { version: _, ...same } = made
    const { organizationUUID: __, uuid, allTeams: ___, ...fields } = same
    const answer = await patch(world.org, uuid, { ...fields, color: 'olive' })
    expect(answer.body.data).toEqual({ ...made, color: 'olive', updatedAt: expect.any(String) })
    expect(await countLookBacks()).toBe(before)
    const both = await patch(world.org, uuid, { color: 'red', phrases: ['guarantee'] })
    expect(both.body.data).toMatchObject({ color: 'red', version: made.version + 1 })
  })

  it('keeps the color of a tracker that is older than colors', async () => {
    const { uuid } = await trackerFor(world)
    await world.app.store.owner.query('update trackers set color = null where id = $1', [uuid])
    const { color } = await get(uuid)
    expect(color).toBe(['purple', 'green', 'slate', 'red', 'olive'][Number.parseInt(uuid.slice(-2), 16) % 5])
    await patch(world.org, uuid, { name: `Renamed ${uuid}` })
    expect((await get(uuid)).color).toBe(color)
  })

  it('counts each of eight changes at once', async () => {
    const { uuid } = await trackerFor(world)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => patch(world.org, uuid, { phrases: [`p${n}`] })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await get(uuid)).version).toBe(9)
  })
})

describe('refuses', () => {
  it.each([
    ['nothing', {}, ''],
    ['a blank name', { name: ' ' }, '/name'],
    ['null for phrases', { phrases: null }, '/phrases'],
    ['no phrase', { phrases: [] }, '/phrases'],
    ['a color of no palette', { color: 'blue' }, '/color'],
    ['a phrase of signs alone', { phrases: ['–'] }, '/phrases/0'],
    ['an unknown team', { teamsUUID: [NOBODY] }, '/teamsUUID'],
  ])('%s, and points at it', async (_, body, pointer) => {
    const made = await trackerFor(world)
    const answer = await patch(world.org, made.uuid, body)
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusedField(pointer))])
    expect(await get(made.uuid)).toEqual(made)
  })

  it('a name that another tracker has', async () => {
    await trackerFor(world, ['a'], { name: 'Taken' })
    const { uuid } = await trackerFor(world)
    const answer = await patch(world.org, uuid, { name: 'TAKEN' })
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'tracker_exists', '/name')])
    expect((await patch(world.org, NOBODY, { name: 'Taken' })).body).toEqual(notFound('tracker'))
    expect(
      (await patch(world.org, (await trackerFor(world, ['a'], { name: 'own' })).uuid, { name: 'OWN' })).status,
    ).toBe(200)
  })
})

describe('who may', () => {
  const guarded = {
    world: () => world,
    noun: 'tracker',
    make: async () => (await trackerFor(world)).uuid,
    send: (caller: Caller | undefined, id: string) => patch(caller, id, { description: 'Other' }),
  }
  guardsThings(guarded)
  adminsOnly(guarded)
})
