/** One's own account in the app. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, hiddenFields, openBrowser } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { connectionFor } from '../../testing/connection-fixtures.ts'
import { newPerson, userOf } from '../../testing/people.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { newProvider } from '../../testing/sign-in-providers-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const req = async (userId: string) => signedIn(world.app, world.acme, userId)
const submit = async (browser: Browser, action: string, fields: Record<string, string> = {}) =>
  browser.submit(`/account/${action}`, await browser.get('/account'), fields)
const visitorOf = ({ cookies }: Browser) => world.app.signIn.findUser(cookies.get('parley_session'))

describe('does', () => {
  it('show who one is, and change the name', async () => {
    const person = await newPerson(world, { firstName: 'Ada' })
    const browser = await req(person.userId)
    const page = await browser.get('/account')
    for (const words of [person.email, 'Acme', 'Member', 'value="Ada"', 'This browser']) {
      expect(page.text).toContain(words)
    }
    const saved = await submit(browser, 'profile', { firstName: '<b>Ada</b>', lastName: 'King' })
    expect(saved.location).toBe('/account')
    const after = (await browser.get('/account')).text
    expect(after).toContain('Name saved')
    expect(after).toContain('<bdi>&lt;b&gt;Ada&lt;/b&gt; King</bdi>')
    expect(await userOf(world, person.userId)).toMatchObject({ firstName: '<b>Ada</b>', lastName: 'King' })
  })

  it('sign out one browser, and all others', async () => {
    const person = await newPerson(world)
    const browsers = await Promise.all([1, 2, 3, 4].map(() => req(person.userId)))
    const [here, second, third, fourth] = browsers as [Browser, Browser, Browser, Browser]
    const key = (await visitorOf(second))?.sessionId ?? ''
    expect((await submit(here, 'end-session', { key })).location).toBe('/account#browsers')
    expect([await visitorOf(second), (await visitorOf(third))?.userId]).toEqual([undefined, person.userId])
    await submit(here, 'end-other-sessions')
    const left = await Promise.all([here, third, fourth].map(visitorOf))
    expect(left.map((one) => one?.userId)).toEqual([person.userId, undefined, undefined])
    expect((await here.get('/account')).text).not.toContain('Sign out other browsers')
  })

  it('show the apps that act for one, and disconnect them', async () => {
    const person = await newPerson(world)
    const app = await connectionFor(world.app, world.acme, person, { clientName: '<i>App</i>', scope: 'mcp:read' })
    const browser = await req(person.userId)
    const page = (await browser.get('/account')).text
    expect(page).toContain('<bdi>&lt;i&gt;App&lt;/i&gt;</bdi>')
    expect(page).toContain('Read only')
    expect((await submit(browser, 'disconnect', { key: app.id })).location).toBe('/account#apps')
    await expect(world.app.authenticateOAuth(app.accessToken)).rejects.toThrow()
    expect((await browser.get('/account')).text).toContain('No connected apps yet.')
  })

  it('tell of the provider that one’s organization has set up', async () => {
    const { domain } = await newProvider(world, { name: 'Example & Sons' })
    const person = await newPerson(world, { email: `ada@${domain}` })
    expect((await (await req(person.userId)).get('/account')).text).toContain('<bdi>Example &amp; Sons</bdi>')
  })
})

describe('refuses', () => {
  it('a name that is too long, and shows it again', async () => {
    const browser = await req((await newPerson(world)).userId)
    const answer = await submit(browser, 'profile', { firstName: 'x'.repeat(129), lastName: '' })
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(`value="${'x'.repeat(129)}"`)])
  })

  it('to end the sessions and apps of others', async () => {
    const [person, other] = [await newPerson(world), await newPerson(world)]
    const [browser, theirs] = [await req(person.userId), await req(other.userId)]
    const app = await connectionFor(world.app, world.acme, other)
    const key = (await visitorOf(theirs))?.sessionId ?? ''
    const { form = '' } = hiddenFields((await browser.get('/account')).text, '/account/profile')
    expect((await browser.post('/account/end-session', { form, key })).status).toBe(404)
    expect((await browser.post('/account/disconnect', { form, key: app.id })).status).toBe(404)
    expect(await visitorOf(theirs)).toBeDefined()
    expect(await world.app.authenticateOAuth(app.accessToken)).toBeDefined()
  })

  it('who is not signed in, and forms of others', async () => {
    const browser = await req((await newPerson(world)).userId)
    const foreign = await (await req(world.bob.userId ?? '')).get('/account')
    expect((await browser.submit('/account/profile', foreign, { firstName: 'Eve' })).status).toBe(403)
    const out = await browser.submit('/sign-out', await browser.get('/account'))
    expect(out.status).toBe(303)
    expect((await browser.get('/account')).location).toBe('/sign-in?return_to=%2Faccount')
  })
})

describe('a new user', () => {
  it('is led to the account, where they may set a password', async () => {
    const body = { email: `new-${crypto.randomUUID()}@acme.example`, firstName: 'New' }
    await call(world.app, world.alice, 'POST', '/organizations/invitations', { body })
    await world.app.drain(world.acme)
    const { text } = world.app.mail.findLast(({ to }) => to === body.email) ?? { text: '' }
    const path = new URL(/http:\S+/.exec(text)?.[0] ?? '').pathname
    const browser = openBrowser(world.app)
    const joined = await browser.submit(path, await browser.get(path))
    expect([joined.status, joined.location]).toEqual([303, '/account'])
    expect((await browser.get('/account')).text).toContain('autocomplete="new-password"')
    const set = await submit(browser, 'password', { password: 'walnut carpet orbit nine' })
    expect(set.location).toBe('/account#signing-in')
  })
})
