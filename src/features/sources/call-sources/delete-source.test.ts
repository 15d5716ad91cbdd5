import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { sourceFor, webhookBody } from '../../../testing/sources-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const make = async () => (await sourceFor(world, webhookBody())).id
const send = (caller: Caller | undefined, id: string) => call(world.app, caller, 'DELETE', `/sources/${id}`)

describe('does', () => {
  it('deletes the source with its address', async () => {
    const { id, path } = await sourceFor(world, webhookBody())
    expect((await send(world.org, id)).status).toBe(204)
    expect((await call(world.app, world.org, 'GET', `/sources/${id}`)).status).toBe(404)
    expect((await call(world.app, undefined, 'POST', path, { body: '{}' })).status).toBe(404)
  })
})

describe('refuses', () => {
  guardsThings({ world: () => world, noun: 'source', make, send })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make, send })
})
