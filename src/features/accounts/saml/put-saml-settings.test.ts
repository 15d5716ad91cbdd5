import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { ENTITY_ID, metadataWith, newSigningKey } from '../../../testing/saml-provider.ts'
import { newDomain, newProvider } from '../../../testing/sign-in-providers-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

const { certificate } = newSigningKey()
const other = newSigningKey().certificate
let world: World
let domain: string
beforeAll(async () => {
  world = await createWorld(await createTestApp())
  domain = await newDomain(world)
})

const send = (caller: Caller | undefined, body: object) => call(world.app, caller, 'PUT', '/saml-settings', { body })
const given = (more: object = {}) => ({
  ...{ name: 'Example ID', entity_id: ENTITY_ID, sso_url: 'https://idp.example/sso', certificates: [certificate] },
  ...{ domains: [domain], ...more },
})
const put = (more: object = {}) => send(world.org, given(more))

describe('does', () => {
  it('keeps the settings of a metadata document as those of single fields', async () => {
    const single = (await put()).body.data.provider
    const metadata = metadataWith([certificate])
    const bare = { entity_id: null, sso_url: null, certificates: null }
    const read = (await put({ ...bare, metadata })).body.data.provider
    expect({ ...read, updated_at: '' }).toEqual({ ...single, updated_at: '' })
    expect(read).toMatchObject({ entity_id: ENTITY_ID, enabled: false, makes_users: false, verified_at: null })
    expect(read.certificates).toEqual([
      { pem: certificate, fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}/), expires_at: expect.any(String) },
    ])
  })

  it('keeps a test while a certificate is replaced, and forgets it with another provider', async () => {
    const { owner } = world.app.store
    await put()
    await owner.query('update saml_providers set verified_at = now() where organization_id = $1', [world.acme])
    const verified = async (more: object) => (await put(more)).body.data.provider.verified_at !== null
    expect(await verified({ certificates: [certificate, other] })).toBe(true)
    expect(await verified({ certificates: [other] })).toBe(true)
    expect(await verified({ certificates: [certificate] })).toBe(false)
  })

  it('is no provider of OpenID Connect', async () => {
    await put()
    const { data } = (await call(world.app, world.org, 'GET', '/sign-in-providers')).body
    expect(data.map(({ name }: { name: string }) => name)).not.toContain('Example ID')
  })
})

describe('refuses', () => {
  it.each<[string, object, string]>([
    ['no entity ID', { entity_id: null }, '/entity_id'],
    ['no address', { sso_url: null }, '/sso_url'],
    ['no certificate', { certificates: [] }, '/certificates'],
    ['plain http', { sso_url: 'http://idp.example/sso' }, '/sso_url'],
    ['what is no certificate', { certificates: [certificate, 'AAAA'] }, '/certificates/1'],
    ['a short key', { certificates: [newSigningKey(1_024).certificate] }, '/certificates/0'],
    ['metadata that is no XML', { metadata: 'x' }, '/metadata'],
    ['metadata with a document type', { metadata: `<!DOCTYPE x>${metadataWith([certificate])}` }, '/metadata'],
    ['metadata without a certificate', { metadata: metadataWith([]) }, '/metadata'],
    [
      'metadata with a script as its address',
      { metadata: metadataWith([certificate], 'javascript:alert(1)') },
      '/metadata',
    ],
    ['a domain of somebody else', { domains: ['elsewhere.example'] }, '/domains/0'],
    ['to require what is off', { required: true }, '/required'],
    ['to require what was never tested', { enabled: true, required: true }, '/required'],
  ])('%s', async (_, more, pointer) => {
    const answer = await put(more)
    expect([answer.status, answer.text.includes(`"${pointer}"`)]).toEqual([400, true])
  })

  it('a domain that another provider has', async () => {
    const taken = await newProvider(world)
    expect((await put({ domains: [taken.domain] })).status).toBe(409)
  })
})

it('is for admins', async () => {
  const statuses = [(await send(world.bob, given())).status, (await send(undefined, given())).status]
  expect(statuses).toEqual([403, 401])
})
