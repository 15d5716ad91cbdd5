/** Codes of share links: an unknown code and one that no longer works get the same response, and attempts are counted. */
import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { toNetworkKey } from '../src/core/attempts.ts'
import { openBrowser, type PageAnswer } from '../src/testing/browser-fixtures.ts'
import { call } from '../src/testing/call.ts'
import { codesSentTo, deckOf, shareDeck } from '../src/testing/decks-fixtures.ts'
import { snippetFor, talkFor } from '../src/testing/library-fixtures.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { publicHeaders } from './pages-headers.ts'

let world: World
/** Codes of a clip for everybody and of one for users. */
let open: string
let internal: string
/** Deck for an external recipient. */
let deck: { id: string; code: string }
beforeAll(async () => {
  world = await createWorld()
  const conversation_id = await talkFor(world)
  open = (await snippetFor(world, { conversation_id, internal: false })).share_code
  internal = (await snippetFor(world, { conversation_id, internal: true })).share_code
  deck = await shareDeck(world, 'guest@customer.example')
})

describe('codes of links', () => {
  /** All that is told, but for when it was, and of which request. */
  const told = ({ status, text, headers }: PageAnswer) => {
    const { date, 'x-request-id': id, ratelimit, ...rest } = headers
    return { status, text, headers: rest }
  }
  const [anyCode, anyToken] = [randomBytes(18).toString('base64url'), randomBytes(48).toString('base64url')]

  it('of clips tell nothing of one that is gone, hidden or another’s: it is as if there had never been one', async () => {
    const deleted = await snippetFor(world, { internal: false })
    await call(world.app, world.bob, 'DELETE', `/snippets/${deleted.id}`)
    const conversation_id = await talkFor(world)
    const erased = await snippetFor(world, { internal: false, conversation_id })
    await call(world.app, world.org, 'DELETE', `/conversations/${conversation_id}`, { query: { erase: 'true' } })
    const closed = await talkFor(world)
    const hidden = await snippetFor(world, { internal: false, user_uuid: world.mark.userId, conversation_id: closed })
    await call(world.app, world.bob, 'PUT', `/conversations/${closed}/privacy`, { body: { private: true } })
    expect(anyCode.length).toBe(open.length)
    const codes = [deleted, erased, hidden].map(({ share_code }) => share_code)
    const stranger = await signedIn(world.app, world.rival, world.mallory.userId)
    const nothing = told(await stranger.get(`/s/${anyCode}`))
    expect([nothing.status, nothing.text]).toEqual([404, expect.stringContaining('The link is invalid')])
    for (const code of [...codes, internal, deck.code, anyToken, 'x']) {
      expect([code, told(await stranger.get(`/s/${code}`))]).toEqual([code, nothing])
    }
    const nobody = openBrowser(world.app)
    for (const code of [...codes, anyCode]) expect(told(await nobody.get(`/s/${code}`))).toEqual(nothing)
    const silence = told(await nobody.get(`/s/${anyCode}/recording`))
    expect(silence.status).toBe(404)
    for (const code of [...codes, internal, open]) {
      expect(told(await nobody.get(`/s/${code}/recording`))).toEqual(silence)
    }
    expect((await nobody.get(`/s/${open}`)).status).toBe(200)
  })

  it('of decks neither: not when one was taken back, sent anew, or its deck is gone', async () => {
    const [taken, renewed, gone] = [
      await shareDeck(world, 'taken@customer.example'),
      await shareDeck(world, 'renewed@customer.example'),
      await shareDeck(world, 'gone@customer.example'),
    ]
    const [{ id: shareId }] = (await deckOf(world, taken.id)).shares
    await call(world.app, world.bob, 'DELETE', `/decks/${taken.id}/shares/${shareId}`)
    await call(world.app, world.bob, 'POST', `/decks/${renewed.id}/shares`, {
      body: { emails: ['renewed@customer.example'], resend: true },
    })
    await world.app.drain(world.acme)
    await call(world.app, world.bob, 'DELETE', `/decks/${gone.id}`)
    // Of the right organization, and of none.
    const ours = Buffer.from(deck.code, 'base64url')
    const guessed = Buffer.concat([ours.subarray(0, 16), randomBytes(ours.length - 16)]).toString('base64url')
    const nobody = openBrowser(world.app)
    const nothing = told(await nobody.get(`/d/${anyToken}`))
    expect([nothing.status, nothing.text]).toEqual([404, expect.stringContaining('The link is invalid')])
    for (const code of [taken.code, renewed.code, gone.code, guessed, open, 'x']) {
      expect([code, told(await nobody.get(`/d/${code}`))]).toEqual([code, nothing])
    }
    const now = codesSentTo(world, 'renewed@customer.example').at(-1)
    for (const code of [now, deck.code]) expect((await nobody.get(`/d/${code}`)).status).toBe(200)
  })

  it('cannot be tried without end: what a network opens is counted, clips and decks together', async () => {
    const [nobody, other] = [openBrowser(world.app), openBrowser(world.app)]
    const address = '2001:db8:77:1::1'
    const from = { 'x-forwarded-for': address }
    expect((await nobody.get(`/s/${anyCode}`, from)).status).toBe(404)
    const source = createHash('sha256')
      .update(`share page\n${toNetworkKey(address)}`)
      .digest('hex')
    const counted = await world.app.store.owner.query(
      'update house.attempts set count = 1999 where source = $1 and count = 1 returning source',
      [source],
    )
    expect(counted).toHaveLength(1)
    expect((await nobody.get(`/s/${open}`, from)).status).toBe(200)
    const refused: unknown[] = []
    for (const path of [`/s/${anyCode}`, `/s/${open}`, `/d/${anyToken}`, `/d/${deck.code}`]) {
      refused.push(told(await nobody.get(path, from)))
    }
    expect(refused[0]).toMatchObject({ status: 429, headers: { 'retry-after': '3600', ...publicHeaders("'none'") } })
    // The right ones are not told from the wrong ones.
    expect(refused).toEqual(refused.map(() => refused[0]))
    // What players ask for is counted by itself: it is more.
    expect((await nobody.get(`/s/${open}/recording`, from)).status).toBe(404)
    const played = createHash('sha256')
      .update(`share recording\n${toNetworkKey(address)}`)
      .digest('hex')
    await world.app.store.owner.query('update house.attempts set count = 20000 where source = $1', [played])
    const tooMany = await nobody.get(`/s/${open}/recording`, from)
    expect([tooMany.status, tooMany.headers['retry-after']]).toEqual([429, '3600'])
    expect((await other.get(`/s/${open}`)).status).toBe(200)
  })
})
