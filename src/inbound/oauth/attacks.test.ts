/** Attacks on authorization requests and on the page for consent, each rejected. */
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../testing/browser-fixtures.ts'
import {
  asking,
  follow,
  getFreshCode,
  newProgram,
  type Program,
  REDIRECT,
  redeem,
} from '../../testing/connect-fixtures.ts'
import { createTestApp, PUBLIC_URL } from '../../testing/create-test-app.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let program: Program
beforeAll(async () => {
  world = await createWorld(await createTestApp())
  program = await newProgram(world.app)
})

const asBob = () => signedIn(world.app, world.acme, world.bob.userId)
const freshCode = async () => getFreshCode(await asBob(), program)

/** Error of a rejected authorization request, and where it was reported. */
async function refusal(path: string): Promise<{ error: string | null; at: 'program' | 'page'; status: number }> {
  const sent = await (await asBob()).get(path)
  if (sent.location === undefined) {
    return { error: /<p class="notice">(\w+)/.exec(sent.text)?.[1] ?? null, at: 'page', status: sent.status }
  }
  const url = new URL(sent.location, PUBLIC_URL)
  if (url.origin === PUBLIC_URL) throw new Error(`It was let through to ${url.pathname}.`)
  // Errors of the fragment response mode are in the fragment.
  const told = url.hash === '' ? url.searchParams : new URLSearchParams(url.hash.slice(1))
  expect(told.get('iss')).toBe(PUBLIC_URL)
  for (const name of ['code', 'access_token', 'id_token']) expect(told.has(name)).toBe(false)
  return { error: told.get('error'), at: 'program', status: sent.status }
}

describe('a request', () => {
  const REQUESTS: readonly [string, Record<string, string | undefined>, string, 'program' | 'page'][] = [
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request', 'program'],
    ['with PKCE in the clear', { code_challenge_method: 'plain' }, 'invalid_request', 'program'],
    ['with a challenge that is none', { code_challenge: 'short' }, 'invalid_request', 'program'],
    ['for tokens in the address', { response_type: 'token' }, 'unsupported_response_type', 'program'],
    ['for an identity', { response_type: 'id_token' }, 'unsupported_response_type', 'program'],
    ['answered in the fragment', { response_mode: 'fragment' }, 'unsupported_response_mode', 'program'],
    ['answered by a form', { response_mode: 'form_post' }, 'unsupported_response_mode', 'program'],
    ['for a foreign resource', { resource: 'https://other.example/mcp' }, 'invalid_target', 'program'],
    ['for our address, but not the tools', { resource: PUBLIC_URL }, 'invalid_target', 'program'],
    ['for a scope that is none', { scope: 'admin' }, 'invalid_scope', 'program'],
    ['in an object', { request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported', 'program'],
    ['behind an address', { request_uri: 'https://evil.example/request' }, 'request_uri_not_supported', 'program'],
    ['answered elsewhere', { redirect_uri: 'https://evil.example/callback' }, 'invalid_redirect_uri', 'page'],
    ['answered beside', { redirect_uri: `${REDIRECT}/../evil` }, 'invalid_redirect_uri', 'page'],
    ['answered with more', { redirect_uri: `${REDIRECT}?next=https://evil.example` }, 'invalid_redirect_uri', 'page'],
    [
      'answered under another name',
      { redirect_uri: REDIRECT.replace('127.0.0.1', 'localhost') },
      'invalid_redirect_uri',
      'page',
    ],
    ['answered as another user', { redirect_uri: REDIRECT.replace('127', 'evil@127') }, 'invalid_redirect_uri', 'page'],
    ['answered nowhere', { redirect_uri: undefined }, 'invalid_request', 'page'],
    ['of a made-up program', { client_id: 'app_made.up' }, 'invalid_client', 'page'],
    ['of no program', { client_id: undefined }, 'invalid_request', 'page'],
  ]
  it.each(REQUESTS)('%s is refused', async (_, change, error, at) => {
    const { path } = await asking(program, change)
    expect(await refusal(path)).toEqual({ error, at, status: at === 'page' ? expect.any(Number) : 303 })
  })

  it('that says something twice is refused', async () => {
    const { path } = await asking(program)
    expect((await refusal(`${path}&redirect_uri=${encodeURIComponent('https://evil.example/')}`)).at).toBe('page')
    expect((await refusal(`${path}&scope=mcp:read`)).error).toBe('invalid_request')
  })

  it('whose program was changed afterwards is refused: its id holds what it registered', async () => {
    const { client_id } = program.client
    for (const at of [5, 40, client_id.length - 1]) {
      const forged = client_id.slice(0, at) + (client_id[at] === 'A' ? 'B' : 'A') + client_id.slice(at + 1)
      const { path } = await asking(program, { client_id: forged })
      expect(await refusal(path)).toMatchObject({ error: 'invalid_client', at: 'page' })
    }
  })

  it('that must ask nobody is refused, since everybody is asked', async () => {
    const { path } = await asking(program, { prompt: 'none' })
    expect(await refusal(path)).toMatchObject({ error: 'interaction_required', at: 'program' })
    const stranger = await openBrowser(world.app).get(path)
    expect(new URL(stranger.location ?? '').searchParams.get('error')).toBe('login_required')
  })
})

describe('an answer', () => {
  it('of a mixed-up issuer is seen through by whoever looks at it', async () => {
    const { answer, asked } = await freshCode()
    for (const iss of ['https://evil.example', `${PUBLIC_URL}/`, undefined]) {
      const forged = new URL(answer)
      if (iss === undefined) forged.searchParams.delete('iss')
      else forged.searchParams.set('iss', iss)
      await expect(redeem(program, forged, asked)).rejects.toThrow()
    }
  })
})

describe('the page that asks the user', () => {
  it('tells what is claimed from what is known, and may lead on to the program and nowhere else', async () => {
    const { client } = await newProgram(world.app, {
      client_uri: 'https://famous.example/',
      client_name: '<b>Famous</b>',
    })
    const browser = await asBob()
    const { text, headers } = await follow(browser, await browser.get((await asking({ ...program, client })).path))
    for (const words of ['&lt;b&gt;Famous&lt;/b&gt;', 'claims to belong to <bdi>famous.example</bdi>. Not verified.']) {
      expect(text).toContain(words)
    }
    expect(headers['content-security-policy']).toContain("; form-action 'self' http://127.0.0.1:53682; ")
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' })
  })

  it('is no help to others: not without the form, from elsewhere, or for another user or browser', async () => {
    const browser = await asBob()
    const sent = await browser.get((await asking(program)).path)
    const path = sent.location ?? ''
    const page = await browser.get(path)
    expect(page.status).toBe(200)

    expect((await browser.post(path, { choice: 'allow' })).status).toBe(403)
    expect((await browser.post(path, { choice: 'allow', form: 'a'.repeat(43) })).status).toBe(403)
    expect((await browser.submit(path, page, { choice: 'allow' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const foreign = { origin: 'https://evil.example' }
    expect((await browser.submit(path, page, { choice: 'allow' }, foreign)).status).toBe(403)

    for (const other of [await signedIn(world.app, world.acme, world.alice.userId), await asBob()]) {
      expect((await other.get(path)).status).toBe(404)
      for (const name of ['parley_oauth_interaction', 'parley_oauth_interaction.sig']) {
        other.cookies.set(name, browser.cookies.get(name) ?? '')
      }
      expect((await other.get(path)).status).toBe(404)
    }
    const stranger = openBrowser(world.app)
    expect((await stranger.get(path)).location).toBe(`/sign-in?return_to=${encodeURIComponent(path)}`)
    // The right user can still consent.
    expect((await follow(browser, await browser.submit(path, page, { choice: 'allow' }))).location).toContain('code=')
  })

  it('asks once: an answer given twice is one', async () => {
    const browser = await asBob()
    const path = (await browser.get((await asking(program)).path)).location ?? ''
    const page = await browser.get(path)
    const first = await follow(browser, await browser.submit(path, page, { choice: 'allow' }))
    expect(first.location).toContain('code=')
    const again = await follow(browser, await browser.submit(path, page, { choice: 'allow' }))
    expect([again.status, again.location]).toEqual([404, undefined])
  })

  it('cannot be answered for somebody by a session that has ended', async () => {
    const browser = await asBob()
    const path = (await browser.get((await asking(program)).path)).location ?? ''
    const page = await browser.get(path)
    const cookie = browser.cookies.get('parley_session') ?? ''
    await world.app.signIn.end(cookie)
    const answer = await browser.submit(path, page, { choice: 'allow' })
    expect(answer.location).toBe(`/sign-in?return_to=${encodeURIComponent(path)}`)
  })

  it('holds no session of the library that a browser could bring along', async () => {
    const { sessionId } = (await world.app.signIn.findUser((await asBob()).cookies.get('parley_session'))) ?? {}
    const thief = openBrowser(world.app)
    thief.cookies.set('parley_oauth_session', sessionId ?? '')
    expect((await thief.get((await asking(program)).path)).location).toMatch(/^\/sign-in\?/)
  })
})
