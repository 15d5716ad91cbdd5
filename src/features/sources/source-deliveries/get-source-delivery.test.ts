import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { arrivedFor } from '../../../testing/sources-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let source: string
beforeAll(async () => {
  world = await createWorld()
  source = (await arrivedFor(world)).sourceId
})

const make = async () => {
  const arrived = await arrivedFor(world)
  source = arrived.sourceId
  return arrived.deliveryId
}
const send = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'GET', `/sources/${source}/deliveries/${id}`)

describe('does', () => {
  it('returns headers without secrets, and the body', async () => {
    const { body } = await send(world.alice, await make())
    expect(body.data).toMatchObject({ status: 'read', body: expect.stringContaining('"externalId"') })
    expect(body.data.headers).toMatchObject({ 'webhook-id': expect.any(String) })
    expect(Object.keys(body.data.headers).filter((name) => /signature|authorization/.test(name))).toEqual([])
  })
})

describe('refuses', () => {
  guardsThings({ world: () => world, noun: 'source_delivery', pointer: '/path/deliveryId', make, send })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make, send })
})
