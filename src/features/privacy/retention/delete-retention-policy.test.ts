import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { policyFor } from '../../../testing/privacy-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const remove = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'DELETE', `/retention-policies/${id}`)

describe('does', () => {
  it('deletes it, once', async () => {
    const id = await policyFor(world)
    expect([(await remove(world.alice, id)).status, (await remove(world.alice, id)).status]).toEqual([204, 404])
  })
})

describe('refuses', () => {
  guardsThings({ world: () => world, noun: 'retention_policy', make: () => policyFor(world), send: remove })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make: () => policyFor(world), send: remove })
})
