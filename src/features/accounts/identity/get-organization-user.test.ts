import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings, newPerson } from '../../../testing/people.ts'
import { notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string | undefined) =>
  call(world.app, caller, 'GET', `/organizations/users/${id}`)

describe('does', () => {
  it('tells a user as the list does, and whether they are active', async () => {
    const listed = (await call(world.app, world.org, 'GET', '/organizations/users')).body.data
    const bob = listed.find((user: { uuid: string }) => user.uuid === world.bob.userId)
    const answer = await get(world.org, world.bob.userId)
    expect([answer.status, answer.body]).toEqual([200, { data: { ...bob, active: true, language: null } }])
  })

  it('tells a deactivated one too, whom lists tell only to admins who ask', async () => {
    const leaver = await newPerson(world)
    await call(world.app, world.alice, 'DELETE', `/organizations/users/${leaver.userId}`)
    expect((await get(world.bob, leaver.userId)).body.data).toMatchObject({ uuid: leaver.userId, active: false })
    const list = async (caller: Caller, includeDeactivated: string) =>
      call(world.app, caller, 'GET', '/organizations/users', { query: { includeDeactivated } })
    const idsIn = (body: { data: { uuid: string }[] }) => body.data.map(({ uuid }) => uuid)
    expect(idsIn((await list(world.alice, 'false')).body)).not.toContain(leaver.userId)
    const all = (await list(world.alice, 'true')).body
    expect(idsIn(all)).toContain(leaver.userId)
    expect(all.data.filter((user: { active: boolean }) => !user.active)).toHaveLength(1)
    expect((await list(world.mark, 'true')).status).toBe(403)
  })
})

describe('refuses', () => {
  it('the id of something else', async () => {
    const answer = await get(world.org, world.teams.north)
    expect([answer.status, answer.body]).toEqual([404, notFound('user')])
  })
})

describe('who may', () => {
  guardsThings(
    'user',
    () => world,
    () => world.bob.userId ?? '',
    get,
  )

  it('is everyone in the organization', async () => {
    for (const caller of [world.org, world.alice, world.mark, world.bob, world.carol]) {
      expect((await get(caller, world.mark.userId)).body.data.email).toBe('mark@acme.example')
    }
  })
})
