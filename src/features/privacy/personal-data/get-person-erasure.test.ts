import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { erasureFor } from '../../../testing/privacy-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const make = () => erasureFor(world, { email: 'nobody@b.example' })
const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/privacy/erasures/${id}`)

describe('does', () => {
  it('tells how far it has come, and never who it is about', async () => {
    const id = await make()
    const before = await get(world.alice, id)
    expect(before.body.data).toEqual({
      ...{ uuid: id, status: 'pending', mode: 'redact', originals: 'delete' },
      ...{ counts: {}, leftovers: {} },
      ...{ createdAt: expect.any(String), finishedAt: null },
    })
    await world.app.drain(world.acme)
    const after = await get(world.org, id)
    expect(after.body.data).toMatchObject({ status: 'finished', finishedAt: expect.any(String) })
    expect(before.text + after.text).not.toContain('nobody@')
  })
})

describe('refuses', () => {
  guardsThings({ world: () => world, noun: 'person_erasure', make, send: get })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make, send: get })
})
