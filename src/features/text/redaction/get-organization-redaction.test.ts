import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly } from '../../../testing/guards.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const get = (caller: Caller | undefined) => call(world.app, caller, 'GET', '/organizations/redaction')

describe('does', () => {
  it('tells that nothing is masked where nobody said so', async () => {
    expect((await get(world.alice)).body).toEqual({
      data: {
        mode: 'off',
        kinds: ['card', 'iban', 'ssn', 'phone', 'email'],
        patterns: [],
        knowledgeSources: false,
        updatedAt: null,
      },
    })
  })

  it('tells what was said last, to its own organization', async () => {
    const given = {
      mode: 'storage',
      kinds: ['email'],
      patterns: [{ name: 'order', pattern: 'ORD-\\d+', mask: '[ORDER]' }],
      knowledgeSources: true,
    }
    await call(world.app, world.org, 'PUT', '/organizations/redaction', { body: given })
    expect((await get(world.org)).body.data).toEqual({ ...given, updatedAt: expect.any(String) })
    expect((await get(world.rivalOrg)).body.data.mode).toBe('off')
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
