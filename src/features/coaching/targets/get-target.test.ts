import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { targetFor } from '../../../testing/targets-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld(world?.app)
})

const make = async () => (await targetFor(world, { figure: 'longestMonologue', maximum: 90 })).uuid
const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/targets/${id}`)

describe('does', () => {
  it('returns a target', async () => {
    const { body } = await get(world.alice, await make())
    expect(body.data).toMatchObject({ figure: 'longestMonologue', minimum: null, maximum: 90, teamUUID: null })
  })
})

describe('who may', () => {
  it('everybody in the organization', async () => {
    const id = await make()
    for (const caller of [world.org, world.mark, world.bob, world.carol])
      expect((await get(caller, id)).status).toBe(200)
  })

  guardsThings({ world: () => world, noun: 'target', make, send: get })
})
