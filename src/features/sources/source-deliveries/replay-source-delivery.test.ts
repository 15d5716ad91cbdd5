import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { resourceError } from '../../../testing/refusals.ts'
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
  call(world.app, caller, 'POST', `/sources/${source}/deliveries/${id}/replay`)

describe('does', () => {
  it('reads the delivery again', async () => {
    const id = await make()
    expect((await send(world.alice, id)).body.data).toMatchObject({ uuid: id, status: 'received' })
    await world.app.drain(world.acme)
    const after = await call(world.app, world.org, 'GET', `/sources/${source}/deliveries/${id}`)
    expect(after.body.data).toMatchObject({ status: 'read', recordings: [{ hasRecording: false }] })
  })

  it('needs a stored body', async () => {
    const id = await make()
    await world.app.store.owner.query('update source_deliveries set body = null where id = $1', [id])
    expect((await send(world.org, id)).body).toEqual(resourceError(409, 'source_delivery_not_replayable', ''))
  })
})

describe('refuses', () => {
  guardsThings({ world: () => world, noun: 'source_delivery', pointer: '/path/deliveryId', make, send })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make, send })
})
