import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const make = async (): Promise<string> =>
  (await call(world.app, world.org, 'POST', '/privacy/redactions', { body: {} })).body.data.uuid
const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/privacy/redactions/${id}`)

describe('does', () => {
  it('tells how far it has come', async () => {
    const id = await make()
    expect((await get(world.alice, id)).body.data).toEqual({
      ...{ uuid: id, status: 'pending', seen: 0, changed: 0, held: 0, counts: {} },
      ...{ createdAt: expect.any(String), finishedAt: null },
    })
  })
})

describe('refuses', () => {
  guardsThings({ world: () => world, noun: 'redaction_run', make, send: get })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make, send: get })
})
