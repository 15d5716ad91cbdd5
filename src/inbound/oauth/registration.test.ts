import fc from 'fast-check'
import * as oauth from 'oauth4webapi'
import { beforeAll, describe, expect, it } from 'vitest'
import { Secret } from '../../core/config.ts'
import { createHttpApp } from '../../http-app.ts'
import { anyText } from '../../testing/any-text.ts'
import { fromSomewhere } from '../../testing/browser-fixtures.ts'
import { closeAfterTests } from '../../testing/close-after-tests.ts'
import { asking, discover, optionsFor, type Program } from '../../testing/connect-fixtures.ts'
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { createClientIds } from './client-ids.ts'
import { faultOfRedirect, readRegistration } from './registration.ts'

let world: World
let app: TestApp
beforeAll(async () => {
  world = await createWorld(await createTestApp())
  app = world.app
})

async function register(body: unknown, from = fromSomewhere(), type = 'application/json', at = app) {
  const answer = await at.server.inject({
    method: 'POST',
    url: '/oauth/register',
    remoteAddress: from.remoteAddress,
    headers: { ...from.headers, 'content-type': type },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

const REDIRECT = 'http://127.0.0.1:8123/callback'
const said = (more: Record<string, unknown> = {}) => ({ redirect_uris: [REDIRECT], ...more })

describe('registration', () => {
  it('answers with what was understood, and a secret only where one is wanted', async () => {
    const { status, body, headers } = await register(
      said({
        client_name: '  A\n program ',
        token_endpoint_auth_method: 'none',
        logo_uri: 'https://x.example/logo.png',
      }),
    )
    expect([status, headers['cache-control'], headers['access-control-allow-origin']]).toEqual([201, 'no-store', '*'])
    expect(body).toMatchObject({
      client_id: expect.stringMatching(/^app_[\w-]+\.[\w-]{22}$/),
      client_id_issued_at: expect.any(Number),
      client_name: 'A program',
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    })
    for (const absent of ['client_secret', 'logo_uri', 'registration_access_token']) {
      expect(body).not.toHaveProperty(absent)
    }
    const secretive = (await register(said())).body
    expect(secretive).toMatchObject({
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
      client_secret_expires_at: 0,
    })
    expect((await register(said())).body.client_secret).not.toBe(secretive.client_secret)
  })

  it('gives refresh tokens to who asked for none, and nothing to who asks for more', async () => {
    const { body } = await register(said({ grant_types: ['authorization_code', 'implicit', 'password'] }))
    expect(body.grant_types).toEqual(['authorization_code', 'refresh_token'])
  })

  it.each<[string, unknown, string]>([
    ['http elsewhere', said({ redirect_uris: ['http://evil.example/callback'] }), 'invalid_redirect_uri'],
    ['a script', said({ redirect_uris: ['javascript:alert(1)//'] }), 'invalid_redirect_uri'],
    ['data', said({ redirect_uris: ['data:text/html,x'] }), 'invalid_redirect_uri'],
    ['a scheme that is nobody’s', said({ redirect_uris: ['myapp://callback'] }), 'invalid_redirect_uri'],
    ['a fragment', said({ redirect_uris: [`${REDIRECT}#x`] }), 'invalid_redirect_uri'],
    ['a bad one among good ones', said({ redirect_uris: [REDIRECT, 'ftp://x.example/'] }), 'invalid_redirect_uri'],
    ['no address', said({ redirect_uris: [] }), 'invalid_redirect_uri'],
    ['none said', {}, 'invalid_redirect_uri'],
    ['no list', said({ redirect_uris: REDIRECT }), 'invalid_redirect_uri'],
    [
      'too many',
      said({ redirect_uris: Array.from({ length: 11 }, (_, n) => `${REDIRECT}${n}`) }),
      'invalid_redirect_uri',
    ],
    ['no text', said({ redirect_uris: [7] }), 'invalid_redirect_uri'],
    ['https on loopback', said({ redirect_uris: [REDIRECT, 'https://localhost/x'] }), 'invalid_redirect_uri'],
    ['an unknown method', said({ token_endpoint_auth_method: 'tls_client_auth' }), 'invalid_client_metadata'],
    ['a method of another kind', said({ token_endpoint_auth_method: ['none'] }), 'invalid_client_metadata'],
    ['another grant', said({ grant_types: ['client_credentials'] }), 'invalid_client_metadata'],
    ['another answer', said({ response_types: ['token'] }), 'invalid_client_metadata'],
    ['a name that is none', said({ client_name: { en: 'x' } }), 'invalid_client_metadata'],
    ['a long name', said({ client_name: 'x'.repeat(129) }), 'invalid_client_metadata'],
    ['too much', said({ redirect_uris: many(10) }), 'invalid_client_metadata'],
    ['a list', [], 'invalid_request'],
    ['no JSON', '{', 'invalid_request'],
  ])('refuses %s', async (_, body, error) => {
    const { status, body: answer } = await register(body)
    expect([status, answer.error]).toEqual([400, error])
    expect(answer.error_description).toEqual(expect.any(String))
  })

  it('refuses a body without end, and another form', async () => {
    expect((await register(JSON.stringify(said({ client_name: 'x'.repeat(1_000_000) })))).status).toBe(400)
    expect((await register('redirect_uris=x', undefined, 'application/x-www-form-urlencoded')).status).toBe(400)
  })

  it('counts what was registered from one network, nothing that was refused, and tells the time that is left', async () => {
    // Near the present: on a server, other test files share the table of attempts and delete what is older than a day.
    let now = Date.now()
    const limited = await createTestApp({ clock: { now: () => new Date(now) }, limits: { LIMIT_REGISTRATIONS: '3' } })
    const from = fromSomewhere()
    const statusOf = async (body: unknown, place = from) => (await register(body, place, undefined, limited)).status
    for (let n = 0; n < 5; n++) expect(await statusOf({})).toBe(400)
    expect([await statusOf(said()), await statusOf('{'), await statusOf(said())]).toEqual([201, 400, 201])
    now += 600_400
    expect(await statusOf(said())).toBe(201)
    for (let n = 0; n < 3; n++) {
      const refused = await register(said(), from, undefined, limited)
      expect([refused.status, refused.body, refused.headers['retry-after']]).toEqual([
        429,
        { error: 'rate_limited', retry_after: '3000', limit_type: 'hour' },
        '3000',
      ])
    }
    expect(await statusOf(said(), fromSomewhere())).toBe(201)
    now += 3_000_000
    expect(await statusOf(said())).toBe(201)
  })

  it('doesn’t count a refused registration in the request after its response', async () => {
    let given = 0
    const { oauth } = app
    const server = createHttpApp({
      ...app,
      oauth: {
        ...oauth,
        reserveRegistration: async () => ({
          isFree: true,
          async giveBack() {
            // Later than everything that is ready now, as in a busy database.
            await new Promise((done) => setTimeout(done, 50))
            given++
          },
        }),
      },
    })
    closeAfterTests(() => server.close())
    await server.ready()
    const at = { ...app, server }
    for (const body of [{}, '{']) expect((await register(body, undefined, undefined, at)).status).toBe(400)
    expect(given).toBe(2)
    expect((await register(said(), undefined, undefined, at)).status).toBe(201)
    expect(given).toBe(2)
  })

  it('registers exactly as many as may when all come at the same moment', async () => {
    const limited = await createTestApp({ limits: { LIMIT_REGISTRATIONS: '3' } })
    const from = fromSomewhere()
    const answers = await Promise.all(Array.from({ length: 8 }, () => register(said(), from, undefined, limited)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 429, 429, 429, 429, 429])
  })

  it('takes nothing that the authorization endpoint does not know again', async () => {
    const host = fc.constantFrom('127.0.0.1', 'localhost', '[::1]')
    const uri = fc.oneof(
      fc.tuple(host, fc.integer({ min: 1, max: 65_535 })).map(([name, port]) => `http://${name}:${port}/cb?x=1`),
      fc.domain().map((name) => `https://${name}/callback`),
      fc.domain().map((name) => `${name.split('.').reverse().join('.')}:/callback`),
    )
    const browser = await signedIn(app, world.acme, world.bob.userId)
    const server = await discover(app)
    let taken = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(uri, { minLength: 1, maxLength: 3 }),
        anyText({ maxLength: 40 }),
        async (redirect_uris, client_name) => {
          const registered = await register(said({ redirect_uris, client_name, token_endpoint_auth_method: 'none' }))
          if (registered.status !== 201) return
          taken++
          const program: Program = { server, client: registered.body, auth: oauth.None(), options: optionsFor(app) }
          for (const redirect_uri of redirect_uris) {
            const { path } = await asking(program, { redirect_uri })
            expect((await browser.get(path)).location).toMatch(/^\/oauth\/consent\//)
          }
        },
      ),
      { numRuns: 25 },
    )
    expect(taken).toBeGreaterThan(5)
  })
})

const many = (n: number) =>
  Array.from(
    { length: n },
    () => `https://a.example/${Buffer.from(crypto.getRandomValues(new Uint8Array(200))).toString('hex')}`,
  )

describe('an address that codes are sent to', () => {
  it.each([
    'https://app.example/callback',
    'https://app.example:8443/callback?x=1',
    'https://[2001:db8::1]/callback',
    'http://localhost/callback',
    'http://127.0.0.1:1/',
    'http://[::1]:8080/callback',
    'com.example.app:/callback',
    'com.example.my-app://callback',
  ])('%s may be one', (uri) => {
    expect(faultOfRedirect(uri)).toBeUndefined()
  })

  it.each([
    'http://app.example/callback',
    'http://127.0.0.2/callback',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
    'http://localhost@evil.example/',
    'https://user:secret@app.example/',
    'https://app.example/#',
    'https://app.example/a b',
    'https://a;form-action.example/',
    "https://a'.example/",
    'https:///',
    '/callback',
    'callback',
    '',
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'vbscript:x',
    'data:text/html;base64,AA==',
    'file:///etc/passwd',
    'blob:https://app.example/1',
    'about:blank',
    'app:/callback',
    'com.:/callback',
    `https://app.example/${'a'.repeat(512)}`,
    'https://app.example/ü',
  ])('%s may not', (uri) => {
    expect(faultOfRedirect(uri)).toEqual(expect.any(String))
  })
})

describe('the id of a program', () => {
  const ids = createClientIds(new Secret('a secret for tests that no installation has'))
  const registration = readRegistration(said({ client_name: 'Ünï 🚀', client_uri: 'https://x.example/' }))
  const at = new Date('2026-03-10T10:00:00Z')

  it('holds what it registered, and fits into an address', () => {
    const id = ids.seal(registration, at) ?? ''
    expect(ids.open(id)).toEqual({ ...registration, client_id: id, client_id_issued_at: at.getTime() / 1000 })
    expect(id.length).toBeLessThan(400)
    expect(ids.seal(registration, at)).not.toBe(id)
  })

  it('is nothing to another installation, and nothing when anything of it was changed', () => {
    const id = ids.seal(registration, at) ?? ''
    expect(createClientIds(new Secret('the secret of somebody else, just as long')).open(id)).toBeUndefined()
    fc.assert(
      fc.property(fc.nat(id.length - 1), fc.constantFrom(...'Az09-_.'), (place, letter) => {
        const changed = id.slice(0, place) + letter + id.slice(place + 1)
        if (changed !== id) expect(ids.open(changed)).toBeUndefined()
      }),
    )
    fc.assert(fc.property(anyText(), (text) => ids.open(text) === undefined))
  })
})
