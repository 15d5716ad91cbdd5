import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings, isLetIn, needsAnAdmin, newPerson, userOf } from '../../../testing/people.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { issueKey } from '../api-keys/index.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const reactivate = (caller: Caller | undefined, id: string | undefined) =>
  call(world.app, caller, 'POST', `/organizations/users/${id}/reactivate`)
const deactivate = (id: string) => call(world.app, world.alice, 'DELETE', `/organizations/users/${id}`)

describe('does', () => {
  it('lets a user in again, with role and teams as before', async () => {
    const person = await newPerson(world, { role: 'MANAGER', teamIds: [world.teams.north, world.teams.support] })
    const before = await userOf(world, person.userId)
    await deactivate(person.userId)
    const answer = await reactivate(world.org, person.userId)
    expect([answer.status, answer.body]).toEqual([200, { data: { ...before, updatedAt: expect.any(String) } }])
    expect(before.active).toBe(true)
  })

  it('does not wake the keys of before; new ones count', async () => {
    const person = await newPerson(world)
    await deactivate(person.userId)
    await reactivate(world.alice, person.userId)
    expect(await isLetIn(world, person)).toBe(false)
    const { app, acme } = world
    const { token } = await issueKey(app.store.of(acme), acme, app, { name: 'again', userId: person.userId })
    expect(await isLetIn(world, { ...person, key: token })).toBe(true)
  })

  it('leaves an active user as they are', async () => {
    const person = await newPerson(world)
    const before = await userOf(world, person.userId)
    expect((await reactivate(world.alice, person.userId)).body.data).toEqual(before)
    expect(await isLetIn(world, person)).toBe(true)
  })
})

describe('who may', () => {
  guardsThings(
    'user',
    () => world,
    () => world.bob.userId ?? '',
    reactivate,
  )
  needsAnAdmin(
    () => world,
    (caller) => reactivate(caller, world.bob.userId),
  )
})
