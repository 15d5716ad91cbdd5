import { beforeAll, describe, expect, it } from 'vitest'
import { changeOwnLimits } from '../../../core/organization-limits.ts'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

const limits = { LIMIT_SECOND: '20', LIMIT_HOUR: '5000', LIMIT_DAY: '50000' }

/** As tests have them. */
const WIDE = { second: 1_000_000, hour: 1_000_000, day: 1_000_000 }

let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ limits }))
})

const get = (caller: Caller | undefined) => call(world.app, caller, 'GET', '/rate-limits')

describe('does', () => {
  it('tells what the settings say, and what the operator arranged with an organization', async () => {
    await changeOwnLimits(world.app.store.owner, world.rival, { hour: 7 })
    await changeOwnLimits(world.app.store.owner, world.rival, { second: 3 }, 'user')
    expect((await get(world.alice)).body.data).toEqual({
      second: 20,
      hour: 5_000,
      day: 50_000,
      requests: { key: WIDE, user: WIDE, organization: WIDE },
    })
    expect((await get(world.mallory)).body.data).toEqual({
      second: 20,
      hour: 7,
      day: 50_000,
      requests: { key: WIDE, user: { ...WIDE, second: 3 }, organization: WIDE },
    })
  })
})

describe('refuses', () => {
  it('to change any', async () => {
    expect((await call(world.app, world.alice, 'PATCH', '/rate-limits', { body: { hour: 1 } })).status).toBe(405)
  })
})

describe('who may', () => {
  it('is everybody with a key', async () => {
    expect((await get(undefined)).status).toBe(401)
    expect((await get(world.bob)).status).toBe(200)
  })
})
