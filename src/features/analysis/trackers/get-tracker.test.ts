import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { NOBODY, notFound } from '../../../testing/refusals.ts'
import { trackerFor } from '../../../testing/trackers-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/trackers/${id}`)

describe('does', () => {
  it('tells the tracker to everybody in the organization', async () => {
    const made = await trackerFor(world, ['warranty', 'repair'])
    for (const caller of [world.org, world.alice, world.mark, world.bob, world.carol]) {
      const answer = await get(caller, made.uuid)
      expect([answer.status, answer.body]).toEqual([200, { data: made }])
    }
  })
})

describe('refuses', () => {
  it('what is not there', async () => {
    const answer = await get(world.org, NOBODY)
    expect([answer.status, answer.body]).toEqual([404, notFound('tracker')])
  })
})

describe('who may', () => {
  guardsThings({ world: () => world, noun: 'tracker', make: async () => (await trackerFor(world)).uuid, send: get })
})
