/** Page of user provisioning: what admins enter at an identity provider, and what the provider did. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, forge } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

const SCIM = '/admin/scim'
let world: World
let alice: Browser
beforeAll(async () => {
  world = await createWorld()
  alice = await signedIn(world.app, world.acme, world.alice.userId)
})

const secretIn = (text: string) => /<code class="admin-secret"[^>]*>([^<]*)</.exec(text)?.[1] ?? ''
const provider = (key: string) => ({ key, userId: undefined, email: undefined })
const createUser = (key: string, userName: string) => {
  const body = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName }
  return call(world.app, provider(key), 'POST', '/scim/Users', { body })
}

describe('does', () => {
  it('shows the base URL and the steps of both providers, and that no provider is connected', async () => {
    const { status, text } = await alice.get(SCIM)
    expect(status).toBe(200)
    for (const shown of [
      `${world.app.publicUrl()}/v2/scim`,
      'Not connected',
      'No identity provider has created or changed a user or a team.',
      '<summary>Okta</summary>',
      '<summary>Microsoft Entra ID</summary>',
    ]) {
      expect(text).toContain(shown)
    }
  })

  it('creates a key that the provider can use, shows what it did last, and revokes the key', async () => {
    const made = await alice.submit(`${SCIM}/create`, await alice.get(SCIM), { name: 'Okta <x>', hours: '8760' })
    expect([made.status, made.headers['cache-control']]).toEqual([200, 'no-store'])
    const token = secretIn(made.text)
    expect(made.text).toContain('Okta &lt;x&gt;')
    const before = (await alice.get(SCIM)).text
    expect([before.includes(token), before.includes(`…${token.slice(-4)}`)]).toEqual([false, false])
    expect((await createUser(token, 'zoe@acme.example')).status).toBe(201)
    const connected = (await alice.get(SCIM)).text
    expect([connected.includes(token), connected.includes(`…${token.slice(-4)}`)]).toEqual([false, true])
    expect(connected).toContain('>Connected<')
    expect(connected).toContain('href="/admin/audit?operation=createScimUser"')
    expect(connected).toMatch(/<dt>Key<\/dt>\s*<dd>\s*<bdi>Okta &lt;x&gt;<\/bdi>/)
    expect(connected).not.toMatch(/<dt>Last request<\/dt>\s*<dd>\s*Unknown/)
    const key = /name="key" value="([^"]*)"[^/]*<button[^>]*Revoke the API key Okta/.exec(connected)?.[1] ?? ''
    const revoked = await alice.submit(`${SCIM}/revoke`, await alice.get(SCIM), { key })
    expect(revoked.location).toContain(SCIM)
    expect((await createUser(token, 'yan@acme.example')).status).toBe(401)
    const ended = (await alice.get(SCIM)).text
    expect(ended).toContain('Key revoked or expired')
    expect(ended).not.toContain(`…${token.slice(-4)}`)
  })

  it('lists neither keys of users nor keys of other programs, which admins find under API keys', async () => {
    await call(world.app, world.alice, 'POST', '/api_keys', { body: { name: 'Own key', org_level: false } })
    await call(world.app, world.alice, 'POST', '/api_keys', { body: { name: 'Shared key' } })
    const { text } = await alice.get(SCIM)
    expect([text.includes('Shared key'), text.includes('Own key')]).toEqual([false, false])
    expect(text).toContain('href="/admin/keys">All API keys<')
  })
})

describe('refuses', () => {
  it('a key without a name, in the page', async () => {
    const { status, text } = await alice.submit(`${SCIM}/create`, await alice.get(SCIM), { name: ' ' })
    expect([status, text.includes('role="alert"')]).toEqual([400, true])
  })
})

describe('who may', () => {
  it('admins only: others see neither the page nor its entry, and cannot create a key', async () => {
    for (const caller of [world.mark, world.bob]) {
      const browser = await signedIn(world.app, world.acme, caller.userId)
      expect((await browser.get(SCIM)).status).toBe(403)
      expect((await browser.get('/settings')).text).not.toContain('User provisioning')
      const forged = await forge(browser, `${SCIM}/create`, { name: 'Mine' })
      expect([forged.status, secretIn(forged.text)]).toEqual([403, ''])
    }
    expect((await alice.get('/settings')).text).toContain('href="/admin/scim"')
    // Both search fields, for wide and for narrow screens, keep the words.
    expect((await alice.get('/settings?q=provisioning')).text.match(/name="q" value="provisioning"/g)).toHaveLength(2)
  })
})
