/** Signing in with the real Chromium, on the real service: link, password, provider, out again, and ended elsewhere. */
import { randomBytes } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueSignInLink } from '../src/features/accounts/sign-in/index.ts'
import { call } from '../src/testing/call.ts'
import { createTestApp } from '../src/testing/create-test-app.ts'
import { type IdentityProvider, PROVIDERS_HERE, startIdentityProvider } from '../src/testing/identity-provider.ts'
import { newPerson } from '../src/testing/people.ts'
import { browserProgram, openRealBrowser } from '../src/testing/real-browser.ts'
import { newProvider } from '../src/testing/sign-in-providers-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'

const withBrowser = it.skipIf(browserProgram === undefined)
const PASSWORD = 'walnut carpet orbit nine'

let world: World
let base: string
let browser: Browser
let idp: IdentityProvider
beforeAll(async () => {
  if (browserProgram === undefined) return
  world = await createWorld(await createTestApp({ listen: true, allowed: PROVIDERS_HERE }))
  base = world.app.publicUrl()
  idp = await startIdentityProvider({ back: `${base}/sign-in/callback` })
  browser = await openRealBrowser()
})
afterAll(() => browser?.close())

const newUser = () => newPerson(world, { email: `person-${randomBytes(6).toString('hex')}@acme.example` })

/** A browser of its own, whose errors are looked at in the end. */
async function openPage(): Promise<{ page: Page; errors: string[]; close: () => Promise<void> }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => {
    // Chromium says this of itself, when a page that moves softly follows one that does not.
    if (!message.includes('ViewTransition opt-in disabled')) errors.push(message)
  })
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (400|403|404|429)/.test(message.text())) errors.push(message.text())
  })
  return { page, errors, close: () => context.close() }
}
const press = (page: Page, label: string) => page.click(`button:has-text("${label}")`)
const isIn = async (page: Page, email: string) => {
  await page.goto(`${base}/account`)
  expect(await page.textContent('#you')).toContain(email)
}

withBrowser(
  'the first link, a password, and a session that is ended elsewhere',
  async () => {
    const person = await newUser()
    const { page, errors, close } = await openPage()
    const path = await issueSignInLink(world.app.store.of(world.acme), world.acme, world.app.clock, person.userId)
    await page.goto(base + path)
    await press(page, 'Sign in')
    await isIn(page, person.email)

    // Only just now: a password can be set.
    await page.fill('input[autocomplete="new-password"]', 'password1234')
    await press(page, 'Set password')
    await expect.poll(() => page.textContent('#signing-in .problem')).toContain('easy to guess')
    await page.fill('input[autocomplete="new-password"]', PASSWORD)
    await press(page, 'Set password')
    await expect.poll(() => page.textContent('[role=status]')).toContain('Password saved.')

    // With another browser, by that password; a wrong one first.
    const other = await openPage()
    await other.page.goto(`${base}/sign-in?return_to=/account`)
    await other.page.fill('input[name=email]', person.email)
    await press(other.page, 'Continue')
    await other.page.fill('input[name=password]', 'something else')
    await press(other.page, 'Sign in')
    await expect.poll(() => other.page.textContent('[role=alert]')).toContain('email address or password is incorrect')
    await other.page.fill('input[name=password]', PASSWORD)
    await press(other.page, 'Sign in')
    await other.page.waitForURL(`${base}/account`)

    // The first one sees it, and ends it.
    await isIn(page, person.email)
    expect(await page.locator('#browsers tbody tr').count()).toBe(2)
    await page.locator('#browsers tbody button').first().click()
    await expect.poll(() => page.locator('#browsers tbody tr').count()).toBe(1)
    await other.page.goto(`${base}/account`)
    expect(new URL(other.page.url()).pathname).toBe('/sign-in')

    await page.goto(`${base}/account`)
    await page.click('.account summary')
    await press(page, 'Sign out')
    await page.waitForURL(`${base}/sign-in`)
    await page.goto(`${base}/account`)
    expect(new URL(page.url()).pathname).toBe('/sign-in')
    expect([errors, other.errors]).toEqual([[], []])
    await Promise.all([close(), other.close()])
  },
  120_000,
)

withBrowser(
  'a link by mail, for who has no password',
  async () => {
    const person = await newUser()
    const { page, errors, close } = await openPage()
    await page.goto(`${base}/sign-in`)
    await page.fill('input[name=email]', person.email)
    await page.keyboard.press('Enter')
    await press(page, 'Email me a sign-in link')
    await page.waitForSelector('h1:has-text("Check your email")')
    await expect.poll(() => world.app.mail.some(({ to }) => to === person.email)).toBe(true)
    const { text } = world.app.mail.findLast(({ to }) => to === person.email) ?? { text: '' }
    await page.goto(/http:\S+/.exec(text)?.[0] ?? '')
    await press(page, 'Sign in')
    await isIn(page, person.email)
    expect(errors).toEqual([])
    await close()
  },
  60_000,
)

withBrowser(
  'the provider of one’s organization, and out again',
  async () => {
    const { domain } = await newProvider(world, { idp, name: 'Example ID' })
    const email = `ada-${randomBytes(6).toString('hex')}@${domain}`
    idp.account = { sub: email, email, email_verified: true, given_name: 'Ada', family_name: 'King' }
    const { page, errors, close } = await openPage()
    await page.goto(`${base}/sign-in?return_to=/account`)
    await page.fill('input[name=email]', email)
    await press(page, 'Continue')
    await press(page, 'Continue with Example ID')
    // To the provider, which asks nothing, and back.
    await page.waitForURL(`${base}/account`)
    expect(await page.textContent('#you')).toContain(email)
    const { data } = (await call(world.app, world.org, 'GET', '/audit-log', { query: { operation: 'createUser' } }))
      .body
    expect(data[0].user.email).toBe(email)
    await page.click('.account summary')
    await press(page, 'Sign out')
    await page.waitForURL(`${base}/sign-in`)

    // Somebody who cancels there is told so here; in a browser that the provider does not know.
    idp.account = undefined
    const other = await openPage()
    await other.page.goto(`${base}/sign-in`)
    await other.page.fill('input[name=email]', email)
    await press(other.page, 'Continue')
    await press(other.page, 'Continue with Example ID')
    await other.page.getByRole('heading', { name: "Couldn't sign in" }).waitFor()
    expect(other.errors).toEqual([])
    await other.close()
    expect(errors).toEqual([])
    await close()
  },
  90_000,
)
