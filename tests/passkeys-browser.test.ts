/** Passkeys with the real Chromium and its virtual authenticator, on the real service. One browser for all of it. */
import { randomBytes } from 'node:crypto'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../src/core/clock.ts'
import { issueSignInLink } from '../src/features/accounts/sign-in/index.ts'
import { createTestApp } from '../src/testing/create-test-app.ts'
import { newPerson } from '../src/testing/people.ts'
import { browserProgram, openRealBrowser, serveAtLocalhost } from '../src/testing/real-browser.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { PASSKEY_HEADERS } from './pages-headers.ts'
import { faultsOf } from './well-formed.ts'

const withBrowser = it.skipIf(browserProgram === undefined)
const PAGE = '/account/second-factor'

let world: World
let base: string
let browser: Browser
beforeAll(async () => {
  if (browserProgram === undefined) return
  world = await createWorld(await createTestApp({ listen: true }))
  // Browsers accept no passkey for an IP address.
  base = serveAtLocalhost(world)
  browser = await openRealBrowser()
})
afterAll(() => browser?.close())

const domain = `passkeys-${randomBytes(6).toString('hex')}.example`
const newUser = () => newPerson(world, { email: `ada@${domain}` })

/** A provider that everybody of the domain must use. */
async function requireProvider(): Promise<void> {
  const { owner } = world.app.store
  const [org, id] = [world.acme, newId()]
  await owner.query('insert into organization_domains (organization_id, domain) values ($1, $2)', [org, domain])
  await owner.query(
    `insert into sign_in_providers (organization_id, id, name, issuer, client_id, required, vouches_for_addresses,
       makes_users, default_role, created_at, updated_at)
     values ($1, $2, 'ID', 'https://id.example', 'x', true, false, false, 'SALES_REP', now(), now())`,
    [org, id],
  )
  await owner.query('insert into sign_in_domains (organization_id, domain, provider_id) values ($1, $2, $3)', [
    ...[org, domain, id],
  ])
}
const freeOfProvider = () =>
  world.app.store.owner.query('delete from sign_in_domains where organization_id = $1 and domain = $2', [
    ...[world.acme, domain],
  ])
const press = (page: Page, label: string) => page.click(`button:has-text("${label}")`)
const pathOf = (page: Page) => new URL(page.url()).pathname

async function openPage(): Promise<{ page: Page; errors: string[]; device: CDPSession; authenticatorId: string }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => {
    if (!message.includes('ViewTransition opt-in disabled')) errors.push(message)
  })
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (400|403)/.test(message.text())) errors.push(message.text())
  })
  const device = await context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return { page, errors, device, authenticatorId }
}

async function openLink(page: Page, userId: string): Promise<void> {
  await page.goto(base + (await issueSignInLink(world.app.store.of(world.acme), world.acme, world.app.clock, userId)))
  await press(page, 'Sign in')
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto(base + PAGE)
  await press(page, 'Add passkey')
  await page.fill('input[name=name]', name)
  await press(page, 'Create passkey')
}

async function signInByPasskey(page: Page): Promise<void> {
  await page.goto(`${base}/sign-in?return_to=/account`)
  await page.click('text=Sign in with a passkey')
  await press(page, 'Use passkey')
}

withBrowser(
  'a passkey: added, used without a password, asked for after a link, used once, renamed and removed',
  async () => {
    const person = await newUser()
    const { page, errors, device, authenticatorId } = await openPage()
    await openLink(page, person.userId)
    await addPasskey(page, 'My laptop')
    await page.waitForSelector('.recovery-codes')
    expect(await page.locator('.recovery-codes li').count()).toBe(10)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await press(page, 'Copy')
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()')
    await expect.poll(async () => (await copied()).trim().split('\n').length).toBe(10)
    await page.goto(base + PAGE)
    expect(await page.textContent('#passkeys')).toContain('My laptop')
    // The same device isn't registered twice.
    await addPasskey(page, 'Again')
    await expect
      .poll(() => page.textContent('[data-passkey-problem]'))
      .toContain('has a passkey for your account already')

    // Without an address, and without a password; what the browser sent can't be sent again.
    await page.context().clearCookies()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/sign-in/passkey')) sent.push(request.postData() ?? '')
    })
    await signInByPasskey(page)
    await page.waitForURL(`${base}/account`)
    expect(await page.textContent('#you')).toContain(person.email)
    expect(await page.textContent('#browsers')).toContain('with a passkey')
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      cookie: (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; '),
    }
    const form = /name="form" value="([^"]+)"/.exec(await page.content())?.[1] ?? ''
    const resend = async (changes: Record<string, string>, more: Record<string, string> = {}) => {
      const body = new URLSearchParams(sent[0] ?? '')
      for (const [name, value] of Object.entries({ form, ...changes })) body.set(name, value)
      const answer = await fetch(`${base}/sign-in/passkey`, {
        ...{ method: 'POST', redirect: 'manual', body, headers: { ...headers, ...more } },
      })
      return [answer.status, /<p>([^<]*)<\/p><\/div>/.exec(await answer.text())?.[1]]
    }
    const ended = [400, 'The sign-in took too long or was already used. Try again.']
    const wrong = [400, expect.stringContaining('know this passkey, or couldn')]
    expect(await resend({})).toEqual(ended)

    // A new challenge doesn't fit an old response, and a challenge fits no other browser.
    const fresh = async () => {
      const answer = await fetch(`${base}/sign-in/passkey`, { headers })
      expect(Object.fromEntries(answer.headers)).toMatchObject(PASSKEY_HEADERS)
      const text = await answer.text()
      expect([faultsOf(text), /\sstyle=|\son\w+=/.test(text)]).toEqual([[], false])
      return /name="challenge" value="([^"]+)"/.exec(text)?.[1] ?? ''
    }
    expect(await resend({ challenge: await fresh() })).toEqual(wrong)
    const stolen = headers.cookie.replace(/parley_browser=[^;]+/, `parley_browser=${'x'.repeat(43)}`)
    expect(await resend({ challenge: await fresh() }, { cookie: stolen })).toEqual(ended)
    for (const response of ['', '{', '{"id":"a"}', '[]', 'null', '{"__proto__":{}}'])
      expect(await resend({ challenge: await fresh(), response })).toEqual(wrong)

    // After a link, the passkey is the second factor.
    await page.context().clearCookies()
    await openLink(page, person.userId)
    expect(pathOf(page)).toBe('/sign-in/code')
    await page.click('text=Sign in with a passkey')
    await press(page, 'Use passkey')
    await page.waitForURL(`${base}/home`)

    // The authenticator must verify the person.
    await page.context().clearCookies()
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await signInByPasskey(page)
    await expect.poll(() => page.textContent('[data-passkey-problem]')).toContain('No passkey was used.')
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await press(page, 'Use passkey')
    await page.waitForURL(`${base}/account`)

    // Where a provider is required, it alone decides.
    await requireProvider()
    await page.context().clearCookies()
    await signInByPasskey(page)
    await expect.poll(() => page.textContent('[role=alert]')).toContain('requires sign-in with its identity provider')
    await freeOfProvider()
    await press(page, 'Use passkey')
    await page.waitForURL(`${base}/account`)

    await page.goto(base + PAGE)
    await page.click('#passkeys summary')
    await page.fill('#passkeys input[name=name]', 'Old laptop')
    await press(page, 'Save name')
    await expect.poll(() => page.textContent('#passkeys')).toContain('Old laptop')
    page.once('dialog', (dialog) => void dialog.accept())
    await press(page, 'Remove')
    await expect.poll(() => page.locator('#passkeys tbody tr').count()).toBe(0)
    await page.context().clearCookies()
    await signInByPasskey(page)
    await expect.poll(() => page.textContent('[role=alert]')).toContain("Parley doesn't know this passkey")
    const noted = await world.app.store.owner.query<{ operation: string }>(
      'select distinct operation from audit_log where user_id = $1 order by operation',
      [person.userId],
    )
    expect(noted.map(({ operation }) => operation)).toEqual([
      ...['createPasskey', 'deletePasskey', 'renamePasskey', 'signIn', 'startPasskey'],
    ])
    expect(errors).toEqual([])
    await page.context().close()
  },
  120_000,
)
