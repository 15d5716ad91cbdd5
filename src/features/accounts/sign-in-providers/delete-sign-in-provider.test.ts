import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { notFound } from '../../../testing/refusals.ts'
import { newProvider } from '../../../testing/sign-in-providers-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const send = (caller: Caller | undefined, id: string) => call(world.app, caller, 'DELETE', `/sign-in-providers/${id}`)
const make = async () => (await newProvider(world)).id

describe('does', () => {
  it('ends a provider with all that it knew, and frees its domains', async () => {
    const { id, domain } = await newProvider(world)
    await world.app.store.owner.query(
      `insert into sign_in_identities (organization_id, provider_id, subject, user_id, linked_at, last_used_at)
       values ($1, $2, 'somebody', $3, now(), now())`,
      [world.acme, id, world.bob.userId],
    )
    expect(await world.app.singleSignOn.findRoute(`somebody@${domain}`)).toMatchObject({ providerId: id })
    const answer = await send(world.alice, id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await send(world.alice, id)).body).toEqual(notFound('sign-in_provider'))
    expect(await world.app.singleSignOn.findRoute(`somebody@${domain}`)).toBeUndefined()
    const body = { name: 'Next', issuer: 'https://id.example.com', client_id: 'x', domains: [domain] }
    expect((await call(world.app, world.org, 'POST', '/sign-in-providers', { body })).status).toBe(201)
  })
})

describe('who may', () => {
  guardsThings({ world: () => world, noun: 'sign-in_provider', make, send })
  adminsOnly({ world: () => world, make, send })
})
