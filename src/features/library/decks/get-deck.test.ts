import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { deckFor, deckOf, wordsIn } from '../../../testing/decks-fixtures.ts'
import { MALFORMED_IDS, NOBODY, notFound } from '../../../testing/refusals.ts'
import { talkFor } from '../../../testing/transcript-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let id: string
beforeAll(async () => {
  world = await createWorld()
  const users_to_share = ['carol@acme.example', 'guest@customer.example']
  id = await deckFor(world, { context_id: await talkFor(world, { teamUUID: world.teams.support }), users_to_share })
})
const get = (caller: Caller | undefined, one = id) => call(world.app, caller, 'GET', `/decks/${one}`)

describe('does', () => {
  it('tells the slides, and to who made it whom it is shared with', async () => {
    const deck = await deckOf(world, id, world.bob)
    expect(deck).toMatchObject({ id, may_change: true, link: `http://parley.test/decks/${id}` })
    expect(deck.document).toMatchObject({ version: 1, slides: expect.any(Array), sources: [{ title: 'Opening' }] })
    expect(deck.slide_count).toBe(deck.document.slides.length)
    expect(deck.shares).toHaveLength(2)
  })

  it('tells who it was shown to no other address, and nothing of a code', async () => {
    expect(await deckOf(world, id, world.carol)).toMatchObject({ may_change: false, shares: [] })
    await world.app.drain(world.acme)
    const said = wordsIn(await deckOf(world, id, world.bob))
    expect(said).not.toMatch(/code|\/d\//)
  })
})

describe('refuses', () => {
  it('what is not there, and who may not see it, in the same words', async () => {
    for (const [caller, one] of [
      [world.bob, NOBODY],
      [world.mark, id],
      [world.mallory, id],
      [world.rivalOrg, id],
    ] as const) {
      const answer = await get(caller, one)
      expect([answer.status, answer.body]).toEqual([404, notFound('deck')])
    }
    expect((await get(undefined)).status).toBe(401)
    for (const one of MALFORMED_IDS) expect((await get(world.org, one)).status).toBe(404)
  })
})

describe('who may', () => {
  it('its creator, whom it is shared with, and admins', async () => {
    for (const caller of [world.bob, world.carol, world.alice, world.org]) expect((await get(caller)).status).toBe(200)
  })
})
