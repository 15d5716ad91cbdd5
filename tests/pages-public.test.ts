/** Laws over what is open to who is not signed in: pages with their headers, and new sessions. */
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { passwordByOperator } from '../src/features/accounts/passwords/index.ts'
import { issueSignInLink } from '../src/features/accounts/sign-in/index.ts'
import { pages } from '../src/pages/index.ts'
import { type Browser, hiddenFields, openBrowser, type PageAnswer } from '../src/testing/browser-fixtures.ts'
import { call } from '../src/testing/call.ts'
import { asking, follow, newProgram } from '../src/testing/connect-fixtures.ts'
import { createTestApp } from '../src/testing/create-test-app.ts'
import { shareDeck } from '../src/testing/decks-fixtures.ts'
import { type IdentityProvider, PROVIDERS_HERE, startIdentityProvider } from '../src/testing/identity-provider.ts'
import { snippetFor, talkFor } from '../src/testing/library-fixtures.ts'
import { newPerson } from '../src/testing/people.ts'
import { putMedia } from '../src/testing/recordings-fixtures.ts'
import { appFor } from '../src/testing/second-factor-fixtures.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { newProvider } from '../src/testing/sign-in-providers-fixtures.ts'
import { wave } from '../src/testing/sound.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { PLAYER_HEADERS, publicHeaders } from './pages-headers.ts'
import { routesOf } from './router-routes.ts'
import { faultsOf } from './well-formed.ts'

const PASSWORD = 'walnut carpet orbit nine'

let world: World
let idp: IdentityProvider
let domain: string
/** Code of a clip for everybody, and a deck for an external recipient. */
let open: string
let deck: { id: string; code: string }
beforeAll(async () => {
  world = await createWorld(await createTestApp({ allowed: PROVIDERS_HERE }))
  idp = await startIdentityProvider()
  domain = (await newProvider(world, { idp, name: 'Example ID' })).domain
  const conversation_id = await talkFor(world)
  open = (await snippetFor(world, { conversation_id, internal: false })).share_code
  deck = await shareDeck(world, 'guest@customer.example')
})

const unique = () => randomBytes(6).toString('hex')
const newUser = () => newPerson(world, { email: `person-${unique()}@acme.example` })
const linkFor = (userId: string) => issueSignInLink(world.app.store.of(world.acme), world.acme, world.app.clock, userId)

async function invitationFor(): Promise<string> {
  const body = { email: `invited-${unique()}@acme.example` }
  await call(world.app, world.alice, 'POST', '/organizations/invitations', { body })
  await world.app.drain(world.acme)
  const { text } = world.app.mail.findLast(({ to }) => to === body.email) ?? { text: '' }
  return new URL(/http:\S+/.exec(text)?.[0] ?? '').pathname
}

async function withPassword() {
  const person = await newUser()
  const { app, acme } = world
  await (await passwordByOperator(PASSWORD, []))(app.store.of(acme), acme, app.clock, person.userId)
  return person
}

/** Somebody new with an authenticator app, who opened a link. */
async function withCode(browser: Browser) {
  const { userId } = await newUser()
  const { code } = await appFor(world, userId)
  const path = await linkFor(userId)
  await browser.submit(path, await browser.get(path))
  return { code: code(), page: await browser.get('/sign-in/code') }
}

/** Somebody new at the provider. @returns the address to which the provider sends them back */
async function throughProvider(browser: Browser): Promise<string> {
  const email = `ada-${unique()}@${domain}`
  const ways = await browser.submit('/sign-in', await browser.get('/sign-in'), { email })
  const going = await browser.submit('/sign-in/provider', ways, { email })
  idp.account = { sub: email, email, email_verified: true }
  const back = await idp.through(String(going.headers.refresh).replace('0;url=', ''))
  return back.pathname + back.search
}

/** Addresses that a browser may go to and that are no page of the app: what each of them is. */
const DOORS: Readonly<Record<string, 'page' | 'leads on' | 'file' | 'data'>> = {
  ...{ '/': 'leads on', '/sign-in': 'page', '/sign-in/callback': 'page', '/sign-in/:token': 'page' },
  ...{
    '/sign-in/code': 'page',
    '/sign-in/passkey': 'page',
    '/sign-in/saml/:token': 'page',
    '/sign-in/saml-test': 'page',
  },
  '/saml/:organization/metadata': 'data',
  ...{ '/invitations/:token': 'page', '/s/:code': 'page', '/d/:code': 'page' },
  ...{ '/oauth/authorize': 'page', '/oauth/authorize/:uid': 'page', '/oauth/consent/:uid': 'page' },
  ...{ '/assets/*': 'file', '/manifest.webmanifest': 'file', '/media/:token': 'file', '/s/:code/recording': 'file' },
  ...{ '/healthz': 'data', '/readyz': 'data', '/metrics': 'data', '/oauth/jwks': 'data', '/mcp': 'data' },
  '/.well-known/oauth-authorization-server': 'data',
  '/.well-known/oauth-authorization-server/mcp': 'data',
  '/.well-known/oauth-protected-resource': 'data',
  '/.well-known/oauth-protected-resource/mcp': 'data',
}

describe('the list of doors', () => {
  it('is whole: what is neither an operation nor a page of the app is told here', () => {
    const ofApp = new Set(
      pages.flatMap(({ path, fragments, files }) => [
        path,
        ...[...Object.keys(fragments ?? {}), ...Object.keys(files ?? {})].map((name) => `${path}/${name}`),
      ]),
    )
    const found = routesOf(world.app.server).flatMap(({ path, methods }) => (methods.includes('GET') ? [path] : []))
    expect(found.length).toBeGreaterThan(200)
    for (const path of ofApp) expect(found).toContain(path)
    const others = found.filter((path) => !path.startsWith('/v2/') && !ofApp.has(path))
    expect(others.toSorted()).toEqual(Object.keys(DOORS).toSorted())
  })
})

describe('every page for who is not signed in', () => {
  /** Each with the status it has, and where its forms may lead. */
  const STATES: readonly (readonly [
    what: string,
    status: number,
    forms: "'self'" | "'none'" | string,
    come: (browser: Browser) => Promise<PageAnswer>,
  ])[] = [
    ['asks for an address', 200, "'self'", (browser) => browser.get('/sign-in?return_to=/decks')],
    [
      'refuses what is no address',
      400,
      "'self'",
      async (browser) => browser.submit('/sign-in', await browser.get('/sign-in'), { email: '<b>"x"' }),
    ],
    [
      'shows the ways in',
      200,
      "'self'",
      async (browser) => browser.submit('/sign-in', await browser.get('/sign-in'), { email: `x@${domain}` }),
    ],
    [
      'says that a link was sent',
      200,
      "'self'",
      async (browser) =>
        browser.submit('/sign-in/link', await browser.get('/sign-in'), { email: `x-${unique()}@acme.example` }),
    ],
    [
      'refuses a password',
      400,
      "'self'",
      async (browser) =>
        browser.submit('/sign-in/password', await browser.get('/sign-in'), {
          email: `x-${unique()}@acme.example`,
          password: 'x',
        }),
    ],
    ['refuses a form that is not ours', 403, "'self'", (browser) => browser.post('/sign-in', { email: 'x@y.example' })],
    [
      'leads to the provider',
      200,
      "'none'",
      async (browser) => browser.submit('/sign-in/provider', await browser.get('/sign-in'), { email: `x@${domain}` }),
    ],
    ['refuses what comes from a provider', 403, "'self'", (browser) => browser.get('/sign-in/callback?code=a&state=b')],
    [
      'refuses a response of SAML',
      403,
      "'self'",
      (browser) => browser.post(`/saml/${world.acme}/acs`, { SAMLResponse: 'x' }),
    ],
    ['knows no arrival of SAML', 403, "'self'", (browser) => browser.get('/sign-in/saml/none')],
    ['has no test of SAML for who is not signed in', 404, "'self'", (browser) => browser.get('/sign-in/saml-test')],
    ['knows no such link', 404, "'self'", (browser) => browser.get('/sign-in/none')],
    ['has no sign-in that waits for a code', 403, "'self'", (browser) => browser.get('/sign-in/code')],
    ['has no passkeys at this address', 403, "'self'", (browser) => browser.get('/sign-in/passkey')],
    ['asks for a code', 200, "'self'", async (browser) => (await withCode(browser)).page],
    [
      'refuses a code',
      400,
      "'self'",
      async (browser) => browser.submit('/sign-in/code', (await withCode(browser)).page, { code: '<b>' }),
    ],
    ['opens a link', 200, "'self'", async (browser) => browser.get(await linkFor((await newUser()).userId))],
    ['invites', 200, "'self'", (browser) => browser.get('/invitations/none')],
    [
      'refuses an invitation',
      404,
      "'self'",
      async (browser) => browser.submit('/invitations/none', await browser.get('/invitations/none')),
    ],
    [
      'says who is signed in',
      200,
      "'self'",
      async () => (await signedIn(world.app, world.acme, world.bob.userId)).get('/sign-in'),
    ],
    ['shows a clip', 200, "'none'", (browser) => browser.get(`/s/${open}`)],
    ['shows no clip', 404, "'none'", (browser) => browser.get('/s/none')],
    ['shows a deck', 200, "'none'", (browser) => browser.get(`/d/${deck.code}`)],
    ['shows no deck', 404, "'self'", (browser) => browser.get('/d/none')],
    ['refuses a program', 400, "'self'", (browser) => browser.get('/oauth/authorize')],
    [
      'asks whether a program may',
      200,
      "'self' http://127.0.0.1:53682",
      async () => {
        const browser = await signedIn(world.app, world.acme, world.bob.userId)
        return follow(browser, await browser.get((await asking(await newProgram(world.app))).path))
      },
    ],
    ['knows no such address', 404, "'self'", (browser) => browser.get('/nowhere', { accept: 'text/html,*/*;q=0.8' })],
    ['knows no such odd address', 404, "'self'", (browser) => browser.get('/decks/%zz', { accept: 'text/html' })],
    ['knows no family of operations', 404, "'self'", (browser) => browser.get('/v2/docs/nothing')],
  ]

  it.each(STATES)('%s: with strict headers, well-formed, and without a script', async (_, status, forms, come) => {
    const answer = await come(openBrowser(world.app))
    expect([answer.status, answer.headers]).toEqual([status, expect.objectContaining(publicHeaders(forms))])
    expect(answer.headers['x-request-id']).toEqual(expect.any(String))
    expect(faultsOf(answer.text)).toEqual([])
    expect(answer.text).toContain('<html lang="en">')
    expect(answer.text).not.toMatch(/<script|<iframe|<img|<object|\sstyle=|\son\w+=|src=/)
  })

  it('of a clip that is played runs one module of ours, plays one file, and is whole without either', async () => {
    const conversation_id = await talkFor(world)
    await putMedia(world, world.org, conversation_id, wave({ seconds: 60, rate: 2_000 }))
    const { share_code } = await snippetFor(world, { conversation_id, internal: false })
    const { status, headers, text } = await openBrowser(world.app).get(`/s/${share_code}`)
    expect([status, headers]).toEqual([200, expect.objectContaining(PLAYER_HEADERS)])
    expect(faultsOf(text)).toEqual([])
    expect(
      [...text.matchAll(/src="([^"]*)"/g)].map(([, address]) => address?.replace(/assets\/[^/]+/, 'assets')),
    ).toEqual(['/assets/inbound/web/share-page.browser.ts', `/s/${share_code}/recording`])
    expect(text).not.toMatch(/<iframe|<img|<object|\sstyle=|\son\w+=/)
    expect(text).toContain('Please do.')
  })

  it('is one or the other: whatever is asked otherwise is data that nobody takes for a page', async () => {
    const browser = openBrowser(world.app)
    for (const [path, what] of Object.entries(DOORS)) {
      const { headers } = await browser.get(path.replace(/:\w+|\*/, 'none'))
      const type = String(headers['content-type'] ?? '')
      expect([path, headers['x-content-type-options']]).toEqual([path, 'nosniff'])
      expect([path, type.startsWith('text/html')]).toEqual([path, what === 'page' && headers.location === undefined])
    }
    for (const path of ['/v2/me', '/v2/nothing', '/v2/openapi.json', '/nowhere']) {
      const { headers } = await browser.get(path)
      expect([path, headers['x-content-type-options'], headers['content-type']]).toEqual([
        path,
        'nosniff',
        'application/json; charset=utf-8',
      ])
    }
  })
})

describe('who signs in', () => {
  /** Each way in, in a browser that may have been somebody else’s. */
  const WAYS: readonly (readonly [way: string, come: (browser: Browser) => Promise<PageAnswer>])[] = [
    [
      'by a link',
      async (browser) => {
        const path = await linkFor((await newUser()).userId)
        return browser.submit(path, await browser.get(path))
      },
    ],
    [
      'by a password',
      async (browser) => {
        const { email } = await withPassword()
        const page = await browser.get('/sign-in?again=1')
        return browser.submit('/sign-in/password', page, { email, password: PASSWORD })
      },
    ],
    [
      'by a code',
      async (browser) => {
        const { code, page } = await withCode(browser)
        return browser.submit('/sign-in/code', page, { code })
      },
    ],
    ['by a provider', async (browser) => browser.get(await throughProvider(browser))],
    [
      'by an invitation',
      async (browser) => {
        const path = await invitationFor()
        return browser.submit(path, await browser.get(path))
      },
    ],
  ]
  const visitorOf = (cookie: string | undefined) => world.app.signIn.findUser(cookie)

  it.each(WAYS)('%s gets a session of their own, never the one that was there or was planted', async (_, come) => {
    const browser = await signedIn(world.app, world.acme, world.bob.userId)
    const before = browser.cookies.get('parley_session')
    const { form: old = '' } = hiddenFields((await browser.get('/account')).text, '/sign-out')
    const entered = await come(browser)
    expect(entered.status).toBe(303)
    const after = browser.cookies.get('parley_session')
    expect(String(entered.headers['set-cookie'])).toMatch(
      /parley_session=[\w-]{64}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+/,
    )
    expect(after).not.toBe(before)
    expect([await visitorOf(before), (await visitorOf(after))?.userId]).toEqual([
      undefined,
      expect.not.stringMatching(world.bob.userId ?? ''),
    ])
    // Forms that were open before belong to the session that has ended.
    expect((await browser.post('/account/profile', { form: old, firstName: 'Eve' })).status).toBe(403)

    const planted = openBrowser(world.app)
    const theirs = randomBytes(48).toString('base64url')
    planted.cookies.set('parley_session', theirs)
    expect((await come(planted)).status).toBe(303)
    expect(planted.cookies.get('parley_session')).not.toBe(theirs)
    expect([await visitorOf(theirs), await visitorOf(planted.cookies.get('parley_session'))]).toEqual([
      undefined,
      expect.objectContaining({ userId: expect.any(String) }),
    ])
  })
})
