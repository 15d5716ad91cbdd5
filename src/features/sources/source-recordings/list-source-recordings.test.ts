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
const send = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/sources/${id}/recordings`)

describe('does', () => {
  it('returns an empty page before the first call, and checks the status', async () => {
    const id = await make()
    expect((await send(world.org, id)).body).toMatchObject({ data: [], meta: { totalRecords: 0 } })
    const wrong = await call(world.app, world.org, 'GET', `/sources/${id}/recordings`, { query: { status: 'lost' } })
    expect(wrong.status).toBe(400)
  })
})

describe('refuses', () => {
  guardsThings({ world: () => world, noun: 'source', make, send })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make, send })
})
