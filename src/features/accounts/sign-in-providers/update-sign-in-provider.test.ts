import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { type IdentityProvider, PROVIDERS_HERE, startIdentityProvider } from '../../../testing/identity-provider.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { newDomain, newProvider } from '../../../testing/sign-in-providers-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let idp: IdentityProvider
beforeAll(async () => {
  world = await createWorld(await createTestApp({ allowed: PROVIDERS_HERE }))
  idp = await startIdentityProvider()
})

const patch = (caller: Caller | undefined, id: string, body: unknown = { name: 'Another' }) =>
  call(world.app, caller, 'PATCH', `/sign-in-providers/${id}`, { body })
const make = async () => (await newProvider(world)).id
const knows = async (id: string) =>
  world.app.store.owner.query(
    `insert into sign_in_identities (organization_id, provider_id, subject, user_id, linked_at, last_used_at)
     values ($1, $2, 'bob at the provider', $3, now(), now())`,
    [world.acme, id, world.bob.userId],
  )

describe('does', () => {
  it('changes what is given and keeps the rest', async () => {
    const { id, domain } = await newProvider(world, { client_secret: 'secret', default_team_uuid: world.teams.north })
    await knows(id)
    const answer = await patch(world.alice, id, { name: 'Another', vouches_for_addresses: true })
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      {
        ...{ id, name: 'Another', vouches_for_addresses: true, has_client_secret: true, domains: [domain] },
        ...{ default_team_uuid: world.teams.north, users: 1 },
      },
    ])
    const emptied = await patch(world.org, id, { client_secret: null, default_team_uuid: null })
    expect(emptied.body.data).toMatchObject({ has_client_secret: false, default_team_uuid: null, users: 1 })
  })

  it('replaces domains, and a domain that was let go is free', async () => {
    const [one, two] = [await newProvider(world), await newProvider(world)]
    const taken = await patch(world.org, two.id, { domains: [one.domain] })
    expect([taken.status, taken.body]).toEqual([409, resourceError(409, 'sign_in_domain_taken', '/domains/0')])
    const other = await newDomain(world)
    await patch(world.org, one.id, { domains: [other] })
    const given = await patch(world.org, two.id, { domains: [one.domain, two.domain] })
    expect(given.body.data.domains).toEqual([one.domain, two.domain].toSorted())
  })

  it('forgets whom the issuer of before knew', async () => {
    const { id } = await newProvider(world)
    await knows(id)
    const answer = await patch(world.org, id, { issuer: 'https://other.example.com' })
    expect(answer.body.data).toMatchObject({ issuer: 'https://other.example.com', users: 0 })
  })

  it('requires it once it answers', async () => {
    const { id } = await newProvider(world)
    const answer = await patch(world.org, id, { required: true })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/required')])
    const here = { issuer: idp.issuer, client_id: idp.clientId, client_secret: idp.clientSecret }
    expect((await patch(world.org, id, { ...here, required: true })).body.data.required).toBe(true)
    expect((await patch(world.org, id, { issuer: `${idp.issuer}/other`, client_secret: 'x' })).body).toEqual(
      refusedField('/required'),
    )
  })
})

describe('refuses', () => {
  it('to send the secret of one issuer to another', async () => {
    const { id } = await newProvider(world, { client_secret: 'secret' })
    const answer = await patch(world.org, id, { issuer: 'https://evil.example.com' })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/client_secret')])
    expect((await patch(world.org, id, { issuer: 'https://new.example.com', client_secret: 'new' })).status).toBe(200)
  })

  it.each<[object, string]>([
    [{}, ''],
    [{ issuer: 'https://127.0.0.1.nip.example?x=1' }, '/issuer'],
    [{ issuer: 'https://10.0.0.1' }, '/issuer'],
    [{ domains: ['rival.example'] }, '/domains/0'],
    [{ default_team_uuid: NOBODY }, '/default_team_uuid'],
    [{ default_role: 'ADMIN' }, '/default_role'],
  ])('%j', async (body, pointer) => {
    const answer = await patch(world.org, await make(), body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })
})

describe('who may', () => {
  guardsThings({ world: () => world, noun: 'sign-in_provider', make, send: patch })
  adminsOnly({ world: () => world, make, send: patch })
})
