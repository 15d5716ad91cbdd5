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
const send = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/sources/${id}/deliveries`)

describe('does', () => {
  it('returns refused requests, at most a hundred of them', async () => {
    const { id, path } = await sourceFor(world, webhookBody())
    for (let sent = 0; sent < 105; sent++) await call(world.app, undefined, 'POST', path, { body: '{}' })
    const { body } = await send(world.org, id)
    expect(body.meta.totalRecords).toBe(100)
    expect(body.data[0]).toMatchObject({ status: 'refused', reason: 'The request has no signature.', hasBody: false })
    const read = await call(world.app, world.org, 'GET', `/sources/${id}/deliveries`, { query: { status: 'read' } })
    expect(read.body.data).toEqual([])
  })
})

describe('refuses', () => {
  guardsThings({ world: () => world, noun: 'source', make, send })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make, send })
})
