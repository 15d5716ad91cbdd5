/** Complete flow of a standard client, `oauth4webapi`, without knowledge of Parley. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../testing/call.ts'
import {
  asking,
  connected,
  decide,
  discover,
  knock,
  newProgram,
  REDIRECT,
  RESOURCE,
  redeem,
  refreshed,
  revoked,
} from '../../testing/connect-fixtures.ts'
import { createTestApp, PUBLIC_URL } from '../../testing/create-test-app.ts'
import { newPerson } from '../../testing/people.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let now = Date.now()
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => new Date(now) } }))
})

const asBob = (given: Parameters<typeof connected>[3] = {}) => connected(world.app, world.acme, world.bob.userId, given)
const get = async (path: string) => {
  const answer = await world.app.server.inject({ method: 'GET', url: path })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

describe('discovery', () => {
  it('tells of the server what is served, under its very address', async () => {
    expect(await discover(world.app)).toEqual({
      issuer: PUBLIC_URL,
      authorization_endpoint: `${PUBLIC_URL}/oauth/authorize`,
      token_endpoint: `${PUBLIC_URL}/oauth/token`,
      registration_endpoint: `${PUBLIC_URL}/oauth/register`,
      revocation_endpoint: `${PUBLIC_URL}/oauth/revoke`,
      jwks_uri: `${PUBLIC_URL}/oauth/jwks`,
      scopes_supported: ['mcp:read', 'mcp:write'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    })
  })

  it('leads from what a program wants to reach to who lets it in, at each address programs look at', async () => {
    for (const path of ['', '/mcp']) {
      const { status, body, headers } = await get(`/.well-known/oauth-protected-resource${path}`)
      expect([status, body]).toEqual([
        200,
        {
          resource: RESOURCE,
          resource_name: 'Parley',
          authorization_servers: [PUBLIC_URL],
          scopes_supported: ['mcp:read', 'mcp:write'],
          bearer_methods_supported: ['header'],
        },
      ])
      expect(headers['access-control-allow-origin']).toBe('*')
      expect((await get(`/.well-known/oauth-authorization-server${path}`)).body.issuer).toBe(PUBLIC_URL)
    }
  })

  it('shows a public key, always the same, and no private one', async () => {
    const { body } = await get('/oauth/jwks')
    expect(body).toEqual({
      keys: [{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid: expect.any(String), x: expect.any(String) }],
    })
    expect((await get('/oauth/jwks')).body).toEqual(body)
  })

  it('is no provider of identities', async () => {
    for (const path of ['/.well-known/openid-configuration', '/oauth/userinfo', '/me', '/session/end']) {
      expect((await world.app.server.inject({ method: 'GET', url: path })).statusCode).toBe(404)
    }
  })
})

describe('a program', () => {
  it('registers, asks, is allowed and gets tokens for the tool server', async () => {
    const { tokens } = await asBob()
    expect(tokens).toEqual({
      access_token: expect.stringMatching(/^[\w-]{64}$/),
      refresh_token: expect.stringMatching(/^[\w-]{64}$/),
      token_type: 'bearer',
      expires_in: 3600,
      scope: 'mcp:read mcp:write',
    })
    expect(await knock(world.app, tokens.access_token)).toEqual([200])
    expect(await world.app.authenticateOAuth(tokens.access_token)).toEqual({
      organizationId: world.acme,
      user: { id: world.bob.userId, email: 'bob@acme.example', teamIds: [world.teams.north] },
      role: 'SALES_REP',
      scopes: ['read', 'write'],
      via: 'oauth',
      clientId: expect.any(String),
    })
  })

  it.each(['client_secret_basic', 'client_secret_post'])('may have a secret (%s)', async (method) => {
    const { program, tokens } = await asBob({ metadata: { token_endpoint_auth_method: method } })
    expect(program.client.client_secret).toMatch(/^[\w-]{43}$/)
    const next = await refreshed(program, tokens.refresh_token)
    expect(await knock(world.app, next.access_token)).toEqual([200])
  })

  it('is told who answers, by the issuer in the answer', async () => {
    const program = await newProgram(world.app)
    const browser = await signedIn(world.app, world.acme, world.bob.userId)
    const { path, state } = await asking(program)
    const answer = await decide(browser, path)
    expect(`${answer.origin}${answer.pathname}`).toBe(REDIRECT)
    expect(Object.fromEntries(answer.searchParams)).toEqual({ code: expect.any(String), state, iss: PUBLIC_URL })
    const refused = await decide(browser, (await asking(program, { state: 's' })).path, 'deny')
    expect(Object.fromEntries(refused.searchParams)).toEqual({
      error: 'access_denied',
      error_description: expect.any(String),
      state: 's',
      iss: PUBLIC_URL,
    })
  })

  it.each([
    ['nothing', undefined],
    ['refresh tokens only', 'offline_access'],
    ['what others serve', 'openid profile email offline_access'],
  ])('that asks for %s asks for both scopes', async (_, scope) => {
    const program = await newProgram(world.app)
    const browser = await signedIn(world.app, world.acme, world.bob.userId)
    const asked = await asking(program, { scope })
    const tokens = await redeem(program, await decide(browser, asked.path), asked)
    expect([tokens.scope, typeof tokens.refresh_token]).toEqual(['mcp:read mcp:write', 'string'])
  })

  it('gets no more than it asked for', async () => {
    const { tokens, program } = await asBob({ scope: 'mcp:read offline_access' })
    expect(tokens.scope).toBe('mcp:read')
    expect((await world.app.authenticateOAuth(tokens.access_token)).scopes).toEqual(['read'])
    const next = await refreshed(program, tokens.refresh_token)
    expect((await world.app.authenticateOAuth(next.access_token)).scopes).toEqual(['read'])
  })

  it('may narrow its scope for a while, and have the whole again', async () => {
    const { tokens, program } = await asBob()
    const narrow = await refreshed(program, tokens.refresh_token, { scope: 'mcp:read' })
    expect((await world.app.authenticateOAuth(narrow.access_token)).scopes).toEqual(['read'])
    const whole = await refreshed(program, narrow.refresh_token ?? '')
    expect((await world.app.authenticateOAuth(whole.access_token)).scopes).toEqual(['read', 'write'])
  })

  it('needs to name neither the resource nor, on loopback, the same port again', async () => {
    const program = await newProgram(world.app)
    const browser = await signedIn(world.app, world.acme, world.bob.userId)
    const elsewhere = REDIRECT.replace('53682', '61000')
    const asked = await asking(program, { resource: undefined, redirect_uri: elsewhere })
    const answer = await decide(browser, asked.path)
    expect(answer.port).toBe('61000')
    const { access_token } = await redeem(program, answer, asked, elsewhere)
    expect(await knock(world.app, access_token)).toEqual([200])
  })

  it('is known by itself again, whatever process registered it', async () => {
    const program = await newProgram(world.app)
    const other = await createTestApp()
    const { path } = await asking(program)
    const browser = await signedIn({ ...world.app, ...other }, world.acme, world.bob.userId)
    const answer = await decide(browser, path)
    expect(answer.searchParams.get('code')).toMatch(/^[\w-]{64}$/)
  })
})

describe('refresh tokens', () => {
  it('are used once, each for the next, and the access token before goes on until it expires', async () => {
    const { tokens, program } = await asBob()
    const second = await refreshed(program, tokens.refresh_token)
    expect(second.refresh_token).not.toBe(tokens.refresh_token)
    const third = await refreshed(program, second.refresh_token ?? '')
    for (const { access_token } of [tokens, second, third]) expect(await knock(world.app, access_token)).toEqual([200])
  })

  it('count for 30 days from their making, access tokens for an hour', async () => {
    const { tokens, program } = await asBob()
    const began = now
    now = began + 3_600_000 - 1
    expect(await knock(world.app, tokens.access_token)).toEqual([200])
    now = began + 30 * 86_400_000 - 1_000
    const next = await refreshed(program, tokens.refresh_token)
    now += 30 * 86_400_000
    await expect(refreshed(program, next.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
    now = began
  })
})

describe('the end of a connection', () => {
  it.each(['refresh_token', 'access_token'] as const)('comes at once with the revocation of its %s', async (which) => {
    const { tokens, program } = await asBob()
    const next = await refreshed(program, tokens.refresh_token)
    await revoked(program, which === 'access_token' ? next.access_token : (next.refresh_token ?? ''))
    for (const { access_token } of [tokens, next]) {
      expect(await knock(world.app, access_token)).toEqual([401, 'invalid_token'])
    }
    await expect(refreshed(program, next.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('is not brought about by the token of another program', async () => {
    const [one, other] = [await asBob(), await asBob()]
    await revoked(other.program, one.tokens.refresh_token)
    expect(await knock(world.app, one.tokens.access_token)).toEqual([200])
  })

  it('comes at once when its user disconnects it, and others go on', async () => {
    const [one, other] = [await asBob(), await asBob()]
    const listed = (await call(world.app, world.bob, 'GET', '/connected-apps')).body.data
    const { client_id } = one.program.client
    const { id } = listed.find((app: { client_id: string }) => app.client_id === client_id)
    expect((await call(world.app, world.bob, 'DELETE', `/connected-apps/${id}`)).status).toBe(204)
    expect(await knock(world.app, one.tokens.access_token)).toEqual([401, 'invalid_token'])
    await expect(refreshed(one.program, one.tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(await knock(world.app, other.tokens.access_token)).toEqual([200])
  })

  it('comes with the access of its user, and stays', async () => {
    const person = await newPerson(world)
    const { tokens, program } = await connected(world.app, world.acme, person.userId)
    await call(world.app, world.alice, 'DELETE', `/organizations/users/${person.userId}`)
    expect(await knock(world.app, tokens.access_token)).toEqual([401, 'invalid_token'])
    await expect(refreshed(program, tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
    await call(world.app, world.alice, 'POST', `/organizations/users/${person.userId}/reactivate`)
    expect(await knock(world.app, tokens.access_token)).toEqual([401, 'invalid_token'])
    await expect(refreshed(program, tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
  })
})

describe('what is stored', () => {
  it('is digests: no token, code or id of a request', async () => {
    const { tokens, code, program } = await asBob()
    const next = await refreshed(program, tokens.refresh_token)
    const browser = await signedIn(world.app, world.acme, world.bob.userId)
    const waiting = (await browser.get((await asking(program)).path)).location?.split('/').at(-1) ?? ''
    expect(waiting).toMatch(/^[\w-]{43}$/)
    const tables = ['oauth_grants', 'oauth_tokens', 'oauth_interactions', 'sessions', 'sign_in_links', 'audit_log']
    const rows = await Promise.all(
      tables.map((table) => world.app.store.owner.query(`select to_jsonb(t)::text as row from ${table} t`)),
    )
    const stored = JSON.stringify(rows)
    expect(stored.length).toBeGreaterThan(1_000)
    const cookie = browser.cookies.get('parley_session') ?? ''
    const secrets = [
      tokens.access_token,
      tokens.refresh_token,
      next.access_token,
      next.refresh_token,
      code,
      waiting,
      cookie,
    ]
    for (const secret of secrets) {
      expect(secret).toMatch(/^[\w-]{43,}$/)
      expect(stored).not.toContain(secret)
    }
  })
})
