import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { expectEvery } from '../../../testing/expect-every.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsThings, isLetIn, needsAnAdmin, newPerson, peopleOf, userOf } from '../../../testing/people.ts'
import { resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const remove = (caller: Caller | undefined, id: string | undefined, w = world) =>
  call(w.app, caller, 'DELETE', `/organizations/users/${id}`)

describe('does', () => {
  it('ends the keys of the user at once and leaves what the user made', async () => {
    const leaver = await newPerson(world, { teamIds: [world.teams.north] })
    const conversation = await importFor(world, { userID: leaver.userId })
    expect(await isLetIn(world, leaver)).toBe(true)
    const answer = await remove(world.alice, leaver.userId)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await isLetIn(world, leaver)).toBe(false)
    const user = await userOf(world, leaver.userId)
    expect(user).toMatchObject({ active: false, email: leaver.email, primaryTeamUUID: world.teams.north })
    const kept = await call(world.app, world.mark, 'GET', `/conversations/${conversation}`)
    expect(kept.body.attributes.userUUID).toBe(leaver.userId)
  })

  it('tells the keys as revoked from that moment', async () => {
    const leaver = await newPerson(world)
    await remove(world.alice, leaver.userId)
    const keys = (await call(world.app, world.org, 'GET', '/api_keys', { query: { size: '200' } })).body.data
    const ended = keys.filter((key: { user: { uuid: string } | null }) => key.user?.uuid === leaver.userId)
    expect(ended).toMatchObject([{ revoked_at: expect.stringMatching(/^\d{4}-/) }])
  })

  it('says the same of one who is deactivated already', async () => {
    const leaver = await newPerson(world)
    for (const _ of [1, 2]) expect((await remove(world.alice, leaver.userId)).status).toBe(204)
  })

  it('ends an admin too, when another is left', async () => {
    const own = await createWorld(world.app)
    const second = await newPerson(own, { role: 'ADMIN' })
    expect((await remove(second, own.alice.userId, own)).status).toBe(204)
    expect(await isLetIn(own, own.alice)).toBe(false)
  })
})

describe('refuses', () => {
  const LAST = resourceError(409, 'last_admin', '')

  it('the last active admin, whatever deactivated ones there are', async () => {
    const own = await createWorld(world.app)
    const former = await newPerson(own, { role: 'ADMIN' })
    await remove(own.alice, former.userId, own)
    const before = await peopleOf(own)
    const answer = await remove(own.alice, own.alice.userId, own)
    expect([answer.status, answer.body]).toEqual([409, LAST])
    expect(await peopleOf(own)).toEqual(before)
  })

  it('that admins who end each other at the same moment all do', async () => {
    const own = await createWorld(world.app)
    const others = await Promise.all([1, 2, 3].map(() => newPerson(own, { role: 'ADMIN' })))
    const admins = [own.alice, ...others]
    const answers = await Promise.all(
      admins.map((admin, index) => remove(admin, admins[(index + 1) % admins.length]?.userId, own)),
    )
    // Whoever was ended before the request came is not let in; the last one standing cannot be ended.
    expectEvery(answers, ({ status }) => [204, 401, 409].includes(status))
    const standing = await Promise.all(admins.map((admin) => isLetIn(own, admin)))
    expect(standing).toContain(true)
  })
})

describe('who may', () => {
  guardsThings(
    'user',
    () => world,
    () => world.bob.userId ?? '',
    remove,
  )
  needsAnAdmin(
    () => world,
    (caller) => remove(caller, world.carol.userId),
  )

  it('is no org-level key, for nobody could be asked why', async () => {
    const answer = await remove(world.org, world.carol.userId)
    expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'user_required', '')])
  })
})
