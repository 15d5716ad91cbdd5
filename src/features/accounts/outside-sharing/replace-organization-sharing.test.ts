import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../../testing/browser-fixtures.ts'
import { call } from '../../../testing/call.ts'
import { codesSentTo, deckFor, deckOf } from '../../../testing/decks-fixtures.ts'
import { adminsOnly } from '../../../testing/guards.ts'
import { snippetFor, talkFor } from '../../../testing/library-fixtures.ts'
import { signedIn } from '../../../testing/sign-in-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world)
})
const get = (caller: Caller | undefined) => call(world.app, caller, 'GET', '/organizations/sharing')
const put = (body: unknown, caller: Caller | undefined = world.alice) =>
  call(world.app, caller, 'PUT', '/organizations/sharing', { body })
const disabled = (pointer: string) => ({ status: '403', code: 'outside_sharing_disabled', source: { pointer } })

/** The status of the page behind a path, for somebody without a session. */
const req = async (path: string) => (await openBrowser(world.app).get(path)).status

describe('does', () => {
  it('tell what was said last, to its own organization, and note who said it', async () => {
    expect((await put({ outside: false })).body.data).toEqual({ outside: false, updatedAt: expect.any(String) })
    expect((await get(world.org)).body.data.outside).toBe(false)
    expect((await get(world.rivalOrg)).body.data.outside).toBe(true)
    const log = await call(world.app, world.alice, 'GET', '/audit-log')
    expect(log.text).toContain('replaceOrganizationSharing')
    await put({ outside: true })
  })

  it('stop links that were shared before, and let them work again', async () => {
    const id = await deckFor(world, { context_id: talk, users_to_share: ['guest@customer.example'] })
    await world.app.drain(world.acme)
    const [code = ''] = codesSentTo(world, 'guest@customer.example')
    const { share_code } = await snippetFor(world, { conversation_id: talk, internal: false })
    const paths = [`/d/${code}`, `/s/${share_code}`]
    expect(await Promise.all(paths.map(req))).toEqual([200, 200])

    await put({ outside: false })
    // A clip's link is what an internal one is: whoever may see it signs in.
    expect(await Promise.all(paths.map(req))).toEqual([404, 303])
    expect((await openBrowser(world.app).get(`/s/${share_code}/recording`)).status).toBe(404)
    const insider = await signedIn(world.app, world.acme, world.bob.userId)
    expect([200, 303]).toContain((await insider.get(`/s/${share_code}`)).status)
    expect((await deckOf(world, id, world.bob)).id).toBe(id)

    await put({ outside: true })
    expect(await Promise.all(paths.map(req))).toEqual([200, 200])
  })
})

describe('refuses', () => {
  it('decks for addresses outside, and shares none of those that came with them', async () => {
    const id = await deckFor(world, { context_id: talk })
    await put({ outside: false })
    const emails = ['carol@acme.example', 'guest@customer.example']
    const refused = await call(world.app, world.bob, 'POST', `/decks/${id}/shares`, { body: { emails } })
    expect(refused.body).toMatchObject(disabled('/emails/1'))
    const body = { context_id: talk, users_to_share: emails }
    const made = await call(world.app, world.bob, 'POST', '/create_deck', { body })
    expect(made.body).toMatchObject(disabled('/users_to_share/1'))
    expect((await deckOf(world, id)).shares).toEqual([])
    const inside = await call(world.app, world.bob, 'POST', `/decks/${id}/shares`, {
      body: { emails: ['carol@acme.example'] },
    })
    expect(inside.status).toBe(201)
    await put({ outside: true })
  })

  it('clips that everybody may open, made or changed; others may be made and changed', async () => {
    const open = await snippetFor(world, { conversation_id: talk, internal: false })
    const kept = await snippetFor(world, { conversation_id: talk })
    await put({ outside: false })
    const video = { start_time: 10, end_time: 30 }
    const body = { user_uuid: world.bob.userId, conversation_id: talk, internal: false, video }
    expect((await call(world.app, world.bob, 'POST', '/snippets', { body })).body).toMatchObject(disabled('/internal'))
    const change = (id: string, given: object) =>
      call(world.app, world.bob, 'PATCH', `/snippets/${id}`, { body: given })
    expect((await change(kept.id, { internal: false })).body).toMatchObject(disabled('/internal'))
    expect((await change(kept.id, { internal: false, video })).body).toMatchObject(disabled('/internal'))
    expect((await change(open.id, { title: 'Another' })).status).toBe(200)
    expect((await change(open.id, { internal: true })).status).toBe(200)
    await put({ outside: true })
  })

  it('to mail a link that was on its way when it was disabled', async () => {
    await deckFor(world, { context_id: talk, users_to_share: ['late@customer.example'] })
    await put({ outside: false })
    await world.app.drain(world.acme)
    expect(codesSentTo(world, 'late@customer.example')).toEqual([])
    await put({ outside: true })
  })

  it.each([{}, { outside: 'no' }, { outside: null }])('%j', async (body) => {
    expect((await put(body)).status).toBe(400)
  })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make: async () => '', send: (caller) => put({ outside: true }, caller) })
})
