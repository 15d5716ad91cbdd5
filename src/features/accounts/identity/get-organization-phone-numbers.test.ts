import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const PATH = '/organizations/phone-numbers'
const get = (caller: Caller | undefined) => call(world.app, caller, 'GET', PATH)

describe('does', () => {
  it('returns the numbers of the organization in their order, and an empty list before any is stored', async () => {
    expect((await get(world.alice)).body).toEqual({ data: { phoneNumbers: [] } })
    const body = { phoneNumbers: ['+4940555', '+14155550100', '+4930123*'] }
    expect((await call(world.app, world.alice, 'PUT', PATH, { body })).status).toBe(200)
    const { status, body: read } = await get(world.alice)
    expect([status, read]).toEqual([200, { data: { phoneNumbers: ['+14155550100', '+4930123*', '+4940555'] } }])
  })
})

describe('who may', () => {
  it('is an admin of the organization', async () => {
    expect((await get(world.bob)).status).toBe(403)
    expect((await get(world.rivalOrg)).body).toEqual({ data: { phoneNumbers: [] } })
    expect((await get(undefined)).status).toBe(401)
  })
})
