import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const make = async (): Promise<string> =>
  (await call(world.app, world.org, 'POST', '/legal-holds', { body: { participantEmail: 'a@b.example', reason: 'x' } }))
    .body.data.uuid
const release = (caller: Caller | undefined, id: string) => call(world.app, caller, 'DELETE', `/legal-holds/${id}`)

describe('does', () => {
  it('releases it once, and keeps the record of who did', async () => {
    const id = await make()
    for (const caller of [world.alice, world.org]) expect((await release(caller, id)).status).toBe(204)
    const list = await call(world.app, world.org, 'GET', '/legal-holds', { query: { released: 'true' } })
    expect(list.body.data.find((one: { uuid: string }) => one.uuid === id)).toMatchObject({
      releasedByUUID: world.alice.userId,
      releasedAt: expect.any(String),
    })
  })
})

describe('refuses', () => {
  guardsThings({ world: () => world, noun: 'legal_hold', make, send: release })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make, send: release })
})
