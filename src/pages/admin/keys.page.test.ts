/** Keys, connected apps and ways to sign in, as admins set them up in the app. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser, FormFields } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { connectionFor } from '../../testing/connection-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { newDomain } from '../../testing/sign-in-providers-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let alice: Browser
beforeAll(async () => {
  world = await createWorld()
  alice = await signedIn(world.app, world.acme, world.alice.userId)
})

const submit = async (page: string, action: string, fields: FormFields = {}) =>
  alice.submit(`${page}/${action}`, await alice.get(page), fields)
const KEYS = '/admin/keys'
const secretIn = (text: string) => /<code class="admin-secret"[^>]*>([^<]*)</.exec(text)?.[1] ?? ''
const meBy = async (key: string) =>
  (await call(world.app, { key, userId: undefined, email: undefined }, 'GET', '/sessions')).status

describe('does', () => {
  it('make a key of the organization, show its token once, and revoke it', async () => {
    const made = await submit(KEYS, 'create', { name: 'Export <x>', level: 'organization', hours: '720' })
    expect([made.status, made.headers['cache-control']]).toEqual([200, 'no-store'])
    const token = secretIn(made.text)
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(made.text).toContain('Export &lt;x&gt;')
    const list = (await alice.get(KEYS)).text
    expect([list.includes(token), list.includes(`…${token.slice(-4)}`)]).toEqual([false, true])
    // An org-level key has no sessions of its own.
    expect(await meBy(token)).toBe(403)
    const key = /name="key" value="([^"]*)"[^/]*<button[^>]*Revoke the API key Export/.exec(list)?.[1] ?? ''
    await submit(KEYS, 'revoke', { key })
    expect(await meBy(token)).toBe(401)
    expect((await alice.get(KEYS)).text).toContain('Revoked</span>')
  })

  it('make a key for oneself, and for another person', async () => {
    const own = secretIn((await submit(KEYS, 'create', { name: 'Mine', level: 'me', hours: '' })).text)
    expect(await meBy(own)).toBe(200)
    const theirs = await submit(KEYS, 'create', { name: 'Bobs', level: 'user', email: 'Bob@acme.example', hours: '' })
    expect(secretIn(theirs.text)).not.toBe('')
    expect((await alice.get(KEYS)).text).toContain(`<a href="/admin/people/${world.bob.userId}">`)
  })

  it('see the connected apps of everybody, and disconnect one', async () => {
    const { id } = await connectionFor(world.app, world.acme, world.bob, { clientName: 'Bob’s <assistant>' })
    const page = `${KEYS}/apps`
    const shown = (await alice.get(page)).text
    expect(shown).toContain('Bob’s &lt;assistant&gt;')
    expect(shown).toContain('<bdi>bob@acme.example</bdi>')
    await submit(page, 'disconnect', { key: id })
    expect((await alice.get(page)).text).toContain('No connected apps')
  })

  it('add a provider, change it without its secret, and delete it', async () => {
    const page = '/admin/sign-in'
    const domain = await newDomain(world)
    const fields = {
      ...{ name: 'Our ID', issuer: 'https://id.example.com', client_id: 'parley', client_secret: 'very-secret' },
      ...{ domains: domain, makes_users: 'true', default_role: 'MANAGER', default_team_uuid: world.teams.sales },
    }
    expect((await alice.get(page)).text).toContain('<code>http://parley.test/sign-in/callback</code>')
    const { location = '' } = await submit(page, 'create', fields)
    const shown = (await alice.get(location)).text
    expect([shown.includes('Stored, encrypted'), shown.includes('very-secret')]).toEqual([true, false])
    await submit(location, 'change', { ...fields, name: 'Our other ID', client_secret: '', makes_users: '' })
    const id = location.split('/').at(-1)
    const { data } = (await call(world.app, world.org, 'GET', `/sign-in-providers/${id}`)).body
    expect(data).toMatchObject({ name: 'Our other ID', has_client_secret: true, makes_users: false, domains: [domain] })
    const tested = await submit(location, 'test')
    expect((await alice.get(tested.location ?? '')).text).toContain('Provider test failed.')
    expect((await submit(location, 'delete')).location).toBe(page)
    expect((await alice.get(location)).status).toBe(404)
  })
})

describe('refuses', () => {
  it('a key without a name, of nobody, or that ends at no time, and keeps the rest', async () => {
    const fields = { name: 'Kept', level: 'user', email: 'nobody@acme.example', hours: '' }
    const nobody = await submit(KEYS, 'create', fields)
    expect([nobody.status, nobody.text]).toEqual([400, expect.stringContaining('No active user has this')])
    expect(nobody.text).toMatch(/name="email"[^>]*aria-invalid="true"/)
    expect(nobody.text).toContain('value="Kept"')
    for (const wrong of [{ name: '' }, { hours: 'soon' }, { hours: '0' }]) {
      const refused = await submit(KEYS, 'create', { name: 'A key', level: 'me', hours: '', ...wrong })
      expect([refused.status, secretIn(refused.text)]).toEqual([400, ''])
    }
  })

  it('a provider of a domain that is not ours, or of no https', async () => {
    const fields = { name: 'ID', issuer: 'https://id.example.com', client_id: 'parley', domains: 'elsewhere.example' }
    const foreign = await submit('/admin/sign-in', 'create', fields)
    expect([foreign.status, foreign.text]).toEqual([400, expect.stringContaining('role="alert"')])
    const secret = { ...fields, client_secret: 'do-not-show', issuer: 'ftp://id.example.com' }
    const refused = await submit('/admin/sign-in', 'create', secret)
    expect([refused.status, refused.text.includes('do-not-show')]).toEqual([400, false])
  })
})
