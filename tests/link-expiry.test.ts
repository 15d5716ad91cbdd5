/**
 * Expiry and views of public links, at every address that a link opens: page, recording, parts of the recording, and
 * deck. An expired link must be indistinguishable from one that never existed.
 */
import { randomBytes } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { databaseUnavailable } from '../src/outbound/database/postgres-away.ts'
import { openBrowser, type PageAnswer, PERSON_AGENT } from '../src/testing/browser-fixtures.ts'
import { call } from '../src/testing/call.ts'
import { createTestApp } from '../src/testing/create-test-app.ts'
import { codesSentTo, deckOf, shareDeck } from '../src/testing/decks-fixtures.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { snippetFor, TALK, talkFor } from '../src/testing/library-fixtures.ts'
import { putMedia } from '../src/testing/recordings-fixtures.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { wave } from '../src/testing/sound.ts'
import { type Caller, createWorld, type World } from '../src/testing/world.ts'

const DAY_MS = 86_400_000

let world: World
let now = Date.now()
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => new Date(now) } }))
})
afterEach(() => vi.restoreAllMocks())

const inMs = (ms: number) => new Date(now + ms).toISOString()
/** All that an answer says, but for its time and request. */
const told = ({ status, text, headers }: PageAnswer) => {
  const { date, 'x-request-id': id, ratelimit, ...rest } = headers
  return { status, text, headers: rest }
}
const nobody = () => {
  const browser = openBrowser(world.app)
  return { get: (path: string, headers = {}) => browser.get(path, { 'user-agent': PERSON_AGENT, ...headers }) }
}
const patch = (path: string, body: object, caller: Caller = world.bob) =>
  call(world.app, caller, 'PATCH', path, { body })
const snippetOf = async (id: string) => (await call(world.app, world.org, 'GET', `/snippets/${id}`)).body.data
const linkOf = async (target: string) =>
  (await call(world.app, world.alice, 'GET', '/public-links', { query: { size: '100' } })).body.data.find(
    ({ target_uuid }: { target_uuid: string }) => target_uuid === target,
  )
const shareOf = async (deck: string) => (await deckOf(world, deck)).shares[0]

/** A public clip with a recording. */
async function playedClip(given: object = {}) {
  const conversation_id = await importFor(world, { transcript: TALK })
  await putMedia(world, world.org, conversation_id, wave({ seconds: 60, hertz: 200, rate: 2_000 }))
  return snippetFor(world, { internal: false, conversation_id, ...given })
}

describe('an expired link', () => {
  it('of a clip answers like one that never was: page, recording, parts, and what a browser has already', async () => {
    const clip = await playedClip({ expiresAt: inMs(DAY_MS) })
    const [page, file] = [`/s/${clip.share_code}`, `/s/${clip.share_code}/recording`]
    const visitor = nobody()
    const open = await visitor.get(page)
    expect([open.status, open.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(open.text).toContain('The link shows this clip only. It expires on ')
    const played = await visitor.get(file, { range: 'bytes=0-99' })
    expect([played.status, played.headers['cache-control']]).toEqual([206, 'private, no-store'])
    now += DAY_MS - 1
    expect((await visitor.get(page)).status).toBe(200)
    now += 1
    const unknown = `/s/${randomBytes(18).toString('base64url')}`
    const etag = String(played.headers.etag)
    const asked = [{}, { range: 'bytes=0-99' }, { range: 'bytes=99999999-' }, { 'if-none-match': etag }]
    for (const headers of asked) {
      expect(told(await visitor.get(page, headers))).toEqual(told(await visitor.get(unknown, headers)))
      expect(told(await visitor.get(file, headers))).toEqual(told(await visitor.get(`${unknown}/recording`, headers)))
      expect((await visitor.get(file, headers)).status).toBe(404)
    }
    for (const url of [page, file]) {
      expect((await world.app.server.inject({ method: 'HEAD', url })).statusCode).toBe(404)
    }
    const creator = await signedIn(world.app, world.acme, world.bob.userId)
    expect(told(await creator.get(page))).toEqual(told(await creator.get(unknown)))
    expect((await creator.get(`/clips/${clip.id}`)).status).toBe(200)
    expect(await linkOf(clip.id)).toMatchObject({ works: false, expiresAt: inMs(0) })
    await patch(`/snippets/${clip.id}`, { expiresAt: null })
    expect([(await visitor.get(page)).status, (await visitor.get(file)).status]).toEqual([200, 200])
    expect(await linkOf(clip.id)).toMatchObject({ works: true, expiresAt: null })
  })

  it('of a deck answers like one that never was, and opens no file of the deck', async () => {
    const { id, code } = await shareDeck(world, 'expiring@customer.example')
    const share = await shareOf(id)
    await patch(`/decks/${id}/shares/${share.id}`, { expiresAt: inMs(DAY_MS) })
    const visitor = nobody()
    const open = await visitor.get(`/d/${code}`)
    expect([open.status, open.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(open.text).toContain('shows these slides only. It expires on ')
    // The link never opens the PPTX file: the file needs a sign-in.
    const files = async () =>
      Promise.all([`/d/${code}/file`, `/decks/${id}/file`].map(async (path) => (await visitor.get(path)).status))
    expect(await files()).toEqual([404, 303])
    now += DAY_MS
    const ours = Buffer.from(code, 'base64url')
    const unknown = Buffer.concat([ours.subarray(0, 16), randomBytes(ours.length - 16)]).toString('base64url')
    expect(told(await visitor.get(`/d/${code}`))).toEqual(told(await visitor.get(`/d/${unknown}`)))
    expect([(await visitor.get(`/d/${code}`)).status, await files()]).toEqual([404, [404, 303]])
    expect(await shareOf(id)).toMatchObject({ is_visible: false, expiresAt: inMs(0) })
    expect((await deckOf(world, id, world.bob)).shares).toHaveLength(1)
    const again = { emails: ['expiring@customer.example'], resend: true }
    const send = (body: object) => call(world.app, world.bob, 'POST', `/decks/${id}/shares`, { body })
    expect((await send(again)).body).toMatchObject({ status: '400', source: { pointer: '/expiresAt' } })
    expect((await send({ ...again, expiresAt: inMs(DAY_MS) })).status).toBe(201)
    await world.app.drain(world.acme)
    const [sent] = world.app.mail.filter(({ to }) => to === 'expiring@customer.example').slice(-1)
    expect(sent?.text).toContain('It works until ')
    const renewed = codesSentTo(world, 'expiring@customer.example').at(-1)
    expect((await visitor.get(`/d/${renewed}`)).status).toBe(200)
  })

  it('is sent to nobody: an email that is due too late stays unsent', async () => {
    const body = { context_id: await talkFor(world), users_to_share: ['late@customer.example'], expiresAt: inMs(1_000) }
    expect((await call(world.app, world.bob, 'POST', '/create_deck', { body })).body.success).toBe(true)
    now += 1_000
    await world.app.drain(world.acme)
    expect(codesSentTo(world, 'late@customer.example')).toEqual([])
  })

  it('stays expired when an admin takes it over, and ends with the account of its creator as before', async () => {
    const clip = await snippetFor(world, { internal: false, user_uuid: world.mark.userId, expiresAt: inMs(DAY_MS) })
    const status = async () => (await nobody().get(`/s/${clip.share_code}`)).status
    expect(await status()).toBe(200)
    await call(world.app, world.alice, 'DELETE', `/organizations/users/${world.mark.userId}`)
    expect(await status()).toBe(404)
    const body = { user_uuid: world.mark.userId }
    await call(world.app, world.alice, 'POST', '/public-links/take-over', { body })
    expect(await status()).toBe(200)
    now += DAY_MS
    expect(await status()).toBe(404)
  })

  it('expires no more once the clip is internal, and none can be set then', async () => {
    const clip = await snippetFor(world, { internal: false, expiresAt: inMs(DAY_MS) })
    const path = `/snippets/${clip.id}`
    expect((await patch(path, { internal: true, expiresAt: inMs(1_000) })).body).toMatchObject({
      ...{ status: '400', source: { pointer: '/expiresAt' } },
      detail: expect.stringContaining('`internal: false`'),
    })
    expect((await patch(path, { internal: true })).body.data).toMatchObject({ internal: true, expiresAt: null })
    expect((await patch(path, { expiresAt: inMs(1_000) })).status).toBe(400)
    now += DAY_MS
    const bob = await signedIn(world.app, world.acme, world.bob.userId)
    expect((await bob.get(`/s/${clip.share_code}`)).location).toBe(`/clips/${clip.id}`)
    expect((await patch(path, { internal: false })).body.data.expiresAt).toBeNull()
  })
})

describe('views', () => {
  const count = async (id: string) => {
    await world.app.linkViews.store()
    const { viewCount, lastViewedAt } = await snippetOf(id)
    return [viewCount, lastViewedAt]
  }

  it('of a clip are openings by people, and not of programs, of existence checks, or by its owner', async () => {
    const clip = await snippetFor(world, { internal: false, notify_views: true })
    const page = `/s/${clip.share_code}`
    const { updated_at } = await snippetOf(clip.id)
    expect(await count(clip.id)).toEqual([0, null])
    const owner = await signedIn(world.app, world.acme, world.bob.userId)
    await owner.get(page, { 'user-agent': PERSON_AGENT })
    await nobody().get(page, { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' })
    await nobody().get(page, { 'sec-purpose': 'prefetch;prerender' })
    await world.app.server.inject({ method: 'HEAD', url: page, headers: { 'user-agent': PERSON_AGENT } })
    await nobody().get(`${page}/recording`)
    expect(await count(clip.id)).toEqual([0, null])
    const visitor = nobody()
    for (const _ of [1, 2, 3]) expect((await visitor.get(page)).status).toBe(200)
    expect(await count(clip.id)).toEqual([1, inMs(0)])
    now += 30 * 60_000
    await visitor.get(page)
    await (await signedIn(world.app, world.acme, world.alice.userId)).get(page, { 'user-agent': PERSON_AGENT })
    expect(await count(clip.id)).toEqual([3, inMs(0)])
    expect(await linkOf(clip.id)).toMatchObject({ viewCount: 3, lastViewedAt: inMs(0) })
    expect((await snippetOf(clip.id)).updated_at).toBe(updated_at)
    await world.app.drain(world.acme)
    expect(world.app.mail.filter(({ text }) => text.includes(clip.share_code))).toHaveLength(1)
  })

  it('of a deck are those of the link of one address', async () => {
    const { id, code } = await shareDeck(world, 'viewer@customer.example')
    const owner = await signedIn(world.app, world.acme, world.bob.userId)
    await owner.get(`/d/${code}`, { 'user-agent': PERSON_AGENT })
    await nobody().get(`/d/${code}`)
    await world.app.linkViews.store()
    const views = { viewCount: 1, lastViewedAt: inMs(0) }
    expect(await shareOf(id)).toMatchObject({ ...views, opened_at: inMs(0) })
    expect(await linkOf(id)).toMatchObject(views)
  })

  it('wait while the database rejects writes, and the pages open all the same', async () => {
    const clip = await snippetFor(world, { internal: false })
    vi.spyOn(world.app.store.owner, 'query').mockRejectedValue(databaseUnavailable())
    vi.spyOn(world.app.store, 'of').mockImplementation(() => {
      throw databaseUnavailable()
    })
    await expect(world.app.linkViews.store()).resolves.toBeUndefined()
    vi.mocked(world.app.store.of).mockRestore()
    expect((await nobody().get(`/s/${clip.share_code}`)).status).toBe(200)
    vi.spyOn(world.app.store, 'of').mockImplementation(() => {
      throw databaseUnavailable()
    })
    await expect(world.app.linkViews.store()).rejects.toThrow()
    vi.restoreAllMocks()
    expect(await count(clip.id)).toEqual([1, inMs(0)])
  })

  it('of a clip that is gone are dropped', async () => {
    const clip = await snippetFor(world, { internal: false })
    await nobody().get(`/s/${clip.share_code}`)
    await call(world.app, world.bob, 'DELETE', `/snippets/${clip.id}`)
    await expect(world.app.linkViews.store()).resolves.toBeUndefined()
  })
})
