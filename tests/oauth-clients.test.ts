/**
 * The official clients of both generations on their whole way: discovery, registration, signing in by mail and consent
 * in a real browser, tokens, tools, refresh, the end of the connection.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  Client as ClientOfToday,
  type OAuthClientProvider as ProviderOfToday,
  StreamableHTTPClientTransport as TransportOfToday,
  UnauthorizedError as UnauthorizedToday,
} from '@modelcontextprotocol/client'
import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from '../src/testing/call.ts'
import { createTestApp } from '../src/testing/create-test-app.ts'
import { newPerson } from '../src/testing/people.ts'
import { browserProgram, openRealBrowser } from '../src/testing/real-browser.ts'
import { createWorld, type World } from '../src/testing/world.ts'

/** Skipped where the machine has none, which CI does not allow. */
const withBrowser = it.skipIf(browserProgram === undefined)

const ABOUT = { name: 'test-client', version: '1.0.0' }
let world: World
let browser: Browser
let mcpUrl: URL
beforeAll(async () => {
  if (browserProgram !== undefined) browser = await openRealBrowser()
  world = await createWorld(await createTestApp({ listen: true }))
  mcpUrl = new URL(`${world.app.publicUrl()}/mcp`)
})
afterAll(() => browser?.close())

/** Where a program on this machine waits for the browser to come back. */
let callback: Server
const arrivals: ((url: URL) => void)[] = []
beforeAll(async () => {
  callback = createServer((request, response) => {
    response.end('You can close this window.')
    arrivals.shift()?.(new URL(request.url ?? '', 'http://127.0.0.1'))
  })
  await new Promise<void>((done) => callback.listen(0, '127.0.0.1', done))
})
afterAll(() => void callback.close())
const redirectUrl = () => `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`

type Person = Awaited<ReturnType<typeof newPerson>>
const newUser = () => newPerson(world, { email: `reader-${randomBytes(6).toString('hex')}@acme.example` })

/** Asks for the link, opens the mail, presses the button: what a person does. */
async function signIn(page: Page, person: Person): Promise<void> {
  await page.fill('input[name=email]', person.email)
  await page.click('button')
  await page.click('button:has-text("Email me a sign-in link")')
  await page.waitForSelector('h1:has-text("Check your email")')
  await expect.poll(() => world.app.mail.some(({ to }) => to === person.email)).toBe(true)
  const { text } = world.app.mail.findLast(({ to }) => to === person.email) ?? { text: '' }
  await page.goto(/http:\S+/.exec(text)?.[0] ?? '')
  await page.click('button')
}

/** @returns the address that the program was called back at */
async function consent(address: URL, person: Person, choice: 'Allow' | 'Deny', look?: (page: Page) => Promise<void>) {
  const arrived = new Promise<URL>((done) => void arrivals.push(done))
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(address.href)
  await signIn(page, person)
  await page.waitForSelector('h1:has-text("to act for you?")')
  await look?.(page)
  await page.click(`button:has-text("${choice}")`)
  const url = await arrived
  await context.close()
  return url
}

/** What a client keeps. The types of both generations agree on what is kept here. */
class Kept {
  readonly clientMetadata = {
    client_name: 'Reading assistant',
    redirect_uris: [redirectUrl()],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  readonly redirectUrl = redirectUrl()
  sentTo: URL | undefined
  given: { access_token: string; refresh_token?: string; token_type: string; scope?: string } | undefined
  #information: { client_id: string } | undefined
  #verifier = ''
  #discovery: unknown
  clientInformation() {
    return this.#information
  }
  saveClientInformation(information: { client_id: string }) {
    this.#information = information
  }
  tokens() {
    return this.given
  }
  saveTokens(tokens: NonNullable<Kept['given']>) {
    this.given = tokens
  }
  redirectToAuthorization(url: URL) {
    this.sentTo = url
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier
  }
  codeVerifier() {
    return this.#verifier
  }
  saveDiscoveryState(state: unknown) {
    this.#discovery = state
  }
  discoveryState() {
    return this.#discovery
  }
  invalidateCredentials(what: string) {
    if (what === 'tokens' || what === 'all') this.given = undefined
    if (what === 'client' || what === 'all') this.#information = undefined
  }
}

/** A client of one generation: tries to connect with what is kept, and tells what became of it. */
interface Generation {
  /** @returns names of tools, or `unauthorized` when the user must be asked */
  connect(kept: Kept): Promise<string[] | 'unauthorized'>
  finish(kept: Kept, answer: URL): Promise<void>
}

const today: Generation = {
  async connect(kept) {
    const transport = new TransportOfToday(mcpUrl, { authProvider: kept as unknown as ProviderOfToday })
    const client = new ClientOfToday(ABOUT, { versionNegotiation: { mode: 'auto' } })
    try {
      await client.connect(transport)
      return (await client.listTools()).tools.map(({ name }) => name)
    } catch (error) {
      if (error instanceof UnauthorizedToday) return 'unauthorized'
      throw error
    } finally {
      await client.close()
    }
  },
  async finish(kept, answer) {
    const transport = new TransportOfToday(mcpUrl, { authProvider: kept as unknown as ProviderOfToday })
    await transport.finishAuth(answer.searchParams)
  },
}

const before: Generation = {
  async connect(kept) {
    const transport = new StreamableHTTPClientTransport(mcpUrl, {
      authProvider: kept as unknown as OAuthClientProvider,
    })
    const client = new Client(ABOUT)
    try {
      await client.connect(transport as Parameters<typeof client.connect>[0])
      return (await client.listTools()).tools.map(({ name }) => name)
    } catch (error) {
      if (error instanceof UnauthorizedError) return 'unauthorized'
      throw error
    } finally {
      await client.close()
    }
  },
  async finish(kept, answer) {
    const transport = new StreamableHTTPClientTransport(mcpUrl, {
      authProvider: kept as unknown as OAuthClientProvider,
    })
    await transport.finishAuth(answer.searchParams.get('code') ?? '')
  },
}

withBrowser.each([
  ['@modelcontextprotocol/client', today],
  ['@modelcontextprotocol/sdk', before],
] as const)('%s goes the whole way', async (_, generation) => {
  const person = await newUser()
  const kept = new Kept()
  // It knows nothing but the address: it finds who lets it in, registers, and sends its user there.
  expect(await generation.connect(kept)).toBe('unauthorized')
  const answer = await consent(kept.sentTo ?? mcpUrl, person, 'Allow', async (page) => {
    const shown = await page.textContent('main')
    const words = [
      'Reading assistant',
      person.email,
      'Acme',
      '127.0.0.1',
      'Read everything that you have access to',
      'Make changes in your name',
    ]
    for (const word of words) expect(shown).toContain(word)
  })
  expect(answer.searchParams.get('iss')).toBe(world.app.publicUrl())
  await generation.finish(kept, answer)
  const first = kept.given
  expect(first).toMatchObject({ scope: 'mcp:read mcp:write', refresh_token: expect.any(String) })
  expect(await generation.connect(kept)).toContain('get_me')

  // Its token has expired: it gets another one by itself, and asks nobody.
  await world.app.store.owner.query(
    `update oauth_tokens t set expires_at = now() from oauth_grants g
     where g.id = t.grant_id and g.user_id = $1 and t.kind = 'access'`,
    [person.userId],
  )
  kept.sentTo = undefined
  expect(await generation.connect(kept)).toContain('get_me')
  expect([kept.sentTo, kept.given?.access_token === first?.access_token]).toEqual([undefined, false])
  expect(kept.given?.refresh_token).not.toBe(first?.refresh_token)

  // Its user disconnects it: it is at its end at once, and has to ask again.
  const [{ id }] = (await call(world.app, person, 'GET', '/connected-apps')).body.data
  await call(world.app, person, 'DELETE', `/connected-apps/${id}`)
  expect(await generation.connect(kept)).toBe('unauthorized')
  expect(String(kept.sentTo)).toContain('/oauth/authorize?')
})

withBrowser(
  'a program is told when its user says no, and whatever it calls itself is text on a page that nobody frames',
  async () => {
    const kept = new Kept()
    kept.clientMetadata.client_name = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`
    expect(await today.connect(kept)).toBe('unauthorized')
    const answer = await consent(kept.sentTo ?? mcpUrl, await newUser(), 'Deny', async (page) => {
      expect(await page.title()).toBe('Connect an app')
      expect(await page.textContent('h1')).toContain('<img src=x')
      expect(await page.locator('img,script,iframe').count()).toBe(0)
      const errors: string[] = []
      const other = await page.context().newPage()
      other.on('console', (message) => void errors.push(message.text()))
      await other.setContent(`<iframe src="${page.url()}"></iframe>`)
      await expect.poll(() => errors.join('\n')).toMatch(/frame-ancestors|X-Frame-Options/)
    })
    expect(answer.searchParams.get('error')).toBe('access_denied')
    expect(answer.searchParams.has('code')).toBe(false)
  },
)
