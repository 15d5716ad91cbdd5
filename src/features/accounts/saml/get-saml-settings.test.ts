import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp, PUBLIC_URL } from '../../../testing/create-test-app.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp())
})
const get = (caller: Caller | undefined) => call(world.app, caller, 'GET', '/saml-settings')

describe('does', () => {
  it('shows the addresses of Parley before there is a provider', async () => {
    const base = `${PUBLIC_URL}/saml/${world.rival}`
    expect((await get(world.rivalOrg)).body.data).toEqual({
      ...{ entity_id: `${base}/metadata`, acs_url: `${base}/acs`, metadata_url: `${base}/metadata` },
      ...{ provider: null, last_attempts: [] },
    })
  })
})

describe('who may', () => {
  it('is an admin', async () => {
    expect([(await get(world.alice)).status, (await get(world.bob)).status, (await get(undefined)).status]).toEqual([
      ...[200, 403, 401],
    ])
  })
})
