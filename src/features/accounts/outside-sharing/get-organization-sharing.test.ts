import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly } from '../../../testing/guards.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const get = (caller: Caller | undefined) => call(world.app, caller, 'GET', '/organizations/sharing')

describe('does', () => {
  it('tell that sharing outside is allowed where nobody said otherwise', async () => {
    expect((await get(world.alice)).body).toEqual({ data: { outside: true, updatedAt: null } })
  })
})

describe('refuses', () => {
  it('a caller without a key', async () => {
    expect((await get(undefined)).status).toBe(401)
  })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make: async () => '', send: get })
})
