/** Sign-in with SAML as browsers do it, with the settings of an admin and a provider in this process. */
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser, type PageAnswer } from '../../../testing/browser-fixtures.ts'
import { call } from '../../../testing/call.ts'
import { createTestApp, PUBLIC_URL } from '../../../testing/create-test-app.ts'
import { newPerson } from '../../../testing/people.ts'
import {
  honest,
  metadataWith,
  newSigningKey,
  readRequest,
  responseWith,
  type Said,
  signXml,
  toBase64,
} from '../../../testing/saml-provider.ts'
import { signedIn } from '../../../testing/sign-in-fixtures.ts'
import { newDomain } from '../../../testing/sign-in-providers-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let now = Date.now()
const key = newSigningKey()
let world: World
let domain: string
const settings = (more: object = {}) => ({
  ...{ name: 'Example ID', metadata: metadataWith([key.certificate]), domains: [domain], enabled: true },
  ...more,
})
const put = (more: object = {}, caller = world.org) =>
  call(world.app, caller, 'PUT', '/saml-settings', { body: settings(more) })
const get = async () => (await call(world.app, world.org, 'GET', '/saml-settings')).body.data
const acs = () => `/saml/${world.acme}/acs`

beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => new Date(now) } }))
  domain = await newDomain(world)
  expect((await put()).status).toBe(200)
})

const newUser = () => newPerson(world, { email: `u${randomBytes(6).toString('hex')}@${domain}` })
const visitor = ({ cookies }: Browser) => world.app.signIn.findUser(cookies.get('parley_session'))
const goal = (going: PageAnswer) => /^0;url=(.*)$/.exec(String(going.headers.refresh))?.[1] ?? ''

/** Leaves for the provider. @returns the request that the browser carries */
async function leave(browser: Browser, email: string, path = '/sign-in') {
  const ways = await browser.submit('/sign-in', await browser.get(path), { email })
  return readRequest(goal(await browser.submit('/sign-in/provider', ways, { email })))
}
const answerTo = (request: ReturnType<typeof readRequest>, email: string, more: Partial<Said> = {}, by = key) =>
  toBase64(signXml(responseWith({ ...honest(request, email, new Date(now)), ...more }), { key: by }))

/** The provider's page sends its form: from another site, so without cookies. */
async function arrive(browser: Browser, response: string, more: Record<string, string> = {}): Promise<PageAnswer> {
  const elsewhere = openBrowser(world.app)
  const fields = { SAMLResponse: response, ...more }
  const received = await elsewhere.post(acs(), fields, {
    'sec-fetch-site': 'cross-site',
    origin: 'https://idp.example',
  })
  for (const [name, value] of elsewhere.cookies) browser.cookies.set(name, value)
  return received.location === undefined ? received : browser.get(received.location)
}

async function signInAs(email: string, more: Partial<Said> = {}, path = '/sign-in') {
  const browser = openBrowser(world.app)
  const answer = await arrive(browser, answerTo(await leave(browser, email, path), email, more))
  return { browser, answer, user: await visitor(browser) }
}

describe('sign-in', () => {
  it('starts a session of the user with this address, and leads to where the person wanted to go', async () => {
    const { email, userId } = await newUser()
    const { answer, user } = await signInAs(
      email.toUpperCase().replace(/@.*/, (at) => at.toLowerCase()),
      {},
      '/sign-in?return_to=/decks',
    )
    expect([answer.status, answer.location]).toEqual([303, '/decks'])
    expect(user).toMatchObject({ userId, email })
    const sessions = await call(world.app, world.alice, 'GET', '/sessions', { query: { user_uuid: userId } })
    expect(sessions.body.data).toMatchObject([{ way: 'single_sign_on' }])
  })

  it('counts once, also for two at a time', async () => {
    const { email } = await newUser()
    const browser = openBrowser(world.app)
    const response = answerTo(await leave(browser, email), email)
    const answers = await Promise.all(
      [1, 2, 3].map(() => openBrowser(world.app).post(acs(), { SAMLResponse: response })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 403, 403])
    const path = answers.find(({ status }) => status === 303)?.location ?? ''
    const entered = await Promise.all([browser.get(path), browser.get(path)])
    expect(entered.map(({ status }) => status).toSorted()).toEqual([303, 403])
  })

  it('counts only in the browser that began it', async () => {
    const { email } = await newUser()
    const [attacker, victim] = [openBrowser(world.app), openBrowser(world.app)]
    const response = answerTo(await leave(attacker, email), email)
    await leave(victim, email)
    const answer = await arrive(victim, response)
    expect([answer.status, await visitor(victim)]).toEqual([403, undefined])
    expect(answer.text).toContain('started in another browser')
  })

  it('lasts ten minutes at the provider and two minutes afterwards', async () => {
    const { email } = await newUser()
    const browser = openBrowser(world.app)
    const request = await leave(browser, email)
    now += 10 * 60_000
    expect((await arrive(browser, answerTo(request, email))).text).toContain('took too long')
    const response = answerTo(await leave(browser, email), email)
    const { location = '' } = await openBrowser(world.app).post(acs(), { SAMLResponse: response })
    now += 2 * 60_000
    expect((await browser.get(location)).status).toBe(403)
  })

  it('never accepts an assertion again, also for another request', async () => {
    const { email } = await newUser()
    const browser = openBrowser(world.app)
    const id = `_${randomBytes(8).toString('hex')}`
    expect((await arrive(browser, answerTo(await leave(browser, email), email, { id }))).status).toBe(303)
    const again = await arrive(openBrowser(world.app), answerTo(await leave(browser, email), email, { id }))
    expect([again.status, again.text.includes('already used')]).toEqual([403, true])
  })

  it.each<[string, (email: string) => Partial<Said>, string]>([
    [
      'an address of another domain',
      () => ({ email: 'ada@elsewhere.example' }),
      'configured for this identity provider',
    ],
    ['an unknown address', () => ({ email: `nobody@${domain}` }), 'have an account yet'],
    ['no address', () => ({ email: 'ada', format: 'x' }), 'sent no email address'],
    ['another audience', () => ({ audience: `${PUBLIC_URL}/saml/other` }), 'for another service'],
  ])('refuses %s', async (_, more, words) => {
    const { email } = await newUser()
    const { answer, user } = await signInAs(email, more(email))
    expect([answer.status, user]).toEqual([403, undefined])
    expect(answer.text).toContain(words)
  })

  it('refuses a deactivated user, the key of another organization and a response to another organization', async () => {
    const { email, userId } = await newUser()
    await call(world.app, world.alice, 'DELETE', `/organizations/users/${userId}`)
    expect((await signInAs(email)).answer.text).toContain('deactivated')
    const browser = openBrowser(world.app)
    const request = await leave(browser, email)
    expect((await arrive(browser, answerTo(request, email, {}, newSigningKey()))).text).toContain(
      'match the certificate',
    )
    const rival = await browser.post(`/saml/${world.rival}/acs`, { SAMLResponse: answerTo(request, email) })
    expect(rival.status).toBe(403)
  })

  it('creates a user only if the settings say so', async () => {
    const email = `new-${randomBytes(4).toString('hex')}@${domain}`
    await put({ makes_users: true, default_role: 'MANAGER' })
    const { user } = await signInAs(email, { attributes: { givenName: 'Ada', sn: 'Lovelace' } })
    expect(user).toMatchObject({ email, role: 'MANAGER', name: 'Ada Lovelace' })
    await put()
  })

  it('that starts at the provider needs a setting, and leads only to a path of Parley', async () => {
    const { email } = await newUser()
    const request = { id: '', acs: PUBLIC_URL + acs(), issuer: (await get()).entity_id, xml: '' }
    const unasked = () => answerTo(request, email, { inResponseTo: undefined })
    expect((await arrive(openBrowser(world.app), unasked())).text).toContain('only from the sign-in page')
    await put({ allows_idp_initiated: true })
    const browser = openBrowser(world.app)
    expect((await arrive(browser, unasked(), { RelayState: '/decks' })).location).toBe('/decks')
    expect((await visitor(browser))?.email).toBe(email)
    for (const RelayState of ['https://evil.example', '//evil.example', '/\\evil.example']) {
      expect((await arrive(openBrowser(world.app), unasked(), { RelayState })).location).toBe('/')
    }
    await put()
  })
})

describe('an admin', () => {
  it('tests before it is on, and can require it only then', async () => {
    const { email } = await newUser()
    await call(world.app, world.org, 'DELETE', '/saml-settings')
    await put({ enabled: false })
    const early = await put({ required: true })
    expect([early.status, early.text.includes('test succeeded')]).toEqual([400, true])
    const admin = await signedIn(world.app, world.acme, world.alice.userId)
    const request = readRequest(goal(await admin.get('/sign-in/saml-test')))
    const tested = await arrive(admin, answerTo(request, email))
    expect([tested.status, tested.text.includes('Test succeeded')]).toEqual([200, true])
    expect((await visitor(admin))?.userId).toBe(world.alice.userId)
    const { provider, last_attempts } = await get()
    expect(provider.verified_at).not.toBeNull()
    expect(last_attempts[0]).toMatchObject({ outcome: 'ok', is_test: true })
    expect((await put({ required: true })).status).toBe(200)
  })

  it('keeps other ways while users have none, also if the provider is broken', async () => {
    const { email } = await newUser()
    const accounts = (address: string) => world.app.singleSignOn.findRoute(address)
    expect(await accounts(email)).toMatchObject({ required: true, protocol: 'saml' })
    const admin = await newPerson(world, { email: `boss@${domain}`, role: 'ADMIN' })
    const browser = openBrowser(world.app)
    const { findAccounts } = await import('../sign-in/index.ts')
    const found = async (address: string) => (await findAccounts(world.app.store, address)).map(({ userId }) => userId)
    expect([await found(email), await found(`boss@${domain}`)]).toEqual([[], [admin.userId]])
    expect(await visitor(browser)).toBeUndefined()
    await put()
  })

  it('sees why a sign-in failed, and nobody else can test', async () => {
    const { email } = await newUser()
    await signInAs(email, { audience: 'https://wrong.example' })
    expect((await get()).last_attempts[0]).toMatchObject({ outcome: 'audience', detail: 'https://wrong.example' })
    const bob = await signedIn(world.app, world.acme, world.bob.userId)
    expect((await bob.get('/sign-in/saml-test')).status).toBe(404)
  })
})

it('describes Parley to the provider', async () => {
  const { entity_id, acs_url, metadata_url } = await get()
  const answer = await openBrowser(world.app).get(new URL(metadata_url).pathname)
  expect(answer.headers['content-type']).toBe('application/samlmetadata+xml')
  expect([answer.text.includes(`entityID="${entity_id}"`), answer.text.includes(`Location="${acs_url}"`)]).toEqual([
    true,
    true,
  ])
})
