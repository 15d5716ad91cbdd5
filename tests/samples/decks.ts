import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const deckSamples: SamplesOf = async (world, conversation) => {
  const body = { context_id: conversation, users_to_share: ['guest@customer.example'] }
  /** Bob's. */
  const make = async () => {
    const answer = await call(world.app, world.bob, 'POST', '/create_deck', { body })
    if (!answer.body?.success) throw new Error(answer.text)
    return { path: { id: (answer.body.link as string).split('/').at(-1) ?? '' } }
  }
  const one = await make()
  const shares = async (id: string): Promise<{ id: string }[]> =>
    (await call(world.app, world.org, 'GET', `/decks/${id}`)).body.data.shares
  return {
    createDeck: { body },
    listDecks: {},
    getDeck: one,
    updateDeck: { ...one, body: { title: 'The opening' } },
    deleteDeck: await make(),
    getDeckFile: one,
    createDeckShares: { ...one, body: { emails: ['carla@customer.example'] } },
    updateDeckShare: {
      path: { ...one.path, shareId: (await shares(one.path.id))[0]?.id ?? '' },
      body: { expiresAt: null },
    },
    deleteDeckShare: { path: { ...one.path, shareId: (await shares(one.path.id))[0]?.id ?? '' } },
  }
}
