/** Signing in by mail, at the browser. */
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Mail } from '../../../core/mail.ts'
import { hiddenFields, openBrowser } from '../../../testing/browser-fixtures.ts'
import { call } from '../../../testing/call.ts'
import { createTestApp, PUBLIC_URL } from '../../../testing/create-test-app.ts'
import { newPerson } from '../../../testing/people.ts'
import { signedIn } from '../../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { createUser } from '../identity/index.ts'
import { createSignIn, issueSignInLink } from './index.ts'

const DAY = 86_400_000
/** From the real time on: what is counted is shared with other tests, and they would take the past for forgotten. */
let now = Date.now()
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => new Date(now) } }))
})

/** An address that nobody has in the other worlds of this database: sign-in looks for it in every organization. */
const newAddress = () => `somebody-${randomBytes(6).toString('hex')}@acme.example`
const newUser = (given: Parameters<typeof newPerson>[1] = {}) => newPerson(world, { email: newAddress(), ...given })

/** Asks for a link as a person does, and opens the mails that came of it. */
async function ask(email: string, returnTo?: string, browser = openBrowser(world.app)) {
  const form = await browser.get(
    `/sign-in${returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`}`,
  )
  const before = world.app.mail.length
  const answer = await browser.submit('/sign-in/link', form, { email })
  await world.app.signIn.settled()
  const mails = world.app.mail.slice(before)
  const links = mails.flatMap(({ text }) => text.match(/http:\/\/\S+/g) ?? []).map((url) => new URL(url).pathname)
  return { answer, mails, links, browser }
}

/** Presses the button, whether or not the page shows one. */
const enter = async (path: string, browser = openBrowser(world.app)) => {
  const form = hiddenFields((await browser.get('/sign-in')).text)
  return { answer: await browser.post(path, { form: form.form ?? '' }), browser }
}
const linkFor = (userId: string | undefined) =>
  issueSignInLink(world.app.store.of(world.acme), world.acme, world.app.clock, userId ?? '')
const visitorOf = ({ cookies }: ReturnType<typeof openBrowser>) =>
  world.app.signIn.findUser(cookies.get('parley_session'))

describe('does', () => {
  it('sends a link that signs in, by pressing a button', async () => {
    const { email, userId } = await newUser()
    const { answer, mails, links } = await ask(email)
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Check your email')])
    expect(mails).toEqual([
      {
        to: email,
        language: 'en',
        subject: 'Your link to sign in to Parley',
        text: expect.stringMatching(
          /sign in to Acme on Parley:\n\nhttp:\/\/parley\.test\/sign-in\/[\w-]{64}\n\n.*15 minutes/s,
        ),
      },
    ])
    const [path = ''] = links
    const browser = openBrowser(world.app)
    const page = await browser.get(path)
    expect(page.text).toContain('Acme')
    expect(page.text).toContain(email)
    expect(await visitorOf(browser)).toBeUndefined()
    const entered = await browser.submit(path, page)
    expect([entered.status, entered.location]).toEqual([303, '/'])
    expect(await visitorOf(browser)).toMatchObject({
      organizationId: world.acme,
      organizationName: 'Acme',
      userId,
      email,
      role: 'SALES_REP',
    })
    expect((await browser.get('/sign-in')).text).toContain('You&#39;re signed in')
  })

  it('leads on to where the person wanted to go', async () => {
    const { links } = await ask((await newUser()).email, '/oauth/authorize?client_id=a%20b')
    const { answer, browser } = await enter(links[0] ?? '')
    expect(answer.location).toBe('/oauth/authorize?client_id=a%20b')
    expect((await browser.get('/sign-in?return_to=/oauth/authorize')).location).toBe('/oauth/authorize')
  })

  it('sends one mail with a link for each organization, each for its own', async () => {
    const { email } = await newUser()
    const { app, rival } = world
    await createUser(app.store.of(rival), rival, app.clock, { email: email.toUpperCase(), role: 'MANAGER' })
    const { mails, links } = await ask(email)
    expect([mails.length, links.length]).toEqual([1, 2])
    expect(mails[0]?.text).toMatch(/Acme:\n.*Rival:\n/s)
    const visitors = await Promise.all(links.map(async (path) => visitorOf((await enter(path)).browser)))
    expect(visitors.map((one) => [one?.organizationName, one?.role])).toEqual([
      ['Acme', 'SALES_REP'],
      ['Rival', 'MANAGER'],
    ])
  })

  it('knows an address in any case', async () => {
    expect((await ask((await newUser()).email.toUpperCase())).links).toHaveLength(1)
  })

  it('opens links of the command line for a day', async () => {
    const [early, late] = [await linkFor(world.mark.userId), await linkFor(world.mark.userId)]
    now += DAY - 1
    expect((await enter(early)).answer.status).toBe(303)
    now += 1
    expect((await enter(late)).answer.status).toBe(404)
    now -= DAY
  })

  it('lets people in who accept an invitation', async () => {
    const body = { email: newAddress(), firstName: 'Ann' }
    await call(world.app, world.alice, 'POST', '/organizations/invitations', { body })
    await world.app.drain(world.acme)
    const { text } = world.app.mail.findLast(({ to }) => to === body.email) ?? { text: '' }
    const path = new URL(/http:\S+/.exec(text)?.[0] ?? '').pathname
    const { answer, browser } = await enter(path)
    expect([answer.status, (await visitorOf(browser))?.name]).toEqual([303, 'Ann'])
    expect((await enter(path)).answer.status).toBe(404)
  })

  it('signs out, and in as somebody else', async () => {
    const browser = await signedIn(world.app, world.acme, world.bob.userId)
    const cookie = browser.cookies.get('parley_session')
    const out = await browser.submit('/sign-out', await browser.get('/sign-in'), { return_to: '/oauth/consent/x' })
    expect(out.location).toBe('/sign-in?return_to=%2Foauth%2Fconsent%2Fx')
    expect([browser.cookies.has('parley_session'), await world.app.signIn.findUser(cookie)]).toEqual([false, undefined])
  })

  it('ends the session that a browser had when another begins', async () => {
    const browser = await signedIn(world.app, world.acme, world.bob.userId)
    const before = browser.cookies.get('parley_session')
    await enter(await linkFor(world.carol.userId), browser)
    expect([await world.app.signIn.findUser(before), (await visitorOf(browser))?.userId]).toEqual([
      undefined,
      world.carol.userId,
    ])
  })
})

describe('a session', () => {
  it('ends after 14 days without use', async () => {
    const browser = await signedIn(world.app, world.acme, world.bob.userId)
    const began = now
    now += 14 * DAY - 1
    expect(await visitorOf(browser)).toBeDefined()
    now += 14 * DAY - 1
    expect(await visitorOf(browser)).toBeDefined()
    now += 14 * DAY
    expect(await visitorOf(browser)).toBeUndefined()
    now = began
  })

  it('ends after 30 days in any case', async () => {
    const browser = await signedIn(world.app, world.acme, world.bob.userId)
    const began = now
    for (const days of [10, 20, 29.9]) {
      now = began + days * DAY
      expect(await visitorOf(browser)).toBeDefined()
    }
    now = began + 30 * DAY
    expect(await visitorOf(browser)).toBeUndefined()
    now = began
  })

  it('and a link end with the access of their user, and do not come back with it', async () => {
    const person = await newUser()
    const browser = await signedIn(world.app, world.acme, person.userId)
    const { links } = await ask(person.email)
    await call(world.app, world.alice, 'DELETE', `/organizations/users/${person.userId}`)
    expect(await visitorOf(browser)).toBeUndefined()
    await call(world.app, world.alice, 'POST', `/organizations/users/${person.userId}/reactivate`)
    expect(await visitorOf(browser)).toBeUndefined()
    expect((await enter(links[0] ?? '')).answer.status).toBe(404)
  })

  it('has a cookie that no script reads and no other site sends', async () => {
    const path = await linkFor(world.bob.userId)
    const { answer } = await enter(path)
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^parley_session=[\w-]{64}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
    )
  })
})

describe('refuses', () => {
  it('a link that was used, also by two at the same moment, or is late', async () => {
    const { email } = await newUser()
    const { links } = await ask(email)
    const [path = ''] = links
    const browsers = [openBrowser(world.app), openBrowser(world.app), openBrowser(world.app)]
    const pages = await Promise.all(browsers.map((browser) => browser.get(path)))
    const entered = await Promise.all(browsers.map((browser, n) => browser.submit(path, pages[n] ?? fail())))
    expect(entered.map(({ status }) => status).toSorted()).toEqual([303, 404, 404])
    const late = (await ask(email)).links[0] ?? ''
    now += 15 * 60_000
    expect([(await openBrowser(world.app).get(late)).status, (await enter(late)).answer.status]).toEqual([404, 404])
    now -= 15 * 60_000
  })

  it('to send a person elsewhere', async () => {
    const { email } = await newUser()
    for (const evil of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/\t/evil.example',
      '/.//evil.example',
    ]) {
      const { links, answer, browser } = await ask(email, evil)
      expect(answer.text).not.toContain('evil')
      expect((await enter(links[0] ?? '')).answer.location).toBe('/')
      const form = await browser.get('/sign-in')
      expect((await browser.submit('/sign-out', form, { return_to: evil })).location).toBe('/sign-in')
    }
  })

  it('to tell who is known: the same answer, headers and all, and nothing sent', async () => {
    const [here, gone] = [await newUser(), await newUser()]
    await call(world.app, world.alice, 'DELETE', `/organizations/users/${gone.userId}`)
    const known = await ask(here.email)
    for (const email of [newAddress(), gone.email, `${here.email}.evil.example`]) {
      const unknown = await ask(email)
      expect([unknown.mails, unknown.answer.status, unknown.answer.text]).toEqual([[], 200, known.answer.text])
      const { date: _, 'x-request-id': __, ...headers } = unknown.answer.headers
      expect(Object.keys(known.answer.headers)).toEqual(expect.arrayContaining(Object.keys(headers)))
    }
    expect(known.links).toHaveLength(1)
  })

  it('to send more than five links an hour to one address, which only its person is told, once', async () => {
    const { email } = await newUser()
    const subjects: (string | undefined)[] = []
    const stranger = newAddress()
    for (let n = 0; n < 7; n++) {
      const { answer, mails } = await ask(n % 2 === 0 ? email : email.toUpperCase())
      expect(answer.status).toBe(200)
      // The page is the same for an address that is not known, however often it is asked for.
      expect((await ask(stranger)).answer.text).toBe(answer.text)
      expect(answer.text).toContain('The maximum is 5 links per hour')
      subjects.push(mails[0]?.subject)
      expect(mails.length).toBeLessThanOrEqual(1)
    }
    const [link, usedUp] = ['Your link to sign in to Parley', 'Too many sign-in links were requested for Parley']
    expect(subjects).toEqual([link, link, link, link, link, usedUp, undefined])
    const told = world.app.mail.filter(({ to }) => to.toLowerCase() === email).at(-1)?.text ?? ''
    expect(told).toContain(`again at ${new Date(now + 3_600_000).toISOString().slice(11, 16)} UTC`)
    expect(told).not.toContain('http')
    expect(world.app.mail.some(({ to }) => to === stranger)).toBe(false)
    now += 3_600_000
    expect((await ask(email)).mails).toHaveLength(1)
    now -= 3_600_000
  })

  it('more than twenty requests an hour from one place', async () => {
    const browser = openBrowser(world.app)
    const statuses: number[] = []
    for (let n = 0; n < 21; n++) statuses.push((await ask(newAddress(), undefined, browser)).answer.status)
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
    expect((await ask(newAddress(), undefined, browser)).answer.headers['retry-after']).toBe('3600')
    expect((await ask(newAddress())).answer.status).toBe(200)
  })

  it('what is no address', async () => {
    for (const email of [
      '',
      'bob',
      'bob@',
      'bob@acme.example, eve@evil.example',
      'bob@acme.example\r\nBcc: x@y.example',
    ]) {
      const { answer, mails } = await ask(email)
      expect([answer.status, mails]).toEqual([400, []])
    }
  })

  it('forms that no page of ours sent: without their token, with that of another browser, from elsewhere', async () => {
    const path = await linkFor(world.bob.userId)
    const [victim, attacker] = [openBrowser(world.app), openBrowser(world.app)]
    const [own, foreign] = [await victim.get(path), await attacker.get(path)]
    expect((await victim.post(path, {})).status).toBe(403)
    expect((await victim.submit(path, foreign)).status).toBe(403)
    expect((await victim.submit(path, own, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await victim.submit(path, own, {}, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await openBrowser(world.app).submit(path, own)).status).toBe(403)
    expect((await victim.post('/sign-in', { email: newAddress() })).status).toBe(403)
    expect((await victim.submit(path, own, {}, { origin: PUBLIC_URL })).status).toBe(303)
  })

  it('a form that was shown before signing in', async () => {
    const browser = openBrowser(world.app)
    const before = await browser.get('/sign-in')
    const path = await linkFor(world.bob.userId)
    await browser.submit(path, await browser.get(path))
    expect((await browser.submit('/sign-out', before)).status).toBe(403)
    expect(await visitorOf(browser)).toBeDefined()
  })

  it('whatever else comes as a link or a cookie', async () => {
    const { links } = await ask((await newUser()).email)
    const token = links[0]?.split('/').at(-1) ?? ''
    const bytes = Buffer.from(token, 'base64url')
    const rival = Buffer.concat([Buffer.from(world.rival.replaceAll('-', ''), 'hex'), bytes.subarray(16)])
    const wrong = [token.slice(1), `${token}a`, token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))]
    for (const one of [...wrong, rival.toString('base64url'), 'x', '%00', '..%2f']) {
      expect((await openBrowser(world.app).get(`/sign-in/${one}`)).status).toBe(404)
      expect(await world.app.signIn.open(one, { userAgent: '', address: '192.0.2.1' })).toBeUndefined()
    }
    // A link is no cookie, and a cookie no link.
    expect(await world.app.signIn.findUser(token)).toBeUndefined()
    const browser = await signedIn(world.app, world.acme, world.bob.userId)
    expect(await world.app.signIn.findLink(browser.cookies.get('parley_session') ?? '')).toBeUndefined()
  })
})

describe('a page', () => {
  it('loads, runs and frames nothing, is kept nowhere, and tells nobody where it leads', async () => {
    const browser = await signedIn(world.app, world.acme, world.bob.userId)
    const { links } = await ask((await newUser()).email)
    for (const path of ['/sign-in', links[0] ?? '/sign-in', '/sign-in/none', '/invitations/none']) {
      const { text, headers } = await browser.get(path)
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; .*base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
        ),
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
      expect(text).not.toMatch(/<script|style=|onclick|src=/)
    }
  })

  it('shows names as text', async () => {
    const name = '<b>"Bob"</b>'
    const { app, acme } = world
    const person = { email: newAddress(), role: 'SALES_REP', firstName: name } as const
    const { userId } = await createUser(app.store.of(acme), acme, app.clock, person)
    const browser = await signedIn(app, acme, userId)
    expect((await browser.get('/sign-in')).text).toContain('<bdi>&lt;b&gt;&quot;Bob&quot;&lt;/b&gt;</bdi>')
  })
})

describe('a mail server that is away', () => {
  it('is told in the log, and asking again is all that is lost', async () => {
    const warnings: unknown[] = []
    const mail: Mail = { send: () => Promise.reject(new Error('nobody there')) }
    const log = { ...world.app.log, warn: (fields: unknown) => void warnings.push(fields) } as typeof world.app.log
    const { store, clock, publicUrl } = world.app
    const { sealer } = world.app.contextFor(world.app.operator(world.acme))
    const attempts = { take: async () => true }
    const signIn = createSignIn({ store, clock, log, mail, publicUrl, attempts, sealer })
    expect(await signIn.request((await newUser()).email, '192.0.2.1', undefined)).toBe(true)
    await signIn.settled()
    expect(warnings).toEqual([{ error: 'nobody there' }])
  })
})

const fail = (): never => {
  throw new Error('There is no such page.')
}
