import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { notFound } from '../../../testing/refusals.ts'
import { viewFor } from '../../../testing/views-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let shared: string
let own: string
beforeAll(async () => {
  world = await createWorld()
  shared = (await viewFor(world, world.bob, { visibility: 'organization' })).uuid
  own = (await viewFor(world, world.bob)).uuid
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/views/${id}`)

describe('does', () => {
  it('tells what the list tells', async () => {
    const { body } = await call(world.app, world.bob, 'GET', '/views')
    expect((await get(world.bob, shared)).body.data).toEqual(body.data[0])
  })
})

describe('refuses', () => {
  it('a private one to everybody else, in the words for what is not there', async () => {
    for (const caller of [world.alice, world.org, world.mark, world.carol]) {
      const answer = await get(caller, own)
      expect([answer.status, answer.body]).toEqual([404, notFound('view')])
    }
  })
})

describe('who may', () => {
  it('is everybody, of one of the organization', async () => {
    for (const caller of [world.alice, world.org, world.carol]) expect((await get(caller, shared)).status).toBe(200)
    expect((await get(world.bob, own)).status).toBe(200)
  })

  guardsThings({ world: () => world, noun: 'view', make: async () => shared, send: get })
})
