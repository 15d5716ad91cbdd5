import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { codesSentTo, deckFor, deckOf, UNSEEN } from '../../../testing/decks-fixtures.ts'
import { NOBODY, notFound } from '../../../testing/refusals.ts'
import { talkFor } from '../../../testing/transcript-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let id: string
beforeAll(async () => {
  world = await createWorld()
  const users_to_share = ['carol@acme.example', 'guest@customer.example', 'other@customer.example']
  id = await deckFor(world, { context_id: await talkFor(world, { teamUUID: world.teams.support }), users_to_share })
  await world.app.drain(world.acme)
})
const idOf = async (address: string): Promise<string> =>
  (await deckOf(world, id)).shares.find(({ email }: { email: string }) => email === address)?.id
const unshare = (share: string, caller: Caller = world.bob, deck = id) =>
  call(world.app, caller, 'DELETE', `/decks/${deck}/shares/${share}`)

describe('does', () => {
  it('ends the link of one address, and of no other', async () => {
    expect((await unshare(await idOf('guest@customer.example'))).status).toBe(204)
    const [code = ''] = codesSentTo(world, 'guest@customer.example')
    const [other = ''] = codesSentTo(world, 'other@customer.example')
    expect(await world.app.openSharedDeck(code, UNSEEN)).toBeUndefined()
    expect(await world.app.openSharedDeck(other, UNSEEN)).toBeDefined()
  })

  it('hides it from a user again', async () => {
    expect((await unshare(await idOf('carol@acme.example'))).status).toBe(204)
    expect((await call(world.app, world.carol, 'GET', `/decks/${id}`)).status).toBe(404)
  })
})

describe('refuses', () => {
  it('a share that is not there, or of another deck', async () => {
    const another = await deckFor(world, { context_id: await talkFor(world) })
    const share = await idOf('other@customer.example')
    for (const [one, deck] of [
      [NOBODY, id],
      [share, another],
    ] as const) {
      expect((await unshare(one, world.bob, deck)).body).toEqual(notFound('share', '/path/shareId'))
    }
  })
})

describe('who may', () => {
  it('who made it and admins', async () => {
    const share = await idOf('other@customer.example')
    expect((await unshare(share, world.mark)).status).toBe(404)
    expect((await unshare(share, world.mallory)).status).toBe(404)
    expect((await unshare(share, world.alice)).status).toBe(204)
  })
})
