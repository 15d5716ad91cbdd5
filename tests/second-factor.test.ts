/**
 * No way to a session without the second factor. Each way to sign in is listed, so a new one needs its line, and sessions
 * are inserted in one place.
 */
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../src/features/accounts/identity/index.ts'
import { passwordByOperator } from '../src/features/accounts/passwords/index.ts'
import {
  issueSignInLink,
  type SignInWay,
  type StartedSession,
  signInWays,
  startSession,
} from '../src/features/accounts/sign-in/index.ts'
import { type Browser, openBrowser, type PageAnswer } from '../src/testing/browser-fixtures.ts'
import { asking, decide, follow, newProgram } from '../src/testing/connect-fixtures.ts'
import { createTestApp } from '../src/testing/create-test-app.ts'
import { newPerson } from '../src/testing/people.ts'
import { appFor, enterCode } from '../src/testing/second-factor-fixtures.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'

const PASSWORD = 'walnut carpet orbit nine'
/** From the real time on: what is counted is shared with other tests. */
let now = Date.now()
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => new Date(now) } }))
})

const newAddress = () => `factor-${randomBytes(6).toString('hex')}@acme.example`
const newUser = () => newPerson(world, { email: newAddress() })
const visitorOf = ({ cookies }: Browser) => world.app.signIn.findUser(cookies.get('parley_session'))
const linkFor = (userId: string) => issueSignInLink(world.app.store.of(world.acme), world.acme, world.app.clock, userId)
const require = (required: boolean) =>
  world.app.store.owner.query(
    `insert into sign_in_settings (organization_id, second_factor_required, updated_at) values ($1, $2, now())
     on conflict (organization_id) do update set second_factor_required = $2`,
    [world.acme, required],
  )

async function openLink(userId: string, browser = openBrowser(world.app)) {
  const path = await linkFor(userId)
  return { browser, answer: await browser.submit(path, await browser.get(path)) }
}

async function password(userId: string, org = world.acme): Promise<void> {
  const give = await passwordByOperator(PASSWORD, [])
  await give(world.app.store.of(org), org, world.app.clock, userId)
}

async function byPassword(email: string) {
  const browser = openBrowser(world.app)
  const ways = await browser.submit('/sign-in', await browser.get('/sign-in?return_to=/labels'), { email })
  return { browser, answer: await browser.submit('/sign-in/password', ways, { email, password: PASSWORD }) }
}

/** Ways over HTTP that end at the second step. */
const STEPS: Readonly<
  Record<string, (person: { userId: string; email: string }) => Promise<{ browser: Browser; answer: PageAnswer }>>
> = {
  'a link of the command line': ({ userId }) => openLink(userId),
  async 'a link by mail'({ email }) {
    const browser = openBrowser(world.app)
    await browser.submit('/sign-in/link', await browser.get('/sign-in'), { email })
    await world.app.signIn.settled()
    const { text } = world.app.mail.findLast(({ to }) => to === email) ?? { text: '' }
    const { pathname } = new URL(/http\S+/.exec(text)?.[0] ?? '')
    return { browser, answer: await browser.submit(pathname, await browser.get(pathname)) }
  },
  async 'a password'({ userId, email }) {
    await password(userId)
    return byPassword(email)
  },
  async 'a password that fits in two organizations'({ userId, email }) {
    const { app, rival } = world
    const other = await createUser(app.store.of(rival), rival, app.clock, { email, role: 'MANAGER' })
    await Promise.all([password(userId), password(other.userId, rival)])
    const { browser, answer } = await byPassword(email)
    const [path = ''] = /\/sign-in\/[\w-]{64}/.exec(answer.text) ?? []
    return { browser, answer: await browser.submit(path, answer) }
  },
  async 'signing in again'({ userId }) {
    const other = await newUser()
    const browser = await signedIn(world.app, world.acme, other.userId)
    browser.cookies.delete('parley_session')
    return openLink(userId, browser)
  },
}

/** Whether each way proves two factors by itself. */
const PROVES_BOTH: Readonly<Record<SignInWay, boolean>> = {
  ...{ link: false, password: false, invitation: false },
  ...{ single_sign_on: true, passkey: true },
}

describe('each way to a session', () => {
  it.each(signInWays)('%s asks for the second factor, unless it proves two', async (way) => {
    const person = await newUser()
    const from = { userAgent: 'Firefox', address: '192.0.2.1' }
    const start = () =>
      world.app.store
        .of(world.acme)
        .transact((tx) =>
          startSession(tx, world.acme, world.app.clock, { userId: person.userId, way, from }),
        ) as Promise<StartedSession>
    expect((await start()).isPending).toBe(false)
    await appFor(world, person.userId)
    const { token, isPending } = await start()
    expect(isPending).toBe(!PROVES_BOTH[way])
    expect((await world.app.signIn.findUser(token))?.userId).toBe(isPending ? undefined : person.userId)
  })

  it.each(Object.entries(STEPS))('%s leads to the code, and nowhere else before it', async (_, arrive) => {
    const person = await newUser()
    const { code } = await appFor(world, person.userId)
    const { browser, answer } = await arrive(person)
    expect([answer.status, answer.location]).toEqual([303, '/sign-in/code'])
    expect(browser.cookies.has('parley_session')).toBe(false)
    const page = await browser.get('/sign-in/code')
    expect([page.status, page.text.includes(person.email)]).toEqual([200, true])
    // The token of the second step is no session, wherever it is sent.
    const token = browser.cookies.get('parley_pending') ?? ''
    const thief = openBrowser(world.app)
    thief.cookies.set('parley_session', token)
    expect((await thief.get('/account')).location).toBe('/sign-in?return_to=%2Faccount')

    expect((await enterCode(browser, '000000')).status).toBe(400)
    expect(browser.cookies.has('parley_session')).toBe(false)
    expect((await enterCode(browser, code())).status).toBe(303)
    expect((await visitorOf(browser))?.userId).toBe(person.userId)
    // A second use of the same pending sign-in.
    thief.cookies.set('parley_pending', token)
    expect((await thief.get('/sign-in/code')).status).toBe(403)
  })

  it('starts in one file, which asks', () => {
    const root = fileURLToPath(new URL('../src/', import.meta.url))
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /(?<!\.test)\.ts$/.test(path),
    )
    const calling = (words: RegExp) => files.filter((path) => words.test(readFileSync(join(root, path), 'utf8')))
    expect(files.length).toBeGreaterThan(1_000)
    // The file that declares it, and its only caller.
    const inserting = calling(/\binsertSession\(tx/).filter((path) => path.startsWith('features/accounts/'))
    expect(inserting).toEqual(['features/accounts/sign-in/queries.ts', 'features/accounts/sign-in/sessions.ts'])
    expect(calling(/insert into sessions\b|insertInto\('sessions'\)/)).toEqual(['features/accounts/sign-in/queries.ts'])
    expect(calling(/\baddSession\(tx/)).toEqual([
      'features/accounts/sign-in/pending.ts',
      'features/accounts/sign-in/sessions.ts',
    ])
  })

  it('leads an assistant through the second factor too', async () => {
    const person = await newUser()
    const { code } = await appFor(world, person.userId)
    const { path } = await asking(await newProgram(world.app))
    const { browser } = await openLink(person.userId)
    const sent = await follow(browser, await browser.get(path))
    expect([sent.status, sent.text.includes('Use your work email address.')]).toEqual([200, true])
    await enterCode(browser, code())
    expect((await decide(browser, path)).searchParams.has('code')).toBe(true)
  })
})

describe('a code', () => {
  it('leads on to the page that was asked for, and is accepted once', async () => {
    const person = await newUser()
    const { code } = await appFor(world, person.userId)
    await password(person.userId)
    const [first, second] = [await byPassword(person.email), await byPassword(person.email)]
    expect((await enterCode(first.browser, code().replace(/^.../, '$& '))).location).toBe('/labels')
    const again = await enterCode(second.browser, code())
    expect([again.status, again.text.includes('incorrect or was already used')]).toEqual([400, true])
    // Nor an earlier one, which nobody used.
    expect((await enterCode(second.browser, code(-1))).status).toBe(400)
    expect((await enterCode(second.browser, code(1))).status).toBe(303)
  })

  it('of recovery replaces the app once, and is noted', async () => {
    const person = await newUser()
    const { recoveryCodes } = await appFor(world, person.userId)
    const [given = ''] = recoveryCodes
    const { browser } = await openLink(person.userId)
    expect((await enterCode(browser, given.toUpperCase().replaceAll('-', ' '))).status).toBe(303)
    const other = await openLink(person.userId)
    expect((await enterCode(other.browser, given)).status).toBe(400)
    const noted = await world.app.store.owner.query<{ operation: string }>(
      'select operation from audit_log where user_id = $1',
      [person.userId],
    )
    expect(noted.map(({ operation }) => operation).toSorted()).toEqual(['signIn', 'useRecoveryCode'])
  })

  it('of somebody else does not fit', async () => {
    const [person, other] = [await newUser(), await newUser()]
    await appFor(world, person.userId)
    const theirs = await appFor(world, other.userId)
    const { browser } = await openLink(person.userId)
    expect((await enterCode(browser, theirs.code())).status).toBe(400)
    expect((await enterCode(browser, theirs.recoveryCodes[0] ?? '')).status).toBe(400)
  })

  it('can be guessed five times for one sign-in, and ten times in a quarter of an hour', async () => {
    const person = await newUser()
    const { code } = await appFor(world, person.userId)
    const { browser } = await openLink(person.userId)
    const guesses = []
    for (let n = 0; n < 6; n++) {
      const page = await browser.get('/sign-in/code')
      guesses.push((await browser.submit('/sign-in/code', page, { code: '000000' })).status)
    }
    expect(guesses).toEqual([400, 400, 400, 400, 403, 403])
    expect((await enterCode(browser, code())).status).toBe(403)
    const next = await openLink(person.userId)
    for (let n = 0; n < 4; n++) await enterCode(next.browser, '000000')
    const last = await openLink(person.userId)
    expect((await enterCode(last.browser, '000000')).status).toBe(400)
    const late = await enterCode(last.browser, code())
    expect([late.status, late.headers['retry-after']]).toEqual([429, '900'])
    expect(await visitorOf(last.browser)).toBeUndefined()
  })

  it('comes too late after ten minutes, or after the user was deactivated', async () => {
    const person = await newUser()
    const { code } = await appFor(world, person.userId)
    const { browser } = await openLink(person.userId)
    now += 601_000
    expect((await enterCode(browser, code())).status).toBe(403)
    const other = await openLink(person.userId)
    await world.app.store.owner.query('update users set active = false where id = $1', [person.userId])
    expect((await enterCode(other.browser, code())).status).toBe(403)
    const left = await world.app.store.owner.query(
      `select user_id from authenticator_apps where user_id = $1 union all select user_id from recovery_codes
       where user_id = $1 union all select user_id from pending_sign_ins where user_id = $1`,
      [person.userId],
    )
    expect(left).toEqual([])
  })

  it('is accepted from one of two browsers that send it at the same time', async () => {
    const person = await newUser()
    const { code } = await appFor(world, person.userId)
    const browsers = await Promise.all([1, 2, 3].map(async () => (await openLink(person.userId)).browser))
    const answers = await Promise.all(browsers.map((browser) => enterCode(browser, code())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400, 400])
  })
})

describe('an organization that requires a second factor', () => {
  it('leads users to its setup before anything else, and back', async () => {
    const person = await newUser()
    const browser = await signedIn(world.app, world.acme, person.userId)
    await require(true)
    try {
      const setup = '/account/second-factor?return_to='
      expect((await browser.get('/labels?a=1')).location).toBe(`${setup}${encodeURIComponent('/labels?a=1')}`)
      expect((await browser.get('/sign-in?return_to=/labels')).location).toBe(`${setup}%2Flabels`)
      const page = await browser.get(`${setup}%2Flabels`)
      expect([page.status, page.text.includes('Your organization requires a second factor.')]).toEqual([200, true])
      expect((await browser.post('/account/profile', { firstName: 'x' })).location).toBe(`${setup}%2Fhome`)
      // An assistant isn't connected by half a session.
      expect(await visitorOf(browser)).toBeUndefined()
      const { path } = await asking(await newProgram(world.app))
      const sent = await follow(browser, await browser.get(path))
      expect(sent.text).toContain('Set up authenticator app')
      await appFor(world, person.userId)
      expect((await browser.get('/labels')).status).toBe(200)
    } finally {
      await require(false)
    }
  })

  it('leaves those alone whom their provider signs in, and other organizations', async () => {
    const person = await newUser()
    const from = { userAgent: 'Firefox', address: '192.0.2.1' }
    const start = { userId: person.userId, way: 'single_sign_on', from } as const
    const begun = await world.app.store
      .of(world.acme)
      .transact((tx) => startSession(tx, world.acme, world.app.clock, start))
    const rival = await signedIn(world.app, world.rival, world.mallory.userId)
    await require(true)
    try {
      expect((await world.app.signIn.findUser(begun?.token))?.userId).toBe(person.userId)
      expect((await visitorOf(rival))?.userId).toBe(world.mallory.userId)
    } finally {
      await require(false)
    }
  })
})
