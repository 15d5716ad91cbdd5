/** Attacks with codes, tokens and API keys, each rejected. */
import { createHmac, hkdfSync } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import { beforeAll, describe, expect, it } from 'vitest'
import { Secret } from '../../core/config.ts'
import { createKeyTokens } from '../../features/accounts/api-keys/index.ts'
import { call } from '../../testing/call.ts'
import {
  asking,
  connected,
  decide,
  getFreshCode,
  knock,
  newProgram,
  type Program,
  REDIRECT,
  refreshed,
} from '../../testing/connect-fixtures.ts'
import { createTestApp, PUBLIC_URL } from '../../testing/create-test-app.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { TEST_SECRET } from '../../testing/test-database.ts'
import { createWorld, type World } from '../../testing/world.ts'

let now = Date.now()
let world: World
let program: Program
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => new Date(now) } }))
  program = await newProgram(world.app)
})

const asBob = () => signedIn(world.app, world.acme, world.bob.userId)
const connectedBob = (given: Parameters<typeof connected>[3] = {}) =>
  connected(world.app, world.acme, world.bob.userId, given)
const INVALID = [401, 'invalid_token']
const freshCode = async () => getFreshCode(await asBob(), program)

/** Response to a token request. */
async function token(body: Record<string, string>) {
  const answer = await world.app.server.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(body).toString(),
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

describe('a code', () => {
  it('that is used again ends everything that came of it', async () => {
    const { usual } = await freshCode()
    const first = await token(usual)
    expect([first.status, first.headers['cache-control']]).toEqual([200, 'no-store'])
    const next = await refreshed(program, first.body.refresh_token)
    expect(await knock(world.app, next.access_token)).toEqual([200])
    const again = await token(usual)
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
    for (const one of [first.body.access_token, next.access_token]) expect(await knock(world.app, one)).toEqual(INVALID)
    await expect(refreshed(program, next.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('that several use at the same moment gives no two of them tokens that work', async () => {
    const { usual } = await freshCode()
    const answers = await Promise.all([1, 2, 3, 4].map(() => token(usual)))
    for (const { status } of answers) expect([200, 400]).toContain(status)
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    for (const { body } of answers.filter(({ status }) => status === 200)) {
      expect(await knock(world.app, body.access_token)).toEqual(INVALID)
    }
  })

  it.each<
    [string, (usual: Record<string, string>) => Promise<Record<string, string>> | Record<string, string>, string]
  >([
    ['wrong verifier', (usual) => ({ ...usual, code_verifier: oauth.generateRandomCodeVerifier() }), 'invalid_grant'],
    ['no verifier', ({ code_verifier: _, ...usual }) => usual, 'invalid_grant'],
    ['verifier of another method', async (usual) => ({ ...usual, code_verifier: 'x'.repeat(43) }), 'invalid_grant'],
    [
      'code of another program',
      async (usual) => ({ ...usual, client_id: (await newProgram(world.app)).client.client_id }),
      'invalid_grant',
    ],
    ['other redirect address', (usual) => ({ ...usual, redirect_uri: `${REDIRECT}2` }), 'invalid_grant'],
    ['no redirect address', ({ redirect_uri: _, ...usual }) => usual, 'invalid_request'],
    ['foreign resource', (usual) => ({ ...usual, resource: 'https://other.example/mcp' }), 'invalid_target'],
    ['our resource, but for a slash', (usual) => ({ ...usual, resource: `${PUBLIC_URL}/mcp/` }), 'invalid_target'],
    ['made-up code', (usual) => ({ ...usual, code: 'a'.repeat(64) }), 'invalid_grant'],
    ['no program at all', ({ client_id: _, ...usual }) => usual, 'invalid_request'],
    ['made-up program', (usual) => ({ ...usual, client_id: `${usual.client_id}a` }), 'invalid_client'],
    ['password of the user', (usual) => ({ ...usual, grant_type: 'password' }), 'unsupported_grant_type'],
    [
      'rights of the program itself',
      (usual) => ({ ...usual, grant_type: 'client_credentials' }),
      'unsupported_grant_type',
    ],
  ])('is not taken with %s', async (_, change, error) => {
    const { usual } = await freshCode()
    const answer = await token(await change(usual))
    expect([answer.body.error, answer.headers['cache-control']]).toEqual([error, 'no-store'])
    expect([400, 401]).toContain(answer.status)
  })

  it('is not taken a minute later', async () => {
    const { usual } = await freshCode()
    now += 60_000
    const answer = await token(usual)
    now -= 60_000
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant'])
  })

  it('is of no use to whoever stole the request: the secret of a program is needed too', async () => {
    const secretive = await newProgram(world.app, { token_endpoint_auth_method: 'client_secret_post' })
    const asked = await asking(secretive)
    const code = (await decide(await asBob(), asked.path)).searchParams.get('code') ?? ''
    const body = { grant_type: 'authorization_code', redirect_uri: REDIRECT, code, code_verifier: asked.verifier }
    const { client_id } = secretive.client
    for (const secret of [undefined, 'wrong', program.client.client_id]) {
      const answer = await token({ ...body, client_id, ...(secret === undefined ? {} : { client_secret: secret }) })
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
    }
  })
})

describe('a refresh token', () => {
  it('that is used again a minute later ends everything that came of it, also what the thief has', async () => {
    const { tokens, program } = await connectedBob()
    const began = now
    const next = await refreshed(program, tokens.refresh_token)
    now = began + 60_000
    await expect(refreshed(program, tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
    for (const { access_token } of [tokens, next]) expect(await knock(world.app, access_token)).toEqual(INVALID)
    await expect(refreshed(program, next.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('is not taken from another program, with more scope, or for another resource', async () => {
    const { tokens, program } = await connectedBob({ scope: 'mcp:read' })
    const other = await newProgram(world.app)
    const { refresh_token } = tokens
    await expect(refreshed(other, refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(refreshed(program, refresh_token, { scope: 'mcp:read mcp:write' })).rejects.toMatchObject({
      error: 'invalid_scope',
    })
    const resource = 'https://other.example/mcp'
    await expect(refreshed(program, refresh_token, { resource })).rejects.toMatchObject({ error: 'invalid_target' })
  })
})

describe('a token', () => {
  it('in the address is none', async () => {
    const { tokens } = await connectedBob()
    const query = `access_token=${tokens.access_token}`
    expect(await knock(world.app, '', `/mcp?${query}`)).toEqual([401, 'unauthorized'])
    expect((await call(world.app, undefined, 'GET', `/connected-apps?${query}`)).status).toBe(401)
  })

  it('for the tool server opens nothing else', async () => {
    const { tokens } = await connectedBob()
    for (const authorization of [tokens.access_token, `Bearer ${tokens.access_token}`]) {
      const answer = await call(world.app, undefined, 'GET', '/conversations/list', { headers: { authorization } })
      expect([answer.status, answer.body]).toEqual([401, { code: 401, message: 'The API key is not valid.' }])
    }
  })

  it('of another kind is none', async () => {
    const { tokens, code, browser } = await connectedBob()
    const cookie = browser.cookies.get('parley_session') ?? ''
    for (const one of [tokens.refresh_token, code, cookie, 'a'.repeat(64), 'x']) {
      expect(await knock(world.app, one)).toEqual(INVALID)
    }
  })

  it('is none once it was changed, or names another organization', async () => {
    const { tokens } = await connectedBob()
    const bytes = Buffer.from(tokens.access_token, 'base64url')
    const rival = Buffer.concat([Buffer.from(world.rival.replaceAll('-', ''), 'hex'), bytes.subarray(16)])
    for (const at of [0, 16, 47]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(await knock(world.app, changed.toString('base64url'))).toEqual(INVALID)
    }
    expect(await knock(world.app, rival.toString('base64url'))).toEqual(INVALID)
  })

  it('is none one millisecond after its time, and says that it has expired', async () => {
    const { tokens } = await connectedBob()
    now += 3_600_000
    await expect(world.app.authenticateOAuth(tokens.access_token)).rejects.toMatchObject({
      code: 'invalid_token',
      message: 'The access token has expired. Get a new one with the refresh token.',
    })
    expect(await knock(world.app, tokens.access_token)).toEqual(INVALID)
    now -= 3_600_000
  })

  it('for another address is none', async () => {
    const { tokens } = await connectedBob()
    await world.app.store.owner.query(
      "update oauth_tokens set audience = 'https://other.example/mcp' where kind = 'access'",
    )
    expect(await knock(world.app, tokens.access_token)).toEqual(INVALID)
    await world.app.store.owner.query('update oauth_tokens set audience = $1 where kind = $2', [
      `${PUBLIC_URL}/mcp`,
      'access',
    ])
    expect(await knock(world.app, tokens.access_token)).toEqual([200])
  })
})

describe('an API key', () => {
  const claims = () => {
    const [, payload = ''] = world.bob.key.split('.')
    return JSON.parse(Buffer.from(payload, 'base64url').toString())
  }
  const written = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = (header: object, key: string | Buffer, hash = 'sha256') => {
    const body = `${written(header)}.${written(claims())}`
    return `${body}.${createHmac(hash, key).update(body).digest('base64url')}`
  }
  const ours = Buffer.from(hkdfSync('sha256', TEST_SECRET, '', 'parley api keys', 32))
  const publicKey = async () => {
    const { keys } = (await world.app.server.inject({ method: 'GET', url: '/oauth/jwks' })).json()
    return Buffer.from(keys[0].x, 'base64url')
  }
  const FORGED: readonly [string, () => Promise<string> | string][] = [
    ['without a signature', () => `${written({ alg: 'none' })}.${written(claims())}.`],
    ['that says it has none, and has ours', () => signed({ alg: 'none' }, ours)],
    ['signed by another algorithm', () => signed({ alg: 'HS512' }, ours, 'sha512')],
    ['signed with what we publish', async () => signed({ alg: 'HS256' }, await publicKey())],
    ['that says it is signed by that', async () => signed({ alg: 'EdDSA' }, await publicKey())],
    ['that brings its own key', () => signed({ alg: 'HS256', jwk: { kty: 'oct', k: 'AA' } }, Buffer.from([0]))],
    ['signed with the secret itself', () => signed({ alg: 'HS256' }, TEST_SECRET)],
    [
      'of another installation',
      () =>
        createKeyTokens(new Secret('the secret of somebody else, just as long')).sign({
          keyId: claims().jti,
          organizationId: world.acme,
          userId: world.bob.userId,
          issuedAt: new Date(now),
          expiresAt: undefined,
        }),
    ],
  ]
  it.each(FORGED)('%s is none, at either door', async (_, forge) => {
    const key = await forge()
    const [status, code] = await knock(world.app, key)
    expect([status, ['invalid_token', 'unauthorized'].includes(code ?? '')]).toEqual([401, true])
    const headers = { authorization: key }
    expect((await call(world.app, undefined, 'GET', '/conversations/list', { headers })).status).toBe(401)
  })

  it('as it is, opens both', async () => {
    expect(signed({ alg: 'HS256', typ: 'JWT' }, ours)).toBe(world.bob.key)
    expect(await knock(world.app, world.bob.key)).toEqual([200])
    expect((await call(world.app, world.bob, 'GET', '/conversations/list')).status).toBe(200)
  })

  it('that expires is none at that second', async () => {
    const body = { name: 'For an hour', expiry_hours: 1 }
    const made = (await call(world.app, world.org, 'POST', '/api_keys', { body })).body.data
    now += 3_600_000 - 1
    expect(await knock(world.app, made.token)).toEqual([200])
    now += 1
    expect(await knock(world.app, made.token)).toEqual(INVALID)
    now -= 3_600_000
  })
})
