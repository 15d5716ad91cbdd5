import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { notFound, resourceError } from '../../../testing/refusals.ts'
import { viewFor } from '../../../testing/views-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const remove = (caller: Caller | undefined, id: string) => call(world.app, caller, 'DELETE', `/views/${id}`)
const shared = async () => (await viewFor(world, world.bob, { visibility: 'organization' })).uuid

describe('does', () => {
  it('takes it away, and those behind it move up', async () => {
    const made = [await viewFor(world, world.bob), await viewFor(world, world.bob, { name: 'second' })]
    const answer = await remove(world.bob, made[0]?.uuid ?? '')
    expect([answer.status, answer.text]).toEqual([204, ''])
    const { body } = await call(world.app, world.bob, 'GET', '/views')
    expect(body.data).toMatchObject([{ name: 'second', position: 0 }])
  })
})

describe('refuses', () => {
  it('what is gone', async () => {
    const id = await shared()
    await remove(world.bob, id)
    const answer = await remove(world.bob, id)
    expect([answer.status, answer.body]).toEqual([404, notFound('view')])
  })
})

describe('who may', () => {
  it('is who made it, and admins', async () => {
    for (const caller of [world.bob, world.alice, world.org]) {
      expect((await remove(caller, await shared())).status).toBe(204)
    }
    for (const caller of [world.mark, world.carol]) {
      const answer = await remove(caller, await shared())
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'owner_required', '')])
    }
  })

  it('is its owner alone, while it is private', async () => {
    const { uuid } = await viewFor(world, world.bob)
    for (const caller of [world.alice, world.org, world.carol]) expect((await remove(caller, uuid)).status).toBe(404)
  })

  guardsThings({ world: () => world, noun: 'view', make: shared, send: remove })
})
