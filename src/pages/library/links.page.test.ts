/** Expiry and views of public links on the pages of the sharer: list of links, clip and presentation. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser, PERSON_AGENT } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { deckOf, shareDeck } from '../../testing/decks-fixtures.ts'
import { snippetFor } from '../../testing/library-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

const DAY_MS = 86_400_000

let world: World
let bob: Browser
let alice: Browser
let clip: { id: string; share_code: string }
let deck: { id: string; code: string }
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
  alice = await signedIn(world.app, world.acme, world.alice.userId)
  clip = await snippetFor(world, { internal: false, title: 'The <price>' })
  deck = await shareDeck(world, 'guest@customer.example')
})

const clipNow = async (id = clip.id) => (await call(world.app, world.org, 'GET', `/snippets/${id}`)).body.data
const shareNow = async () => (await deckOf(world, deck.id)).shares[0]
const daysUntil = (iso: string) => Math.round((Date.parse(iso) - Date.now()) / DAY_MS)
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

describe('the list of public links', () => {
  it('shows a user the own links with their views, and admins those of others', async () => {
    const visitor = openBrowser(world.app)
    for (const path of [`/s/${clip.share_code}`, `/d/${deck.code}`])
      await visitor.get(path, { 'user-agent': PERSON_AGENT })
    await world.app.linkViews.store()
    const { text } = await bob.get('/links')
    expect(text).toContain('The &lt;price&gt;')
    expect(text).toContain('guest@customer.example')
    expect(text.match(/1 view, last <time/g)).toHaveLength(2)
    expect(text).not.toContain('All links')
    expect((await bob.get(`/links?user=${world.alice.userId}`)).status).toBe(403)
    expect((await alice.get('/links')).text).toContain('No public links yet')
    for (const path of ['/links?by=all', `/links?user=${world.bob.userId}`]) {
      expect((await alice.get(path)).text).toContain('Shared by')
    }
    expect((await alice.get(`/admin/people/${world.bob.userId}`)).text).toContain(`/links?user=${world.bob.userId}`)
  })

  it('changes the expiry of a clip and of a presentation, and returns to the same list', async () => {
    const list = `/links?user=${world.bob.userId}`
    const page = await alice.get(`${list}&link=${clip.id}`)
    const saved = await alice.submit('/links/expiry', page, { expires: 'week' })
    expect([saved.location, daysUntil((await clipNow()).expiresAt)]).toEqual([list, 7])
    const { id } = await shareNow()
    await alice.submit('/links/expiry', await alice.get(`${list}&link=${id}`), { expires: 'month' })
    expect(daysUntil((await shareNow()).expiresAt)).toBe(30)
    const kept = await alice.get(`${list}&link=${id}`)
    expect(kept.text).toContain('<option value="keep" selected>As before: ')
    await alice.submit('/links/expiry', kept, { expires: 'keep' })
    expect(daysUntil((await shareNow()).expiresAt)).toBe(30)
    await alice.submit('/links/expiry', kept, { expires: 'never' })
    expect((await shareNow()).expiresAt).toBeNull()
  })

  it('takes a last day, at most one year ahead, and says which days there are', async () => {
    const page = await bob.get(`/links?link=${clip.id}`)
    const save = (expires_on: string) => bob.submit('/links/expiry', page, { expires: 'date', expires_on })
    for (const day of ['', 'soon', dayIn(-2), dayIn(400)]) {
      const { status, text } = await save(day)
      expect([status, text]).toEqual([
        400,
        expect.stringContaining('Select the last day on which the link works, from '),
      ])
      expect(text).toContain(`name="expires_on" aria-invalid="true" value="${day}"`)
    }
    expect((await save(dayIn(10))).status).toBe(303)
    expect((await clipNow()).expiresAt).toBe(`${dayIn(11)}T00:00:00.000Z`)
    expect((await save(dayIn(365))).status).toBe(303)
  })
})

describe('the page of a clip', () => {
  it('sets the expiry with the audience, and shows it and the views to people who can change the clip', async () => {
    const { id } = await snippetFor(world)
    const page = `/clips/${id}`
    const change = async (fields: Record<string, string>) =>
      (await bob.submit(`${page}/change`, await bob.get(page), { title: 'A clip', notes: '', ...fields })).status
    expect((await bob.get(page)).text).not.toContain('<dt>Views</dt>')
    expect(await change({ internal: 'public', expires: 'day' })).toBe(303)
    expect(daysUntil((await clipNow(id)).expiresAt)).toBe(1)
    expect((await bob.get(page)).text).toMatch(/<dt>Views<\/dt><dd>None yet<\/dd>.*<dt>Expires<\/dt><dd><time/)
    const mark = await signedIn(world.app, world.acme, world.mark.userId)
    expect((await mark.get(page)).text).not.toContain('<dt>Views</dt>')
    expect(await change({ internal: 'public', expires: 'keep' })).toBe(303)
    expect(daysUntil((await clipNow(id)).expiresAt)).toBe(1)
    expect(await change({ internal: 'internal', expires: 'week' })).toBe(303)
    expect(await clipNow(id)).toMatchObject({ internal: true, expiresAt: null })
  })

  it('is created with an expiry', async () => {
    const { conversation_id: call } = await clipNow()
    const form = `/conversations/${call}/clip`
    const fields = { from: '0:10', to: '0:20', for: 'anyone', expires: 'day' }
    const made = await bob.submit(`${form}/create`, await bob.get(form), fields)
    const id = new URL(made.location ?? '', 'http://parley.test').searchParams.get('made') ?? ''
    expect(daysUntil((await clipNow(id)).expiresAt)).toBe(1)
  })
})

describe('an expired clip', () => {
  const PUBLIC = 'Anyone with the link'
  const isOpen = (text: string) => text.includes(PUBLIC) || text.includes('<span class="tag warn">Public link<')

  it('is open to nobody on its page, in the lists, and after its creation', async () => {
    const own = await createWorld(world.app)
    const { id } = await snippetFor(own, { internal: false })
    const { conversation_id } = (await call(own.app, own.org, 'GET', `/snippets/${id}`)).body.data
    const browser = await signedIn(own.app, own.acme, own.bob.userId)
    // The choice of the form stays.
    const read = async (path: string) =>
      (await browser.get(path)).text.replace(/<option value="public"[^>]*>[^<]*<\/option>/, '')
    const paths = [`/clips/${id}`, '/clips', '/links', `/conversations/${conversation_id}/clip?made=${id}`]
    const open = async () => Promise.all(paths.map(async (path) => isOpen(await read(path))))
    expect(await open()).toEqual([true, true, true, true])
    await own.app.store.owner.query("update snippets set expires_at = now() - interval '1 hour' where id = $1", [id])
    expect(await open()).toEqual([false, false, false, false])
    expect(await read(`/clips/${id}`)).toContain('To share the clip again, edit it and change the expiry.')
    expect(await read('/clips')).toContain('Link expired')
    expect(await read('/links')).toContain('>Nobody</td>')
    expect(await read(paths[3] ?? '')).toContain('nobody can open it')
    const mark = await signedIn(own.app, own.acme, own.mark.userId)
    const { text } = await mark.get(`/clips/${id}`)
    expect(text).toContain('The link has expired, so nobody can open it.')
    expect(text).not.toContain('To share the clip again')
  })

  it('of a deactivated user is open to nobody in the list', async () => {
    const own = await createWorld(world.app)
    await snippetFor(own, { internal: false })
    const admin = await signedIn(own.app, own.acme, own.alice.userId)
    const list = `/links?user=${own.bob.userId}`
    expect((await admin.get(list)).text).toContain(PUBLIC)
    await call(own.app, own.alice, 'DELETE', `/organizations/users/${own.bob.userId}`)
    const { text } = await admin.get(list)
    expect([text.includes(PUBLIC), text.includes('Nobody'), text.includes('t work</span>')]).toEqual([
      false,
      true,
      true,
    ])
  })
})

describe('the page of a presentation', () => {
  it('sets the expiry of new links, changes it, and shows when a link has expired', async () => {
    const page = `/decks/${deck.id}`
    const shared = await bob.submit(`${page}/share`, await bob.get(page), {
      emails: 'second@customer.example',
      expires: 'week',
    })
    expect(shared.status).toBe(303)
    const share = (await deckOf(world, deck.id)).shares.find(
      ({ email }: { email: string }) => email === 'second@customer.example',
    )
    expect(daysUntil(share.expiresAt)).toBe(7)
    const form = await bob.get(`${page}?link=${share.id}`)
    expect(form.text).toContain('Link of second@customer.example')
    expect((await bob.submit(`${page}/expiry`, form, { expires: 'day' })).location).toBe(page)
    await world.app.store.owner.query("update deck_shares set expires_at = now() - interval '1 hour' where id = $1", [
      share.id,
    ])
    const { text } = await bob.get(page)
    expect(text).toContain('Link expired')
    expect(text).toContain('>Expired</span> <time')
  })
})
