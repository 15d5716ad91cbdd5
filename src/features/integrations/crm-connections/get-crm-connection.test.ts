import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { connectionFor, createCrmWorld } from '../../../testing/crm-fixtures.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import type { Caller, World } from '../../../testing/world.ts'

let world: World
let connection: { uuid: string; secret?: string }
beforeAll(async () => {
  world = await createCrmWorld()
  connection = await connectionFor(world, 'http', 'https://crm.acme.example')
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/crm-connections/${id}`)

describe('does', () => {
  it('tells the connection as its creation did, without its secret', async () => {
    const { secret: _, ...told } = connection
    expect((await get(world.org, connection.uuid)).body).toEqual({ data: told })
  })
})

describe('who may', () => {
  const guarded = { world: () => world, noun: 'crm_connection', make: async () => connection.uuid, send: get }
  guardsThings(guarded)
  adminsOnly(guarded)
})
