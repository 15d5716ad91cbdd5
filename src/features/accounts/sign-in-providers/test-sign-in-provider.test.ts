import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { type IdentityProvider, PROVIDERS_HERE, startIdentityProvider } from '../../../testing/identity-provider.ts'
import { startReceiver } from '../../../testing/receiver.ts'
import { newProvider } from '../../../testing/sign-in-providers-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let idp: IdentityProvider
beforeAll(async () => {
  world = await createWorld(await createTestApp({ allowed: PROVIDERS_HERE }))
  idp = await startIdentityProvider()
})

const send = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'POST', `/sign-in-providers/${id}/test`)
const make = async () => (await newProvider(world)).id
const faultOf = async (id: string) => (await send(world.org, id)).body.data.fault?.code

describe('does', () => {
  it('finds one that is there', async () => {
    const { id } = await newProvider(world, { idp })
    expect((await send(world.alice, id)).body).toEqual({ data: { ok: true, fault: null } })
  })

  it('says what is wrong with one that is not', async () => {
    const answer = await send(world.org, await make())
    expect([answer.status, answer.body]).toEqual([
      200,
      { data: { ok: false, fault: { code: 'unknown_name', detail: expect.stringMatching(/^The host name/) } } },
    ])
  })

  const documents: [string, (url: string) => { status?: number; body?: string; type?: string }, string][] = [
    ['none', () => ({ status: 404, body: '{}' }), 'not_a_provider'],
    ['one that is no JSON', () => ({ body: '<html>' }), 'not_a_provider'],
    ['one of another issuer', () => ({ body: JSON.stringify({ issuer: 'https://other.example' }) }), 'wrong_issuer'],
    ['one without endpoints', (issuer) => ({ body: JSON.stringify({ issuer }) }), 'not_a_provider'],
    ['one that is too large', () => ({ body: `"${'x'.repeat(600_000)}"` }), 'too_large'],
  ]
  it.each(documents)('judges a discovery document: %s', async (_, reply, code) => {
    const receiver = await startReceiver()
    receiver.answer = () => {
      const { status = 200, body = '' } = reply(receiver.url)
      return { status, body, headers: { 'content-type': 'application/json' } }
    }
    const { id } = await newProvider(world, { issuer: receiver.url })
    expect(await faultOf(id)).toBe(code)
  })

  it('takes no provider that signs in the people of all its customers', async () => {
    const receiver = await startReceiver()
    receiver.answer = () => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        issuer: `${receiver.url}/{tenantid}/v2.0`,
        authorization_endpoint: `${receiver.url}/authorize`,
        token_endpoint: `${receiver.url}/token`,
        jwks_uri: `${receiver.url}/jwks`,
      }),
    })
    const { id } = await newProvider(world, { issuer: `${receiver.url}/common/v2.0` })
    expect(await faultOf(id)).toBe('wrong_issuer')
  })

  it('follows no redirect', async () => {
    const receiver = await startReceiver(() => ({ status: 302, headers: { location: idp.issuer } }))
    const { id } = await newProvider(world, { issuer: receiver.url })
    expect(await faultOf(id)).toBe('not_a_provider')
    expect(receiver.received).toHaveLength(1)
  })

  it('sends nothing of the secret', async () => {
    const receiver = await startReceiver(() => ({ status: 404 }))
    const { id } = await newProvider(world, { issuer: receiver.url, client_secret: 'very-secret' })
    await send(world.org, id)
    expect(JSON.stringify(receiver.received)).not.toMatch(/very-secret|authorization/)
  })

  it('says when the secret cannot be read any more', async () => {
    const { id } = await newProvider(world, { idp })
    await world.app.store.owner.query(`update sign_in_providers set client_secret = 'v1.AAAA' where id = $1`, [id])
    expect(await faultOf(id)).toBe('secret_unreadable')
  })
})

describe('who may', () => {
  guardsThings({ world: () => world, noun: 'sign-in_provider', make, send })
  adminsOnly({ world: () => world, make, send })
})
