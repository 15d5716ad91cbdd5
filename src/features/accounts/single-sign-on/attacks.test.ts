/** What might be tried against signing in by a provider, in the browser and from the provider's side. */
import { randomBytes } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser } from '../../../testing/browser-fixtures.ts'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import {
  type Account,
  type IdentityProvider,
  startIdentityProvider,
  type Tampering,
  tamperingFetch,
} from '../../../testing/identity-provider.ts'
import { newProvider } from '../../../testing/sign-in-providers-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let now = Date.now()
const fetchPublic = tamperingFetch()
let world: World
let idp: IdentityProvider
let domain: string
let providerId: string
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => new Date(now) }, fetchPublic }))
  idp = await startIdentityProvider({ claimsInToken: true })
  const made = await newProvider(world, { idp })
  domain = made.domain
  providerId = made.id
})
afterEach(() => {
  fetchPublic.tampering = undefined
})

const newAccount = (): Account => {
  const name = randomBytes(6).toString('hex')
  return { sub: `sub-${name}`, email: `${name}@${domain}`, email_verified: true }
}
const visitorOf = ({ cookies }: Browser) => world.app.signIn.findUser(cookies.get('parley_session'))

/** @returns where the browser is sent to at the provider */
async function go(browser: Browser, email = `x@${domain}`): Promise<string> {
  const going = await browser.submit('/sign-in/provider', await browser.get('/sign-in'), { email })
  return /^0;url=(.*)$/.exec(String(going.headers.refresh))?.[1] ?? ''
}
/** @returns where the provider sends the browser back to */
async function through(address: string, who = newAccount()): Promise<URL> {
  idp.account = who
  return idp.through(address)
}
const back = (browser: Browser, url: URL) => browser.get(url.pathname + url.search)

async function expectRefused(browser: Browser, answer: { status: number; text: string }, words: string) {
  expect([answer.status, await visitorOf(browser)]).toEqual([403, undefined])
  expect(answer.text).toContain(words)
}

it('comes in when nobody tries anything', async () => {
  const browser = openBrowser(world.app)
  const who = newAccount()
  expect((await back(browser, await through(await go(browser), who))).status).toBe(303)
  expect((await visitorOf(browser))?.email).toBe(who.email)
})

describe('in the browser', () => {
  const NOT_OURS = 'started in another browser'

  it('the answer that another browser was to get signs nobody in, and the other one comes in all the same', async () => {
    const [attacker, victim] = [openBrowser(world.app), openBrowser(world.app)]
    const url = await through(await go(attacker))
    await expectRefused(victim, await back(victim, url), NOT_OURS)
    await go(victim)
    await expectRefused(victim, await back(victim, url), NOT_OURS)
    expect((await back(attacker, url)).status).toBe(303)
  })

  it('an answer counts once', async () => {
    const browser = openBrowser(world.app)
    const url = await through(await go(browser))
    const answers = await Promise.all([1, 2, 3].map(() => back(browser, url)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 403, 403])
    const fresh = openBrowser(world.app)
    fresh.cookies.set('parley_browser', browser.cookies.get('parley_browser') ?? '')
    await expectRefused(fresh, await back(fresh, url), NOT_OURS)
  })

  it('a code that was used is none with another state', async () => {
    const browser = openBrowser(world.app)
    const used = await through(await go(browser))
    await back(browser, used)
    const fresh = openBrowser(world.app)
    const next = new URL(used)
    next.searchParams.set('state', new URL(await go(fresh)).searchParams.get('state') ?? '')
    await expectRefused(fresh, await back(fresh, next), 'couldn&#39;t verify the response')
  })

  it('the code of another sign-in is none here: its challenge is another', async () => {
    const [attacker, victim] = [openBrowser(world.app), openBrowser(world.app)]
    const stolen = (await through(await go(victim))).searchParams.get('code') ?? ''
    const url = await through(await go(attacker))
    url.searchParams.set('code', stolen)
    await expectRefused(attacker, await back(attacker, url), 'couldn&#39;t verify the response')
  })

  it('an answer counts for ten minutes', async () => {
    const browser = openBrowser(world.app)
    const url = await through(await go(browser))
    now += 10 * 60_000
    await expectRefused(browser, await back(browser, url), NOT_OURS)
    now -= 10 * 60_000
  })

  it.each<[string, (url: URL) => void]>([
    ['no state', (url) => url.searchParams.delete('state')],
    ['two states', (url) => url.searchParams.append('state', url.searchParams.get('state') ?? '')],
    ['a state that is none', (url) => url.searchParams.set('state', 'x')],
    ['a state of nowhere', (url) => url.searchParams.set('state', randomBytes(48).toString('base64url'))],
    [
      'a state of another organization',
      (url) => {
        const bytes = Buffer.from(url.searchParams.get('state') ?? '', 'base64url')
        const rival = Buffer.from(world.rival.replaceAll('-', ''), 'hex')
        url.searchParams.set('state', Buffer.concat([rival, bytes.subarray(16)]).toString('base64url'))
      },
    ],
  ])('%s', async (_, change) => {
    const browser = openBrowser(world.app)
    const url = await through(await go(browser))
    change(url)
    await expectRefused(browser, await back(browser, url), NOT_OURS)
  })

  it.each<[string, (url: URL) => void]>([
    ['the answer of another issuer', (url) => url.searchParams.set('iss', 'https://evil.example')],
    ['an answer that does not say whose it is', (url) => url.searchParams.delete('iss')],
    ['an answer without a code', (url) => url.searchParams.delete('code')],
    ['a code of nowhere', (url) => url.searchParams.set('code', 'x'.repeat(43))],
  ])('%s', async (_, change) => {
    const browser = openBrowser(world.app)
    const url = await through(await go(browser))
    change(url)
    await expectRefused(browser, await back(browser, url), 'couldn&#39;t verify the response')
  })

  it('is not begun by another site, nor by who has no page of ours', async () => {
    const browser = openBrowser(world.app)
    const email = `x@${domain}`
    expect((await browser.post('/sign-in/provider', { email })).status).toBe(403)
    const page = await browser.get('/sign-in')
    const elsewhere = { 'sec-fetch-site': 'cross-site' }
    expect((await browser.submit('/sign-in/provider', page, { email }, elsewhere)).status).toBe(403)
  })

  it('tells nobody else of the code, and keeps nothing of it', async () => {
    const browser = openBrowser(world.app)
    const answer = await back(browser, await through(await go(browser)))
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  })
})

describe('from the provider', () => {
  const tampers = (claims: Parameters<Tampering>[0], changed: object) => idp.sign({ ...claims, ...changed })
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  it.each<[string, Tampering]>([
    ['a token for another sign-in', (claims) => tampers(claims, { nonce: 'another' })],
    ['a token for none', (claims) => tampers(claims, { nonce: undefined })],
    ['a token of another issuer', (claims) => tampers(claims, { iss: 'https://evil.example' })],
    ['a token for another client', (claims) => tampers(claims, { aud: 'somebody' })],
    [
      'a token for several, of which another asked',
      (claims) => tampers(claims, { aud: [idp.clientId, 'b'], azp: 'b' }),
    ],
    ['a token that has expired', (claims) => tampers(claims, { iat: 1_700_000_000, exp: 1_700_000_060 })],
    ['a token that never does', (claims) => tampers(claims, { exp: undefined })],
    ['a token of nobody', (claims) => tampers(claims, { sub: undefined })],
    ['a token without a signature', (claims) => `${part({ alg: 'none' })}.${part(claims)}.`],
    [
      'a token signed with what everybody knows',
      (claims) => `${part({ alg: 'HS256' })}.${part(claims)}.${randomBytes(32).toString('base64url')}`,
    ],
    [
      'a token that was changed',
      (claims, token) => {
        const [head, , signature] = token.split('.')
        return `${head}.${part({ ...claims, email: `admin@${domain}` })}.${signature}`
      },
    ],
    ['no token at all', () => ''],
  ])('%s lets nobody in', async (_, tampering) => {
    const browser = openBrowser(world.app)
    const url = await through(await go(browser))
    fetchPublic.tampering = tampering
    await expectRefused(browser, await back(browser, url), 'couldn&#39;t verify the response')
    fetchPublic.tampering = undefined
  })

  it('a token that is as it should be, tampered with or not, lets somebody in', async () => {
    const browser = openBrowser(world.app)
    const url = await through(await go(browser))
    fetchPublic.tampering = (claims) => idp.sign(claims)
    expect((await back(browser, url)).status).toBe(303)
  })

  it('names and subjects of any kind are text, or nothing', async () => {
    const who = { ...newAccount(), given_name: `<b>\u0000${'x'.repeat(500)}`, family_name: '\u202eevil\r\nBcc: x' }
    const browser = openBrowser(world.app)
    expect((await back(browser, await through(await go(browser), who))).status).toBe(303)
    const person = await visitorOf(browser)
    expect(person?.name).not.toMatch(/[\p{Cc}\u202e]/u)
    const long = openBrowser(world.app)
    const url = await through(await go(long))
    fetchPublic.tampering = (claims) => idp.sign({ ...claims, sub: 'x'.repeat(256) })
    await expectRefused(long, await back(long, url), 'couldn&#39;t verify the response')
  })
})

describe('of another organization', () => {
  it('a provider says nothing of the people of this one, whatever it claims', async () => {
    // The same provider, set up by the rival for a domain of its own: whoever runs it may say any address.
    const theirs = await newProvider(world, { idp, caller: world.rivalOrg })
    const browser = openBrowser(world.app)
    const who = { ...newAccount(), email: `alice@${domain}` }
    await expectRefused(
      browser,
      await back(browser, await through(await go(browser, `x@${theirs.domain}`), who)),
      'isn&#39;t configured for this identity provider',
    )
    const known = newAccount()
    const own = openBrowser(world.app)
    await back(own, await through(await go(own), known))
    expect((await visitorOf(own))?.organizationId).toBe(world.acme)
    // The same subject, come by the rival's provider, is nobody there.
    const cross = openBrowser(world.app)
    await expectRefused(
      cross,
      await back(cross, await through(await go(cross, `x@${theirs.domain}`), known)),
      'isn&#39;t configured for this identity provider',
    )
  })

  it('a domain that is not its own leads to no provider of it', async () => {
    const body = { name: 'Evil', issuer: idp.issuer, client_id: 'x', domains: [domain] }
    const answer = await call(world.app, world.rivalOrg, 'POST', '/sign-in-providers', { body })
    expect([answer.status, answer.body.source]).toEqual([400, { pointer: '/domains/0' }])
    expect(await world.app.singleSignOn.findRoute(`x@${domain}`)).toMatchObject({ providerId })
  })

  it('a request that waits belongs to the provider it was begun for', async () => {
    const browser = openBrowser(world.app)
    const url = await through(await go(browser))
    await call(world.app, world.org, 'DELETE', `/sign-in-providers/${providerId}`)
    await expectRefused(browser, await back(browser, url), 'started in another browser')
  })
})
