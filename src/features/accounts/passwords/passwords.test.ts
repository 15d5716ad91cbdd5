/** Signing in by a password, at the browser. */
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser } from '../../../testing/browser-fixtures.ts'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { newPerson } from '../../../testing/people.ts'
import { signedIn } from '../../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { createUser } from '../identity/index.ts'
import { createHashing, type Hashing } from './argon2.ts'
import { createPasswords, passwordByOperator } from './index.ts'

const PASSWORD = 'walnut carpet orbit nine'
/** From the real time on: what is counted is shared with other tests. */
let now = Date.now()
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => new Date(now) } }))
})

/** An address that nobody has in the other worlds of this database. */
const newAddress = () => `somebody-${randomBytes(6).toString('hex')}@acme.example`
const newUser = () => newPerson(world, { email: newAddress() })
const visitorOf = ({ cookies }: Browser) => world.app.signIn.findUser(cookies.get('parley_session'))

async function withPassword(password = PASSWORD) {
  const person = await newUser()
  const give = await passwordByOperator(password, [])
  await give(world.app.store.of(world.acme), world.acme, world.app.clock, person.userId)
  return person
}

/** Address first, then the password. */
async function enter(email: string, password: string, browser = openBrowser(world.app), returnTo?: string) {
  const ask = await browser.get(`/sign-in${returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`}`)
  const ways = await browser.submit('/sign-in', ask, { email })
  const answer = await browser.submit('/sign-in/password', ways, { email, password })
  return { ways, answer, browser }
}

/** Counts what is worked out, quickly. */
function counting() {
  const work = createHashing({ strength: { memory: 8, passes: 1, parallelism: 1 } })
  const verified: boolean[] = []
  const hashing: Hashing = {
    ...work,
    async verify(password, stored) {
      verified.push(stored !== undefined)
      return work.verify(password, stored)
    },
  }
  const { store, clock } = world.app
  const attempts = { take: async () => true }
  const choices = world.app.signIn.choices
  return { verified, work, passwords: createPasswords({ store, clock, attempts, choices, hashing, refusalMs: 0 }) }
}
const from = { userAgent: 'Firefox', address: '192.0.2.1' }
const put = (userId: string, hash: string, org = world.acme) =>
  world.app.store.owner.query(
    `insert into passwords (organization_id, user_id, hash, changed_at) values ($1, $2, $3, now())
     on conflict (organization_id, user_id) do update set hash = excluded.hash`,
    [org, userId, hash],
  )
const hashOf = async (userId: string) =>
  (await world.app.store.owner.query<{ hash: string }>('select hash from passwords where user_id = $1', [userId]))[0]
    ?.hash

describe('does', () => {
  it('sign in, and lead on to where the person wanted to go', async () => {
    const person = await withPassword()
    const { ways, answer, browser } = await enter(person.email, PASSWORD, undefined, '/labels')
    expect(ways.text).toContain(person.email)
    expect([answer.status, answer.location]).toEqual([303, '/labels'])
    expect(await visitorOf(browser)).toMatchObject({ userId: person.userId })
    expect((await enter(person.email.toUpperCase(), PASSWORD)).answer.location).toBe('/')
  })

  it('ask where to, when it fits in several organizations', async () => {
    const { app, rival, acme } = world
    const person = await newUser()
    const other = await createUser(app.store.of(rival), rival, app.clock, { email: person.email, role: 'MANAGER' })
    const give = await passwordByOperator(PASSWORD, [])
    await give(app.store.of(acme), acme, app.clock, person.userId)
    await give(app.store.of(rival), rival, app.clock, other.userId)
    const { answer, browser } = await enter(person.email, PASSWORD)
    expect(answer.status).toBe(200)
    const paths = [...answer.text.matchAll(/action="(\/sign-in\/[\w-]{64})"/g)].map(([, path = '']) => path)
    expect(answer.text).toMatch(/Acme.*Rival/s)
    expect(paths).toHaveLength(2)
    const entered = await browser.submit(paths[1] ?? '', answer)
    expect([entered.status, (await visitorOf(browser))?.organizationName]).toEqual([303, 'Rival'])
    const [session] = await app.store.owner.query<{ way: string }>('select way from sessions where user_id = $1', [
      other.userId,
    ])
    expect(session?.way).toBe('password')
  })

  it('work out anew what was hashed with other parameters, when it is used', async () => {
    const { passwords, work } = counting()
    const person = await newUser()
    const old = await createHashing({ strength: { memory: 16, passes: 1, parallelism: 1 } }).hash(PASSWORD)
    await put(person.userId, old)
    expect((await passwords.signIn(person.email, 'something else altogether', from, undefined)).is).toBe('wrong')
    expect(await hashOf(person.userId)).toBe(old)
    const both = [1, 2].map(() => passwords.signIn(person.email, PASSWORD, from, undefined))
    expect((await Promise.all(both)).map(({ is }) => is)).toContain('begun')
    const after = (await hashOf(person.userId)) ?? ''
    expect([after.includes('m=8,'), await work.verify(PASSWORD, after)]).toEqual([true, true])
  })
})

describe('refuses', () => {
  it('what does not fit, in the same words as an address that nobody has', async () => {
    const [known, without, gone] = [await withPassword(), await newUser(), await withPassword()]
    await call(world.app, world.alice, 'DELETE', `/organizations/users/${gone.userId}`)
    const shown: string[] = []
    for (const [email, password] of [
      [known.email, 'another one altogether'],
      [without.email, PASSWORD],
      [gone.email, PASSWORD],
      [newAddress(), PASSWORD],
      [newAddress(), 'x'.repeat(5_000)],
      [known.email, ''],
    ] as const) {
      const { answer, browser, ways } = await enter(email, password)
      expect([answer.status, await visitorOf(browser)]).toEqual([400, undefined])
      expect(ways.status).toBe(200)
      shown.push(answer.text.replaceAll(email, 'ADDRESS').replace(/name="form" value="[^"]*"/g, ''))
    }
    expect(new Set(shown).size).toBe(1)
    expect(shown[0]).toContain('The email address or password is incorrect.')
  })

  it('after the same work, whoever it is', async () => {
    const { passwords, verified, work } = counting()
    const [known, without] = [await newUser(), await newUser()]
    await put(known.userId, await work.hash(PASSWORD))
    for (const email of [known.email, without.email, newAddress()]) {
      verified.length = 0
      expect(await passwords.signIn(email, 'something else altogether', from, undefined)).toEqual({ is: 'wrong' })
      expect(verified).toEqual([email === known.email])
    }
  })

  it('after the same time at least, however many organizations know the address', async () => {
    const { store, clock } = world.app
    const { work } = counting()
    const given = {
      store,
      clock,
      choices: world.app.signIn.choices,
      hashing: work,
      attempts: { take: async () => true },
    }
    const slow = createPasswords({ ...given, refusalMs: 150 })
    const began = performance.now()
    await slow.signIn(newAddress(), PASSWORD, from, undefined)
    expect(performance.now() - began).toBeGreaterThan(145)
  })

  it('the eleventh try in a quarter of an hour, also the right one, and lets a link through', async () => {
    const person = await withPassword()
    // At once, because each refusal takes a while.
    const tryTen = async (email: string) => {
      const tries = Array.from({ length: 10 }, () => enter(email, 'wrong and wrong again'))
      return (await Promise.all(tries)).map(({ answer }) => answer.status)
    }
    const statuses = await tryTen(person.email)
    const late = await enter(person.email, PASSWORD)
    statuses.push(late.answer.status)
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
    expect(late.answer.headers['retry-after']).toBe('900')
    // Nobody is known by being counted: an address that nobody has is counted too.
    const nobody = newAddress()
    await tryTen(nobody)
    expect((await enter(nobody, PASSWORD)).answer.status).toBe(429)
    const link = await late.browser.submit('/sign-in/link', await late.browser.get('/sign-in'), { email: person.email })
    expect(link.text).toContain('Check your email')
    now += 900_000
    expect((await enter(person.email, PASSWORD)).answer.status).toBe(303)
    now -= 900_000
  })

  it('more than a hundred tries from one network, whatever the address', async () => {
    const { store, clock } = world.app
    const counted = new Map<string, number>()
    const attempts = {
      async take(what: string, source: string, { max }: { max: number }) {
        const count = (counted.get(`${what} ${source}`) ?? 0) + 1
        counted.set(`${what} ${source}`, count)
        return count <= max
      },
    }
    const { work } = counting()
    const guessing = createPasswords({
      store,
      clock,
      attempts,
      choices: world.app.signIn.choices,
      hashing: work,
      refusalMs: 0,
    })
    const seen: string[] = []
    for (let n = 0; n < 101; n++) {
      const address = `2001:db8:1:2::${n.toString(16)}`
      seen.push((await guessing.signIn(newAddress(), PASSWORD, { ...from, address }, undefined)).is)
    }
    expect([new Set(seen.slice(0, 100)), seen[100]]).toEqual([new Set(['wrong']), 'too_many'])
  })

  it('a password that is taken away, or whose user is, at the same moment', async () => {
    const { passwords, work } = counting()
    const person = await newUser()
    await put(person.userId, await work.hash(PASSWORD))
    const [answer] = await Promise.all([
      passwords.signIn(person.email, PASSWORD, from, undefined),
      call(world.app, world.alice, 'DELETE', `/organizations/users/${person.userId}`),
    ])
    const left = await world.app.store.owner.query('select 1 from sessions where user_id = $1', [person.userId])
    expect([['begun', 'wrong'].includes(answer.is), left, await hashOf(person.userId)]).toEqual([true, [], undefined])
    await call(world.app, world.alice, 'POST', `/organizations/users/${person.userId}/reactivate`)
    expect((await passwords.signIn(person.email, PASSWORD, from, undefined)).is).toBe('wrong')
  })

  it('a form that no page of ours sent', async () => {
    const person = await withPassword()
    const browser = openBrowser(world.app)
    expect((await browser.post('/sign-in/password', { email: person.email, password: PASSWORD })).status).toBe(403)
    const page = await browser.get('/sign-in')
    const elsewhere = { 'sec-fetch-site': 'cross-site' }
    const fields = { email: person.email, password: PASSWORD }
    expect((await browser.submit('/sign-in/password', page, fields, elsewhere)).status).toBe(403)
  })
})

describe('a new password', () => {
  const account = async (browser: Browser, password: string) =>
    browser.submit('/account/password', await browser.get('/account'), { password })

  it('is set by who has only just signed in, and signs all others out', async () => {
    const person = await newUser()
    const [browser, other] = [
      await signedIn(world.app, world.acme, person.userId),
      await signedIn(world.app, world.acme, person.userId),
    ]
    const answer = await account(browser, PASSWORD)
    expect([answer.status, answer.location]).toEqual([303, '/account#signing-in'])
    expect([(await visitorOf(browser))?.userId, await visitorOf(other)]).toEqual([person.userId, undefined])
    expect((await enter(person.email, PASSWORD)).answer.status).toBe(303)
    const entries = (await call(world.app, world.org, 'GET', '/audit-log', { query: { operation: 'setPassword' } }))
      .body
    expect(entries.data[0]).toMatchObject({ via: 'session', user: { uuid: person.userId }, entityId: person.userId })
    expect(JSON.stringify(entries)).not.toContain('walnut')
  })

  it('is asked again who they are, of somebody who signed in a while ago', async () => {
    const person = await withPassword()
    const browser = await signedIn(world.app, world.acme, person.userId)
    const page = await browser.get('/account')
    now += 15 * 60_000
    const late = await browser.get('/account')
    expect(late.text).toContain('/sign-in?return_to=%2Faccount&amp;again=1')
    expect(late.text).not.toContain('new-password')
    const refused = await browser.submit('/account/password', page, { password: 'quite another one here' })
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('requires a recent sign-in')])
    const again = await browser.get('/sign-in?return_to=%2Faccount&again=1')
    expect(again.text).toContain(person.email)
    const ways = await browser.submit('/sign-in', again, { email: person.email })
    const entered = await browser.submit('/sign-in/password', ways, { email: person.email, password: PASSWORD })
    expect(entered.location).toBe('/account')
    expect((await account(browser, 'quite another one here')).status).toBe(303)
    expect((await enter(person.email, PASSWORD)).answer.status).toBe(400)
    now -= 15 * 60_000
  })

  it.each([
    ['eleven characters', 'tx8fQ2mLp0s'],
    ['257 characters', 'tx8fQ2mLp0sd'.repeat(22)],
    ['a common one', 'password1234'],
    ['half a character', `tx8fQ2mLp0sd\ud800`],
  ])('is refused: %s', async (_, password) => {
    const browser = await signedIn(world.app, world.acme, (await newUser()).userId)
    const answer = await account(browser, password.toWellFormed() === password ? password : 'short')
    expect(answer.status).toBe(400)
    expect(answer.text).not.toContain(password)
  })

  it('is refused when it is made of its person', async () => {
    const person = await newPerson(world, { email: newAddress(), firstName: 'Wilhelmina', lastName: 'Featherstone' })
    const browser = await signedIn(world.app, world.acme, person.userId)
    const answer = await account(browser, 'WilhelminaFeatherstone1')
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('easy to guess')])
  })
})
