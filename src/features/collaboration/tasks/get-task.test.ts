import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { hideTalk } from '../../../testing/comments-fixtures.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { promisesFor, taskFor } from '../../../testing/tasks-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await promisesFor(world)
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/tasks/${id}`)

describe('does', () => {
  it('returns what creation returned', async () => {
    const task = await taskFor(world, talk)
    expect((await get(world.mark, task.uuid)).body.data).toEqual(task)
  })
})

describe('who may', () => {
  it('who sees the call now', async () => {
    const own = await promisesFor(world)
    const { uuid } = await taskFor(world, own)
    const readers = async () =>
      Promise.all(
        [world.org, world.alice, world.mark, world.bob, world.carol].map(async (one) => (await get(one, uuid)).status),
      )
    expect(await readers()).toEqual([200, 200, 200, 200, 404])
    await hideTalk(world, own)
    expect(await readers()).toEqual([200, 200, 404, 200, 404])
  })

  guardsThings({
    ...{ world: () => world, noun: 'task', send: get },
    make: async () => (await taskFor(world, talk)).uuid,
  })
})
