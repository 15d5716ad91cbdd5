import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { codesSentTo, dealFor, deckFor, deckOf, UNSEEN, wordsIn } from '../../../testing/decks-fixtures.ts'
import { notFound } from '../../../testing/refusals.ts'
import { talkFor } from '../../../testing/transcript-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world, { teamUUID: world.teams.support })
})
const remove = (caller: Caller, id: string) => call(world.app, caller, 'DELETE', `/decks/${id}`)
const erase = (id: string) =>
  call(world.app, world.alice, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } })

describe('does', () => {
  it('deletes it with its links', async () => {
    const id = await deckFor(world, { context_id: talk, users_to_share: ['gone@customer.example'] })
    await world.app.drain(world.acme)
    const [code = ''] = codesSentTo(world, 'gone@customer.example')
    expect(await world.app.openSharedDeck(code, UNSEEN)).toBeDefined()
    expect((await remove(world.bob, id)).status).toBe(204)
    expect((await call(world.app, world.org, 'GET', `/decks/${id}`)).body).toEqual(notFound('deck'))
    expect(await world.app.openSharedDeck(code, UNSEEN)).toBeUndefined()
  })
})

describe('a conversation that is erased', () => {
  it('takes its deck along', async () => {
    const own = await talkFor(world)
    const id = await deckFor(world, { context_id: own })
    expect((await erase(own)).status).toBe(204)
    expect((await call(world.app, world.org, 'GET', `/decks/${id}`)).status).toBe(404)
  })

  it('takes out of a deck of several what it says, and the last one takes the deck', async () => {
    const [first = '', second = ''] = await dealFor(world, 'deal-erased')
    const id = await deckFor(world, { context_id: 'deal-erased', deck_type: 'business_review' })
    expect(wordsIn(await deckOf(world, id))).toMatch(/spreadsheet|nine thousand|First call/)
    expect((await erase(first)).status).toBe(204)
    const left = await deckOf(world, id)
    expect(wordsIn(left)).not.toMatch(/spreadsheet|nine thousand|First call|network is down/)
    expect(wordsIn(left)).not.toContain(first)
    expect(wordsIn(left)).toContain('Second call')
    for (const { points, rows, events, quotes } of left.document.slides) {
      for (const list of [points, rows, events, quotes]) expect(list?.length).not.toBe(0)
    }
    const stored = await world.app.store.owner.query<{ document: string }>(
      'select document::text as document from decks where id = $1',
      [id],
    )
    expect(stored[0]?.document).not.toMatch(/spreadsheet|nine thousand|First call/)
    expect((await erase(second)).status).toBe(204)
    expect((await call(world.app, world.org, 'GET', `/decks/${id}`)).status).toBe(404)
  })

  it('that is masked is masked in its decks', async () => {
    const own = await talkFor(world, {
      transcript: 'Ann: The budget is sixty thousand and my mail is ann.doe@customer.example, I promise.\nBob: Great.',
    })
    const id = await deckFor(world, { context_id: own })
    expect(wordsIn(await deckOf(world, id))).toContain('ann.doe@customer.example')
    const masked = await call(world.app, world.alice, 'POST', `/conversations/${own}/redact`)
    expect(masked.status).toBeLessThan(300)
    expect(wordsIn(await deckOf(world, id))).not.toContain('ann.doe')
  })
})

describe('refuses', () => {
  it('what is not there any more', async () => {
    const id = await deckFor(world, { context_id: talk })
    await remove(world.bob, id)
    expect((await remove(world.bob, id)).body).toEqual(notFound('deck'))
  })
})

describe('who may', () => {
  it('who made it and admins; who it was shown to may not, others see none', async () => {
    const id = await deckFor(world, { context_id: talk, users_to_share: ['carol@acme.example'] })
    expect((await remove(world.carol, id)).status).toBe(403)
    expect((await remove(world.mark, id)).status).toBe(404)
    expect((await remove(world.mallory, id)).status).toBe(404)
    expect((await remove(world.alice, id)).status).toBe(204)
  })
})
