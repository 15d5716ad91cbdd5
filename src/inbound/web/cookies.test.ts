import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser } from '../../testing/browser-fixtures.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { snippetFor } from '../../testing/library-fixtures.ts'
import { newPerson } from '../../testing/people.ts'
import { createWorld, type World } from '../../testing/world.ts'

const SIGNED_IN = /<input[^>]+name="firstName"|Your account/

/** Signs in with an email link. */
async function arrive(world: World, browser: Browser, email: string): Promise<void> {
  const page = await browser.get('/sign-in')
  await browser.submit('/sign-in/link', page, { email })
  await world.app.signIn.settled()
  const { text } = world.app.mail.findLast(({ to }) => to === email) ?? { text: '' }
  const path = /\/sign-in\/[\w-]{64}/.exec(text)?.[0] ?? ''
  const answer = await browser.submit(path, await browser.get(path))
  expect(answer.status).toBe(303)
}

const HTTPS = 'https://parley.test'
const worlds: Record<string, Promise<World>> = {}
const worldAt = (publicUrl: string): Promise<World> => {
  worlds[publicUrl] ??= createTestApp({ settings: { PUBLIC_URL: publicUrl } }).then(createWorld)
  return worlds[publicUrl]
}

describe.each([
  ['http://parley.test', ''],
  [HTTPS, '__Host-'],
])('behind %s', (publicUrl, prefix) => {
  let world: World
  let browser: Browser
  let email: string
  beforeAll(async () => {
    world = await worldAt(publicUrl)
    email = (await newPerson(world, { email: `p${Date.now()}@acme.example`, teamIds: [world.teams.north] })).email
    browser = openBrowser(world.app)
    await arrive(world, browser, email)
  })

  it(`cookies are called ${prefix || 'plainly'}, and sessions, forms and messages go by them`, async () => {
    const names = [...browser.cookies.keys()]
    expect(names).toEqual(expect.arrayContaining([`${prefix}parley_session`, `${prefix}parley_form`]))
    expect(names.filter((name) => !name.startsWith(prefix))).toEqual([])
    const account = await browser.get('/account')
    expect(account.text).toMatch(SIGNED_IN)
    const saved = await browser.submit('/account/profile', account, { firstName: 'Ada', lastName: '' })
    expect([saved.status, (await browser.get('/account')).status]).toEqual([303, 200])
    const { share_code } = await snippetFor(world)
    expect((await browser.get(`/s/${share_code}`)).location).toContain('/clips/')
  })

  it('each is for this host alone, all its paths, no script and no other site', async () => {
    const page = await openBrowser(world.app).get('/sign-in')
    const lines = [page.headers['set-cookie'] ?? []].flat().map(String)
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) {
      expect(line).toMatch(new RegExp(`^${prefix}parley_\\w+=[^;]*; Path=/; HttpOnly; SameSite=Lax; Max-Age=\\d+`))
      expect(line.endsWith('; Secure')).toBe(prefix !== '')
      expect(line).not.toMatch(/domain=/i)
    }
  })

  it('signing out ends the session and deletes its cookie', async () => {
    const own = openBrowser(world.app)
    await arrive(world, own, email)
    const token = own.cookies.get(`${prefix}parley_session`)
    await own.submit('/sign-out', await own.get('/account'))
    expect([own.cookies.has(`${prefix}parley_session`), await world.app.signIn.findUser(token)]).toEqual([
      false,
      undefined,
    ])
  })
})

describe('a session of an earlier version, behind https', () => {
  it('signs in again, comes back to where it was going, and leaves nothing of the old one', async () => {
    const world = await worldAt(HTTPS)
    const { email } = await newPerson(world, { email: `q${Date.now()}@acme.example` })
    const browser = openBrowser(world.app)
    await arrive(world, browser, email)
    const old = browser.cookies.get('__Host-parley_session') ?? ''
    browser.cookies.clear()
    browser.cookies.set('parley_session', old)
    expect((await browser.get('/account')).location).toBe('/sign-in?return_to=%2Faccount')
    expect(await world.app.signIn.findUser(old)).toBeDefined()
    await arrive(world, browser, email)
    expect([...browser.cookies.keys()]).not.toContain('parley_session')
    expect((await browser.get('/account')).text).toMatch(SIGNED_IN)
    expect(await world.app.signIn.findUser(old)).toBeUndefined()
  })

  it('cannot be planted: a plain cookie beside the real one changes nothing', async () => {
    const world = await worldAt(HTTPS)
    const [eve, ann] = [openBrowser(world.app), openBrowser(world.app)]
    const people = await Promise.all(
      ['eve', 'ann'].map((name) => newPerson(world, { email: `${name}${Date.now()}@acme.example` })),
    )
    await arrive(world, eve, people[0]?.email ?? '')
    ann.cookies.set('parley_session', eve.cookies.get('__Host-parley_session') ?? '')
    expect((await ann.get('/account')).status).toBe(303)
    ann.cookies.set('parley_form', eve.cookies.get('__Host-parley_form') ?? '')
    const page = await eve.get('/account')
    expect((await ann.submit('/sign-out', page)).text).toContain('Form expired')
  })
})
