import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp, PUBLIC_URL } from '../../../testing/create-test-app.ts'
import { type IdentityProvider, PROVIDERS_HERE, startIdentityProvider } from '../../../testing/identity-provider.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { newDomain } from '../../../testing/sign-in-providers-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let idp: IdentityProvider
beforeAll(async () => {
  world = await createWorld(await createTestApp({ allowed: PROVIDERS_HERE }))
  idp = await startIdentityProvider()
})

const post = (caller: Caller | undefined, body: unknown) =>
  call(world.app, caller, 'POST', '/sign-in-providers', { body })
const given = async (more: object = {}) => ({
  ...{ name: ' Example ID ', issuer: 'https://id.example.com/', client_id: 'parley' },
  domains: [await newDomain(world)],
  ...more,
})

describe('does', () => {
  it('keeps a provider with all that is usual', async () => {
    const body = await given()
    const answer = await post(world.alice, body)
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          id: expect.any(String),
          name: 'Example ID',
          issuer: 'https://id.example.com/',
          client_id: 'parley',
          has_client_secret: false,
          domains: body.domains,
          required: false,
          vouches_for_addresses: false,
          makes_users: true,
          default_role: 'SALES_REP',
          default_team_uuid: null,
          callback_url: `${PUBLIC_URL}/sign-in/callback`,
          users: 0,
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      },
    ])
  })

  it('keeps the secret sealed and never tells it', async () => {
    const answer = await post(world.org, await given({ client_secret: 'very-secret' }))
    expect(answer.body.data.has_client_secret).toBe(true)
    expect(answer.text).not.toContain('very-secret')
    const [row] = await world.app.store.owner.query<{ client_secret: string }>(
      'select client_secret from sign_in_providers where id = $1',
      [answer.body.data.id],
    )
    expect(row?.client_secret).toMatch(/^v1\.[\w-]+$/)
    expect(Buffer.from(row?.client_secret.slice(3) ?? '', 'base64url').toString('latin1')).not.toContain('very-secret')
  })

  it('takes the address of the discovery document for the issuer, domains in any case, a role and a team', async () => {
    const [one, two] = [await newDomain(world), await newDomain(world)]
    const answer = await post(world.org, {
      ...(await given()),
      issuer: 'https://id.example.com/tenant/.well-known/openid-configuration',
      domains: [two.toUpperCase(), one, two],
      ...{ default_role: 'MANAGER', default_team_uuid: world.teams.north, makes_users: false },
    })
    expect(answer.body.data).toMatchObject({
      issuer: 'https://id.example.com/tenant',
      domains: [one, two].toSorted(),
      ...{ default_role: 'MANAGER', default_team_uuid: world.teams.north, makes_users: false },
    })
  })

  it('requires one that is there', async () => {
    const here = { issuer: idp.issuer, client_id: idp.clientId, client_secret: idp.clientSecret }
    expect((await post(world.org, await given({ ...here, required: true }))).body.data.required).toBe(true)
  })

  it('gives a domain to one provider, whoever claims it at the same moment and from whichever organization', async () => {
    const domain = await newDomain(world)
    await world.app.store.owner.query('insert into organization_domains (organization_id, domain) values ($1, $2)', [
      world.rival,
      domain,
    ])
    const body = await given({ domains: [domain] })
    const answers = await Promise.all(
      [world.org, world.rivalOrg, world.org, world.rivalOrg].map((one) => post(one, body)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toEqual(
      resourceError(409, 'sign_in_domain_taken', '/domains/0'),
    )
  })

  it('lets an organization have twenty of them, whoever comes at the same moment', async () => {
    const other = await createWorld(world.app)
    const make = async () => {
      const body = { ...(await given()), domains: [await newDomain(other)] }
      return call(world.app, other.org, 'POST', '/sign-in-providers', { body })
    }
    for (let n = 0; n < 17; n++) await make()
    const answers = await Promise.all(Array.from({ length: 6 }, make))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('too_many_sign_in_providers')
  })
})

describe('refuses', () => {
  it.each<[string, object, string]>([
    ['no name', { name: ' ' }, '/name'],
    ['an issuer that is no address', { issuer: 'id.example.com' }, '/issuer'],
    ['plain http', { issuer: 'http://1.1.1.1' }, '/issuer'],
    ['a private address', { issuer: 'https://10.0.0.1' }, '/issuer'],
    ['the address of the machine in the cloud', { issuer: 'https://169.254.169.254' }, '/issuer'],
    ['a password in the issuer', { issuer: 'https://a:b@id.example.com' }, '/issuer'],
    ['a query in the issuer', { issuer: 'https://id.example.com?x' }, '/issuer'],
    ['no client id', { client_id: '' }, '/client_id'],
    ['a secret of two lines', { client_secret: 'a\nb' }, '/client_secret'],
    ['no domain', { domains: [] }, '/domains'],
    ['what is no domain', { domains: ['acme'] }, '/domains/0'],
    ['a domain that is not the organization’s own', { domains: ['rival.example'] }, '/domains/0'],
    ['a domain of everybody', { domains: ['gmail.com'] }, '/domains/0'],
    ['to make admins', { default_role: 'ADMIN' }, '/default_role'],
    ['a team that is not there', { default_team_uuid: NOBODY }, '/default_team_uuid'],
    ['to require one that does not answer', { required: true }, '/required'],
  ])('%s', async (_, change, pointer) => {
    const answer = await post(world.org, await given(change))
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    expect((await post(undefined, await given())).status).toBe(401)
  })

  it('is admins and org-level keys', async () => {
    for (const caller of [world.mark, world.bob]) {
      const answer = await post(caller, await given())
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
  })
})
