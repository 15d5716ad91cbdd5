/** Signing in by a provider, against a real one: who comes in, and as whom. */
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser } from '../../../testing/browser-fixtures.ts'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import {
  type Account,
  type IdentityProvider,
  PROVIDERS_HERE,
  startIdentityProvider,
} from '../../../testing/identity-provider.ts'
import { newPerson, userOf } from '../../../testing/people.ts'
import { erasureFor } from '../../../testing/privacy-fixtures.ts'
import { signedIn } from '../../../testing/sign-in-fixtures.ts'
import { newProvider } from '../../../testing/sign-in-providers-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { createUser } from '../identity/index.ts'
import { issueSignInLink } from '../sign-in/index.ts'

let world: World
let idp: IdentityProvider
let domain: string
let providerId: string
beforeAll(async () => {
  world = await createWorld(await createTestApp({ allowed: PROVIDERS_HERE }))
  idp = await startIdentityProvider()
  const made = await newProvider(world, { idp, default_team_uuid: world.teams.north })
  domain = made.domain
  providerId = made.id
})

const unique = () => randomBytes(6).toString('hex')
const visitorOf = ({ cookies }: Browser) => world.app.signIn.findUser(cookies.get('parley_session'))
const change = (body: object, id = providerId) =>
  call(world.app, world.org, 'PATCH', `/sign-in-providers/${id}`, { body })

/** Somebody at the provider. */
const account = (given: Partial<Account> = {}): Account => ({
  ...{ sub: `sub-${unique()}`, email: `person-${unique()}@${domain}`, email_verified: true },
  ...{ given_name: 'Ada', family_name: 'Lovelace' },
  ...given,
})

/** The address first, then to the provider and back. */
async function come(
  who: Account | undefined,
  given: { browser?: Browser; typed?: string; returnTo?: string } = {},
): Promise<{ status: number; location: string | undefined; text: string; browser: Browser }> {
  const { browser = openBrowser(world.app), typed = who?.email ?? `x@${domain}`, returnTo } = given
  const ask = await browser.get(`/sign-in${returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`}`)
  const ways = await browser.submit('/sign-in', ask, { email: typed })
  const going = await browser.submit('/sign-in/provider', ways, { email: typed })
  const to = /^0;url=(.*)$/.exec(String(going.headers.refresh))?.[1]
  if (to === undefined) return { ...going, browser }
  idp.account = who
  const back = await idp.through(to)
  return { ...(await browser.get(back.pathname + back.search)), browser }
}

describe('does', () => {
  it('lead from the address to the provider and into the app, as a new user with role and team', async () => {
    const who = account()
    const { status, location, browser } = await come(who)
    expect([status, location]).toEqual([303, '/'])
    const visitor = await visitorOf(browser)
    expect(visitor).toMatchObject({
      organizationId: world.acme,
      email: who.email,
      name: 'Ada Lovelace',
      role: 'SALES_REP',
    })
    expect((await userOf(world, visitor?.userId)).teams).toMatchObject([{ uuid: world.teams.north }])
    const entries = (
      await call(world.app, world.org, 'GET', '/audit-log', { query: { entityId: visitor?.userId ?? '' } })
    ).body.data
    expect(entries).toMatchObject([{ operation: 'createUser', via: 'session', user: { uuid: visitor?.userId } }])
    const [session] = (
      await call(world.app, world.alice, 'GET', '/sessions', { query: { user_uuid: visitor?.userId ?? '' } })
    ).body.data
    expect(session.way).toBe('single_sign_on')
    const provider = await call(world.app, world.org, 'GET', `/sign-in-providers/${providerId}`)
    expect(provider.body.data.users).toBeGreaterThan(0)
  })

  it('say which provider, ask for what is needed, and give away no secret', async () => {
    const browser = openBrowser(world.app)
    const email = `person@${domain}`
    const ways = await browser.submit('/sign-in', await browser.get('/sign-in'), { email })
    expect(ways.text).toContain('Continue with <bdi>Example ID</bdi>')
    expect(ways.text).toContain('name="password"')
    const going = await browser.submit('/sign-in/provider', ways, { email })
    const to = new URL(/^0;url=(.*)$/.exec(String(going.headers.refresh))?.[1] ?? '')
    expect(Object.fromEntries(to.searchParams)).toEqual({
      ...{ client_id: idp.clientId, response_type: 'code', scope: 'openid email profile', login_hint: email },
      ...{ redirect_uri: 'http://parley.test/sign-in/callback', code_challenge_method: 'S256' },
      state: expect.stringMatching(/^[\w-]{64}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(going.text + JSON.stringify(going.headers)).not.toContain(idp.clientSecret)
    const [row] = await world.app.store.owner.query<Record<string, unknown>>(
      'select * from sign_in_requests where provider_id = $1 order by created_at desc, xmin::text::bigint desc limit 1',
      [providerId],
    )
    for (const name of ['state', 'nonce']) {
      expect(JSON.stringify(row)).not.toContain(to.searchParams.get(name))
    }
  })

  it('find the user there is, and the same one when their address has changed', async () => {
    const person = await newPerson(world, { email: `old-${unique()}@${domain}` })
    const who = account({ email: person.email.toUpperCase() })
    expect((await visitorOf((await come(who)).browser))?.userId).toBe(person.userId)
    const renamed = { ...who, email: `new-${unique()}@${domain}` }
    expect((await visitorOf((await come(renamed)).browser))?.userId).toBe(person.userId)
    expect((await userOf(world, person.userId)).email).toBe(person.email)
  })

  it('lead on to where the person wanted to go, and nowhere else', async () => {
    expect((await come(account(), { returnTo: '/labels?page=2' })).location).toBe('/labels?page=2')
    expect((await come(account(), { returnTo: '//evil.example' })).location).toBe('/')
  })

  it('let in who is invited as they were invited', async () => {
    const email = `invited-${unique()}@${domain}`
    const body = { email, firstName: 'Grace', role: 'MANAGER', teamUUIDs: [world.teams.support] }
    const made = await call(world.app, world.alice, 'POST', '/organizations/invitations', { body })
    expect(made.status).toBe(201)
    const visitor = await visitorOf((await come(account({ email }))).browser)
    expect(visitor).toMatchObject({ email, role: 'MANAGER', name: 'Ada Lovelace' })
    expect((await userOf(world, visitor?.userId)).teams).toMatchObject([{ uuid: world.teams.support }])
    const { data } = (await call(world.app, world.alice, 'GET', '/organizations/invitations')).body
    expect(data.find((one: { email: string }) => one.email === email)?.status).toBe('accepted')
  })

  it('make one user of several who come at the same moment', async () => {
    const who = account()
    const came = await Promise.all([come(who), come(who), come(who)])
    const users = await Promise.all(came.map(async ({ browser }) => (await visitorOf(browser))?.userId))
    expect(came.map(({ status }) => status)).toEqual([303, 303, 303])
    expect(new Set(users).size).toBe(1)
  })

  it('take an address for verified, where the admin says that the provider vouches for it', async () => {
    await change({ vouches_for_addresses: true })
    expect((await come(account({ email_verified: false }))).status).toBe(303)
    await change({ vouches_for_addresses: false })
    expect((await come(account({ email_verified: false }))).status).toBe(403)
  })

  it('end the session here when signing out, and leave the provider’s alone', async () => {
    const { browser } = await come(account())
    const out = await browser.submit('/sign-out', await browser.get('/sign-in'))
    expect([out.location, browser.cookies.has('parley_session')]).toEqual(['/sign-in', false])
  })
})

describe('a required provider', () => {
  it('lets nobody of its domains in by a link or a password, but by the command line', async () => {
    const made = await newProvider(world, { idp, required: true })
    const { userId, email } = await newPerson(world, { email: `person-${unique()}@${made.domain}` })
    const browser = openBrowser(world.app)
    const ways = await browser.submit('/sign-in', await browser.get('/sign-in'), { email })
    expect(ways.text).not.toContain('name="password"')
    const before = world.app.mail.length
    await browser.submit('/sign-in/link', ways, { email })
    await world.app.signIn.settled()
    expect(world.app.mail.slice(before)).toEqual([])
    await world.app.store.owner.query(
      `insert into passwords (organization_id, user_id, hash, changed_at) values ($1, $2, '$argon2id$', now())`,
      [world.acme, userId],
    )
    const password = await browser.submit('/sign-in/password', ways, { email, password: 'walnut carpet orbit nine' })
    expect(password.status).toBe(400)
    const path = await issueSignInLink(world.app.store.of(world.acme), world.acme, world.app.clock, userId)
    expect((await browser.submit(path, await browser.get(path))).status).toBe(303)
    const own = await browser.submit('/account/password', await browser.get('/account'), {
      password: 'walnut carpet orbit nine',
    })
    expect([own.status, (await browser.get('/account')).text]).toEqual([
      403,
      expect.stringContaining('Your organization requires sign-in with'),
    ])
    expect((await come(account({ email }))).status).toBe(303)
  })

  it('ends links that are on their way, and sends who is invited to the provider', async () => {
    const made = await newProvider(world, { idp })
    const person = await newPerson(world, { email: `person-${unique()}@${made.domain}` })
    const browser = openBrowser(world.app)
    await browser.submit('/sign-in/link', await browser.get('/sign-in'), { email: person.email })
    await world.app.signIn.settled()
    const mailed = world.app.mail.findLast(({ to }) => to === person.email)?.text ?? ''
    const path = new URL(/http:\S+/.exec(mailed)?.[0] ?? '').pathname
    const email = `invited-${unique()}@${made.domain}`
    await call(world.app, world.alice, 'POST', '/organizations/invitations', { body: { email } })
    await world.app.drain(world.acme)
    await change({ required: true }, made.id)
    expect((await browser.get(path)).status).toBe(404)
    expect((await browser.submit(path, await browser.get('/sign-in'))).status).toBe(404)
    const invited = world.app.mail.findLast(({ to }) => to === email)?.text ?? ''
    const join = new URL(/http:\S+/.exec(invited)?.[0] ?? '').pathname
    const joined = await browser.submit(join, await browser.get(join))
    expect([joined.location, await visitorOf(browser)]).toEqual(['/sign-in', undefined])
    expect((await come(account({ email }))).status).toBe(303)
  })

  it('says nothing of the accounts of another organization', async () => {
    const { app, rival } = world
    const made = await newProvider(world, { idp, required: true })
    const email = `guest-${unique()}@${made.domain}`
    await createUser(app.store.of(rival), rival, app.clock, { email, role: 'MANAGER' })
    const browser = openBrowser(app)
    await browser.submit('/sign-in/link', await browser.get('/sign-in'), { email })
    await app.signIn.settled()
    expect(app.mail.findLast(({ to }) => to === email)?.text).toContain('Rival')
  })
})

describe('refuses', () => {
  const refusal = async (who: Account | undefined, typed?: string) => {
    const came = await come(who, typed === undefined ? {} : { typed })
    expect([came.location, await visitorOf(came.browser)]).toEqual([undefined, undefined])
    return [came.status, /<p class="when">(.*?)<\/p>/.exec(came.text)?.[1]]
  }

  it.each<[string, () => Account, string]>([
    ['an address that is not verified', () => account({ email_verified: false }), 'verified'],
    ['no word of it', () => ({ sub: `sub-${unique()}`, email: `p-${unique()}@${domain}` }), 'verified'],
    [
      'an address elsewhere',
      () => account({ email: `alice-${unique()}@acme.example` }),
      'isn&#39;t configured for this identity provider',
    ],
    [
      'an address below the domain',
      () => account({ email: `p@sub.${domain}` }),
      'isn&#39;t configured for this identity provider',
    ],
    ['no address', () => ({ sub: `sub-${unique()}` }), 'sent no email address'],
  ])('%s', async (_, who, words) => {
    const [status, said] = await refusal(who(), `x@${domain}`)
    expect([status, said]).toEqual([403, expect.stringContaining(words)])
  })

  it('to take over the admin of another domain by saying their address', async () => {
    expect((await refusal(account({ email: 'alice@acme.example' }), `x@${domain}`))[0]).toBe(403)
  })

  it('who is deactivated, by whatever address they come, and lets them in again as the same person', async () => {
    const who = account()
    const first = await visitorOf((await come(who)).browser)
    const { browser } = await come(who)
    await call(world.app, world.alice, 'DELETE', `/organizations/users/${first?.userId}`)
    expect(await visitorOf(browser)).toBeUndefined()
    expect((await refusal(who))[1]).toContain('is deactivated')
    expect((await refusal({ ...who, email: `other-${unique()}@${domain}` }))[1]).toContain('is deactivated')
    expect((await refusal(account({ email: who.email ?? '' })))[1]).toContain('is deactivated')
    await call(world.app, world.alice, 'POST', `/organizations/users/${first?.userId}/reactivate`)
    expect((await visitorOf((await come(who)).browser))?.userId).toBe(first?.userId)
  })

  it('who has got the address of somebody else', async () => {
    const who = account()
    await come(who)
    expect((await refusal(account({ email: who.email ?? '' })))[1]).toContain(
      'Another account of your identity provider',
    )
  })

  it('who is no user, where users are made by admins alone', async () => {
    await change({ makes_users: false })
    expect((await refusal(account()))[1]).toContain('have an account yet')
    await change({ makes_users: true })
  })

  it('who canceled at the provider', async () => {
    expect((await refusal(undefined))[1]).toContain('failed or was canceled')
  })

  it('a provider that does not answer, in words of its own', async () => {
    const { domain: away } = await newProvider(world)
    const came = await come(account(), { typed: `x@${away}` })
    expect([came.status, came.text]).toEqual([503, expect.stringContaining('isn&#39;t responding')])
  })

  it('an address that no provider signs in', async () => {
    expect((await come(account(), { typed: `x-${unique()}@nobody.example` })).status).toBe(403)
  })

  it('to remember by what name the provider knows somebody who was erased', async () => {
    const who = account()
    const first = await visitorOf((await come(who)).browser)
    await call(world.app, world.alice, 'DELETE', `/organizations/users/${first?.userId}`)
    await erasureFor(world, { userUUID: first?.userId })
    await world.app.drain(world.acme)
    const left = await world.app.store.owner.query('select 1 from sign_in_identities where subject = $1', [who.sub])
    expect(left).toEqual([])
  })

  it('to keep the session that the browser had', async () => {
    const browser = await signedIn(world.app, world.acme, world.bob.userId)
    const cookie = browser.cookies.get('parley_session')
    await come(account(), { browser })
    expect(await world.app.signIn.findUser(cookie)).toBeUndefined()
  })
})
