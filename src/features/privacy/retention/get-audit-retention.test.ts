import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly } from '../../../testing/guards.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const get = (caller: Caller | undefined) => call(world.app, caller, 'GET', '/audit-log/retention')

describe('does', () => {
  it('return that entries are kept permanently by default, and the oldest entry of the organization', async () => {
    await call(world.app, world.org, 'POST', '/labels', { body: { name: 'First', options: [{ name: 'One' }] } })
    const { body } = await call(world.app, world.org, 'GET', '/audit-log', { query: { size: '200' } })
    expect(body.data.length).toBeGreaterThan(0)
    expect((await get(world.alice)).body).toEqual({ data: { keepDays: null, oldestEntryAt: body.data.at(-1).at } })
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
