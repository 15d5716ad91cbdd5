/** Labels in the app; also what holds for every page that is made of forms. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let alice: Browser
let bob: Browser
beforeAll(async () => {
  world = await createWorld()
  alice = await signedIn(world.app, world.acme, world.alice.userId)
  bob = await signedIn(world.app, world.acme, world.bob.userId)
})

async function create(browser: Browser, fields: Record<string, string>) {
  return browser.submit('/labels/create', await browser.get('/labels'), fields)
}

describe('does', () => {
  it('create one, lead to it, and say so once', async () => {
    const made = await create(alice, {
      name: 'Call type',
      options: 'Discovery | the first call\r\n\r\nDemo',
      aiFlow: 'true',
    })
    expect(made.status).toBe(303)
    const page = await alice.get(made.location ?? '')
    expect(page.text).toContain('Label Call type created')
    expect(page.text).toContain('Discovery | the first call\nDemo')
    expect((await alice.get(made.location ?? '')).text).not.toContain('Label Call type created')
    const { body } = await call(world.app, world.alice, 'GET', '/labels')
    expect(body.data).toMatchObject([
      {
        name: 'Call type',
        aiFlow: true,
        allTeams: true,
        options: [{ value: 'Discovery', description: 'the first call' }, { value: 'Demo' }],
      },
    ])
  })

  it('change and delete one', async () => {
    const { location = '' } = await create(alice, { name: 'Stage', options: 'Early\nLate' })
    const changed = await alice.submit(`${location}/change`, await alice.get(location), {
      ...{ name: 'Phase', options: 'Early\nMiddle\nLate', teamsUUID: world.teams.sales },
    })
    expect(changed.location).toBe(location)
    const page = (await alice.get(location)).text
    expect(page).toContain('<h1 dir="auto">Phase</h1>')
    expect(page).toMatch(new RegExp(`value="${world.teams.sales}" checked`))
    const gone = await alice.submit(`${location}/delete`, await alice.get(location))
    expect(gone.location).toBe('/labels')
    expect((await alice.get(location)).status).toBe(404)
  })

  it('show text as text', async () => {
    const name = '<script>alert(1)</script>"&'
    const { location = '' } = await create(alice, { name, options: '<img src=x onerror=alert(1)>' })
    for (const path of ['/labels', location]) {
      const { text } = await alice.get(path)
      expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;')
      expect(text).not.toMatch(/<script>|<img src=x/)
    }
  })
})

describe('refuses', () => {
  it('with what was given still there, and what is wrong with it', async () => {
    const refused = await create(alice, { name: ' ', description: 'About "this"', options: 'A' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('role="alert"')
    expect(refused.text).toMatch(/<input[^>]*id="field-name"[^>]*aria-invalid="true"/)
    expect(refused.text).toContain('About &quot;this&quot;</textarea>')
    expect(refused.text).toContain('<details class="menu form-menu" open>')
  })

  it('a form that no page of ours has sent, to this person', async () => {
    const page = await alice.get('/labels')
    const others = await bob.get('/labels')
    const fields = { name: 'Forged', options: 'A' }
    expect((await alice.post('/labels/create', fields)).status).toBe(403)
    expect((await bob.submit('/labels/create', page, fields)).status).toBe(403)
    expect((await alice.submit('/labels/create', others, fields)).status).toBe(403)
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await alice.submit('/labels/create', page, fields, elsewhere)).status).toBe(403)
    expect((await alice.get('/labels')).text).not.toContain('Forged')
  })
})

describe('who may', () => {
  it('everybody sees them, admins change them', async () => {
    const { location = '' } = await create(alice, { name: 'Seen by all', options: 'A' })
    const page = await bob.get('/labels')
    expect(page.text).toContain('Seen by all')
    expect(page.text).not.toContain('New label')
    expect((await bob.get(location)).text).not.toContain('Delete label')
    const refused = await bob.submit('/labels/create', page, { name: 'Mine', options: 'A' })
    expect(refused.status).toBe(403)
  })

  it('nobody of another organization, and who is not signed in signs in first', async () => {
    const { location = '' } = await create(alice, { name: 'Ours', options: 'A' })
    const mallory = await signedIn(world.app, world.rival, world.mallory.userId)
    expect((await mallory.get(location)).status).toBe(404)
    expect((await mallory.get('/labels')).text).not.toContain('Ours')
    alice.cookies.delete('parley_session')
    expect((await alice.get(location)).location).toBe(`/sign-in?return_to=${encodeURIComponent(location)}`)
  })
})
