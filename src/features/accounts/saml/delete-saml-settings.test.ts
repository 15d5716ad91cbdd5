import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { metadataWith, newSigningKey } from '../../../testing/saml-provider.ts'
import { newDomain } from '../../../testing/sign-in-providers-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let domain: string
beforeAll(async () => {
  world = await createWorld(await createTestApp())
  domain = await newDomain(world)
  const metadata = metadataWith([newSigningKey().certificate])
  const body = { name: 'Example ID', metadata, domains: [domain], enabled: true }
  expect((await call(world.app, world.org, 'PUT', '/saml-settings', { body })).status).toBe(200)
})
const remove = (caller: Caller | undefined) => call(world.app, caller, 'DELETE', '/saml-settings')
const route = () => world.app.singleSignOn.findRoute(`x@${domain}`)

describe('who may', () => {
  it('is an admin of the organization', async () => {
    const statuses = [(await remove(world.bob)).status, (await remove(undefined)).status]
    expect([...statuses, (await remove(world.rivalOrg)).status]).toEqual([403, 401, 404])
    expect(await route()).toMatchObject({ protocol: 'saml', required: false })
  })
})

describe('does', () => {
  it('ends the sign-in', async () => {
    expect((await remove(world.org)).status).toBe(204)
    expect(await route()).toBeUndefined()
  })
})

describe('refuses', () => {
  it('what is not there', async () => expect((await remove(world.org)).status).toBe(404))
})
