/** Attacks on the OAuth server, each rejected. */
import { createHmac, hkdfSync } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import { beforeAll, describe, expect, it } from 'vitest'
import { Secret } from '../../core/config.ts'
import { createKeyTokens } from '../../features/accounts/api-keys/index.ts'
import { openBrowser } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import {
  asking,
  connected,
  decide,
  follow,
  knock,
  newProgram,
  type Program,
  REDIRECT,
  redeem,
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

/** Error of a rejected authorization request, and where it was reported. */
async function refusal(path: string): Promise<{ error: string | null; at: 'program' | 'page'; status: number }> {
  const sent = await (await asBob()).get(path)
  if (sent.location === undefined) {
    return { error: /<p class="notice">(\w+)/.exec(sent.text)?.[1] ?? null, at: 'page', status: sent.status }
  }
  const url = new URL(sent.location, PUBLIC_URL)
  if (url.origin === PUBLIC_URL) throw new Error(`It was let through to ${url.pathname}.`)
  // Errors of the fragment response mode are in the fragment.
  const told = url.hash === '' ? url.searchParams : new URLSearchParams(url.hash.slice(1))
  expect(told.get('iss')).toBe(PUBLIC_URL)
  for (const name of ['code', 'access_token', 'id_token']) expect(told.has(name)).toBe(false)
  return { error: told.get('error'), at: 'program', status: sent.status }
}

/** An unused authorization code of the program. */
async function freshCode(given: Record<string, string | undefined> = {}) {
  const asked = await asking(program, given)
  const answer = await decide(await asBob(), asked.path)
  const code = answer.searchParams.get('code') ?? ''
  const usual = {
    grant_type: 'authorization_code',
    client_id: program.client.client_id,
    redirect_uri: REDIRECT,
    code,
    code_verifier: asked.verifier,
  }
  return { code, usual, answer, asked }
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

describe('a request', () => {
  const REQUESTS: readonly [string, Record<string, string | undefined>, string, 'program' | 'page'][] = [
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request', 'program'],
    ['with PKCE in the clear', { code_challenge_method: 'plain' }, 'invalid_request', 'program'],
    ['with a challenge that is none', { code_challenge: 'short' }, 'invalid_request', 'program'],
    ['for tokens in the address', { response_type: 'token' }, 'unsupported_response_type', 'program'],
    ['for an identity', { response_type: 'id_token' }, 'unsupported_response_type', 'program'],
    ['answered in the fragment', { response_mode: 'fragment' }, 'unsupported_response_mode', 'program'],
    ['answered by a form', { response_mode: 'form_post' }, 'unsupported_response_mode', 'program'],
    ['for a foreign resource', { resource: 'https://other.example/mcp' }, 'invalid_target', 'program'],
    ['for our address, but not the tools', { resource: PUBLIC_URL }, 'invalid_target', 'program'],
    ['for a scope that is none', { scope: 'admin' }, 'invalid_scope', 'program'],
    ['in an object', { request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported', 'program'],
    ['behind an address', { request_uri: 'https://evil.example/request' }, 'request_uri_not_supported', 'program'],
    ['answered elsewhere', { redirect_uri: 'https://evil.example/callback' }, 'invalid_redirect_uri', 'page'],
    ['answered beside', { redirect_uri: `${REDIRECT}/../evil` }, 'invalid_redirect_uri', 'page'],
    ['answered with more', { redirect_uri: `${REDIRECT}?next=https://evil.example` }, 'invalid_redirect_uri', 'page'],
    [
      'answered under another name',
      { redirect_uri: REDIRECT.replace('127.0.0.1', 'localhost') },
      'invalid_redirect_uri',
      'page',
    ],
    ['answered as another user', { redirect_uri: REDIRECT.replace('127', 'evil@127') }, 'invalid_redirect_uri', 'page'],
    ['answered nowhere', { redirect_uri: undefined }, 'invalid_request', 'page'],
    ['of a made-up program', { client_id: 'app_made.up' }, 'invalid_client', 'page'],
    ['of no program', { client_id: undefined }, 'invalid_request', 'page'],
  ]
  it.each(REQUESTS)('%s is refused', async (_, change, error, at) => {
    const { path } = await asking(program, change)
    expect(await refusal(path)).toEqual({ error, at, status: at === 'page' ? expect.any(Number) : 303 })
  })

  it('that says something twice is refused', async () => {
    const { path } = await asking(program)
    expect((await refusal(`${path}&redirect_uri=${encodeURIComponent('https://evil.example/')}`)).at).toBe('page')
    expect((await refusal(`${path}&scope=mcp:read`)).error).toBe('invalid_request')
  })

  it('whose program was changed afterwards is refused: its id holds what it registered', async () => {
    const { client_id } = program.client
    for (const at of [5, 40, client_id.length - 1]) {
      const forged = client_id.slice(0, at) + (client_id[at] === 'A' ? 'B' : 'A') + client_id.slice(at + 1)
      const { path } = await asking(program, { client_id: forged })
      expect(await refusal(path)).toMatchObject({ error: 'invalid_client', at: 'page' })
    }
  })

  it('that must ask nobody is refused, since everybody is asked', async () => {
    const { path } = await asking(program, { prompt: 'none' })
    expect(await refusal(path)).toMatchObject({ error: 'interaction_required', at: 'program' })
    const stranger = await openBrowser(world.app).get(path)
    expect(new URL(stranger.location ?? '').searchParams.get('error')).toBe('login_required')
  })
})

describe('an answer', () => {
  it('of a mixed-up issuer is seen through by whoever looks at it', async () => {
    const { answer, asked } = await freshCode()
    for (const iss of ['https://evil.example', `${PUBLIC_URL}/`, undefined]) {
      const forged = new URL(answer)
      if (iss === undefined) forged.searchParams.delete('iss')
      else forged.searchParams.set('iss', iss)
      await expect(redeem(program, forged, asked)).rejects.toThrow()
    }
  })
})

describe('the page that asks the user', () => {
  it('tells what is claimed from what is known, and may lead on to the program and nowhere else', async () => {
    const { client } = await newProgram(world.app, {
      client_uri: 'https://famous.example/',
      client_name: '<b>Famous</b>',
    })
    const browser = await asBob()
    const { text, headers } = await follow(browser, await browser.get((await asking({ ...program, client })).path))
    for (const words of ['&lt;b&gt;Famous&lt;/b&gt;', 'claims to belong to <bdi>famous.example</bdi>. Not verified.']) {
      expect(text).toContain(words)
    }
    expect(headers['content-security-policy']).toContain("; form-action 'self' http://127.0.0.1:53682; ")
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' })
  })

  it('is no help to others: not without the form, from elsewhere, or for another user or browser', async () => {
    const browser = await asBob()
    const sent = await browser.get((await asking(program)).path)
    const path = sent.location ?? ''
    const page = await browser.get(path)
    expect(page.status).toBe(200)

    expect((await browser.post(path, { choice: 'allow' })).status).toBe(403)
    expect((await browser.post(path, { choice: 'allow', form: 'a'.repeat(43) })).status).toBe(403)
    expect((await browser.submit(path, page, { choice: 'allow' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const foreign = { origin: 'https://evil.example' }
    expect((await browser.submit(path, page, { choice: 'allow' }, foreign)).status).toBe(403)

    for (const other of [await signedIn(world.app, world.acme, world.alice.userId), await asBob()]) {
      expect((await other.get(path)).status).toBe(404)
      for (const name of ['parley_oauth_interaction', 'parley_oauth_interaction.sig']) {
        other.cookies.set(name, browser.cookies.get(name) ?? '')
      }
      expect((await other.get(path)).status).toBe(404)
    }
    const stranger = openBrowser(world.app)
    expect((await stranger.get(path)).location).toBe(`/sign-in?return_to=${encodeURIComponent(path)}`)
    // The right user can still consent.
    expect((await follow(browser, await browser.submit(path, page, { choice: 'allow' }))).location).toContain('code=')
  })

  it('asks once: an answer given twice is one', async () => {
    const browser = await asBob()
    const path = (await browser.get((await asking(program)).path)).location ?? ''
    const page = await browser.get(path)
    const first = await follow(browser, await browser.submit(path, page, { choice: 'allow' }))
    expect(first.location).toContain('code=')
    const again = await follow(browser, await browser.submit(path, page, { choice: 'allow' }))
    expect([again.status, again.location]).toEqual([404, undefined])
  })

  it('cannot be answered for somebody by a session that has ended', async () => {
    const browser = await asBob()
    const path = (await browser.get((await asking(program)).path)).location ?? ''
    const page = await browser.get(path)
    const cookie = browser.cookies.get('parley_session') ?? ''
    await world.app.signIn.end(cookie)
    const answer = await browser.submit(path, page, { choice: 'allow' })
    expect(answer.location).toBe(`/sign-in?return_to=${encodeURIComponent(path)}`)
  })

  it('holds no session of the library that a browser could bring along', async () => {
    const { sessionId } = (await world.app.signIn.findUser((await asBob()).cookies.get('parley_session'))) ?? {}
    const thief = openBrowser(world.app)
    thief.cookies.set('parley_oauth_session', sessionId ?? '')
    expect((await thief.get((await asking(program)).path)).location).toMatch(/^\/sign-in\?/)
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
