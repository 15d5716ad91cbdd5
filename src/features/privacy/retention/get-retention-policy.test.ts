import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { policyFor } from '../../../testing/privacy-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/retention-policies/${id}`)

describe('does', () => {
  it('tells it', async () => {
    const id = await policyFor(world, { name: 'This one' })
    expect((await get(world.alice, id)).body.data).toMatchObject({ uuid: id, name: 'This one', lastRun: null })
  })
})

describe('refuses', () => {
  guardsThings({ world: () => world, noun: 'retention_policy', make: () => policyFor(world), send: get })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make: () => policyFor(world), send: get })
})
