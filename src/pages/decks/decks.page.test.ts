import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, PERSON_AGENT } from '../../testing/browser-fixtures.ts'
import { codesSentTo, deckFor, deckOf } from '../../testing/decks-fixtures.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { snippetFor } from '../../testing/library-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { talkFor } from '../../testing/transcript-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let bob: Browser
let carol: Browser
let talk: string
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
  carol = await signedIn(world.app, world.acme, world.carol.userId)
  talk = await talkFor(world, { conversationTitle: 'Scanners', teamUUID: world.teams.support })
})

const make = async (browser: Browser, fields: Record<string, string>, query = '') =>
  browser.submit('/decks/new/make', await browser.get(`/decks/new${query}`), { deck_type: 'recap', ...fields })

describe('does', () => {
  it('make a deck of a conversation, show it, and list it', async () => {
    expect((await bob.get('/decks')).text).toContain('No presentations yet')
    const form = await bob.get(`/decks/new?context=${talk}`)
    expect(form.text).toContain(`name="context_id" value="${talk}"`)
    const made = await make(
      bob,
      { context_id: talk, structure: 'Next steps | table\nThe warranty' },
      `?context=${talk}`,
    )
    expect(made.status).toBe(303)
    const page = (await bob.get(made.location ?? '')).text
    expect(page).toContain('Presentation created')
    expect(page).toContain('aria-label="Slide 1 of 2"')
    expect(page).toContain('I&#39;ll send you the offer with the warranty by Friday.')
    expect(page).toContain(`/conversations/${talk}?t=`)
    expect((await bob.get('/decks')).text).toContain(made.location)
    const file = await bob.get(`${made.location}/file`)
    expect(file.status).toBe(200)
  })

  it('make a deck of a clip, begun on its page', async () => {
    const { id } = await snippetFor(world, { conversation_id: talk, title: 'The warranty' })
    const [, begin = ''] = /href="(\/decks\/new\?[^"]+)"/.exec((await bob.get(`/clips/${id}`)).text) ?? []
    const form = await bob.get(begin)
    expect(form.text).toContain('Source: <b><bdi>The warranty</bdi></b>')
    const made = await bob.submit('/decks/new/make', form, { deck_type: 'recap', context_id: id })
    expect((await deckOf(world, made.location?.split('/').at(-1) ?? '')).context_type).toBe('snippet')
  })

  it('share, stop sharing, rename and delete', async () => {
    const page = `/decks/${await deckFor(world, { context_id: talk })}`
    const id = page.split('/').at(-1) ?? ''
    const shared = await bob.submit(`${page}/share`, await bob.get(page), { emails: 'carol@acme.example, x@y.example' })
    expect(shared.location).toBe(page)
    expect((await carol.get(page)).text).not.toContain('id="share"')
    expect((await carol.get(page)).status).toBe(200)
    const { shares } = await deckOf(world, id)
    const own = shares.find(({ user_uuid }: { user_uuid: string | null }) => user_uuid !== null)
    await world.app.drain(world.acme)
    const sent = () => world.app.mail.filter(({ to }) => to === 'x@y.example').length
    const before = sent()
    await bob.submit(`${page}/share`, await bob.get(page), { emails: 'x@y.example' })
    await world.app.drain(world.acme)
    expect(sent()).toBe(before)
    await bob.submit(`${page}/resend`, await bob.get(page), { email: 'x@y.example' })
    await world.app.drain(world.acme)
    expect([sent(), (await bob.get(page)).text.includes('Email sent again')]).toEqual([before + 1, true])
    await bob.submit(`${page}/unshare`, await bob.get(page), { share: own.id })
    expect((await carol.get(page)).status).toBe(404)
    await bob.submit(`${page}/rename`, await bob.get(page), { title: 'Sixty scanners' })
    expect((await bob.get(page)).text).toContain('Sixty scanners')
    const gone = await bob.submit(`${page}/delete`, await bob.get(page))
    expect(gone.location).toBe('/decks')
    expect((await bob.get(page)).status).toBe(404)
  })

  it('show the slides and nothing else behind the link of an outside address', async () => {
    const id = await deckFor(world, { context_id: talk, users_to_share: ['guest@customer.example'] })
    await world.app.drain(world.acme)
    const [code = ''] = codesSentTo(world, 'guest@customer.example')
    const shown = await world.app.server.inject({
      method: 'GET',
      url: `/d/${code}`,
      headers: { 'user-agent': PERSON_AGENT },
    })
    expect(shown.statusCode).toBe(200)
    expect(shown.body).toContain('aria-label="Slide 1 of ')
    expect(shown.body).toMatch(/<bdi>Acme<\/bdi><span class="length">Presentation, \d+ slides?<\/span>/)
    expect(shown.body).not.toMatch(/<script|\/conversations\/|Notes|<form|<a href/)
    expect(shown.headers['referrer-policy']).toBe('no-referrer')
    await world.app.linkViews.store()
    expect((await deckOf(world, id)).shares[0].opened_at).toEqual(expect.any(String))
    const nothing = await world.app.server.inject({ method: 'GET', url: `/d/${'x'.repeat(64)}` })
    expect(nothing.statusCode).toBe(404)
  })

  it('show text as text', async () => {
    const hostile = '<script>alert(1)</script><img src=x onerror=alert(1)>'
    const id = await importFor(world, {
      conversationTitle: hostile,
      transcript: {
        segments: [{ speaker: hostile, text: `We agreed on ${hostile} for the whole warehouse.`, start: 0, end: 5 }],
      },
    })
    const page = (await bob.get(`/decks/${await deckFor(world, { context_id: id })}`)).text
    expect(page).toContain('&lt;script&gt;alert(1)')
    expect(page).not.toMatch(/<script>alert|<img src=x/)
  })
})

describe('refuses', () => {
  it('what it cannot be made of, and shows what was given again', async () => {
    const silent = await importFor(world, { transcript: undefined, mediaURL: 'https://media.customer.example/a.mp3' })
    const none = await make(bob, { context_id: silent, instructions: 'Keep this.' })
    expect([none.status, none.text]).toEqual([
      400,
      expect.stringContaining('The conversations have no transcript to create a deck from.'),
    ])
    expect(none.text).toContain('Keep this.')
    const hidden = await make(carol, { context_id: await talkFor(world) })
    expect(hidden.text).toContain('The source doesn&#39;t exist, or you don&#39;t have access to it.')
    const wrong = await make(bob, { context_id: talk, emails: 'nobody' })
    expect(wrong.text).toContain('Use an email address, such as anna@example.com.')
    expect((await make(bob, { context_id: talk, slides: '41' })).status).toBe(400)
  })
})

describe('who may', () => {
  it('nobody else sees a deck, or its file', async () => {
    const page = `/decks/${await deckFor(world, { context_id: talk })}`
    expect((await carol.get(page)).status).toBe(404)
    expect((await carol.get(`${page}/file`)).status).toBe(404)
  })
})
