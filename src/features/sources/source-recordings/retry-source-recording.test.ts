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
  return arrived.recordingId
}
const send = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'POST', `/sources/${source}/recordings/${id}/retry`)

describe('does', () => {
  it('tries the import again', async () => {
    const id = await make()
    expect((await send(world.alice, id)).body.data).toMatchObject({ uuid: id, status: 'waiting', tries: 0 })
    await world.app.drain(world.acme)
    const [row] = (await call(world.app, world.org, 'GET', `/sources/${source}/recordings`)).body.data
    expect(row).toMatchObject({ uuid: id, status: 'waiting', tries: 1 })
  })

  it('needs something to import', async () => {
    const id = await make()
    const set = (change: string) =>
      world.app.store.owner.query(`update source_recordings set ${change} where id = $1`, [id])
    await set('announced = null')
    expect((await send(world.org, id)).body).toEqual(resourceError(409, 'source_recording_forgotten', ''))
    await set("state = 'done'")
    expect((await send(world.org, id)).body).toEqual(resourceError(409, 'source_recording_done', ''))
  })
})

describe('refuses', () => {
  guardsThings({ world: () => world, noun: 'source_recording', pointer: '/path/recordingId', make, send })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make, send })
})
