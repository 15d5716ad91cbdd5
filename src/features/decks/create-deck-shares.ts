import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { changeDeck } from './change.ts'
import { selectShares } from './queries-shares.ts'
import { ADDRESSES_MAX, mailAddress, share } from './schema.ts'
import { recipientsOf, shareWith } from './sharing.ts'
import { tellShare } from './told.ts'

export const createDeckShares = defineOperation({
  id: 'createDeckShares',
  summary: 'Share a deck with e-mail addresses; each gets an e-mail with a link.',
  description:
    'For who made it and admins. Users of the organization sign in to see it; any other address gets a link of its own ' +
    'that needs no signing in. An address that has it already gets the e-mail once more, with a new link. The answer ' +
    'lists all whom the deck is shared with.',
  tag: 'Decks',
  input: z.object({ id: pathId('deck'), emails: z.array(mailAddress).min(1).max(ADDRESSES_MAX) }),
  output: z.array(share),
  requires: { scope: 'write' },
  rest: {
    method: 'POST',
    path: '/decks/{id}/shares',
    status: 201,
    refusals: [409],
    present: (data) => ({ data }),
    answer: z.object({ data: z.array(share) }),
  },
  handle: ({ id, emails }, ctx) =>
    changeDeck(ctx, id, async (tx) => {
      await shareWith(tx, ctx, id, await recipientsOf(tx, ctx, emails, 'emails'))
      return (await selectShares(tx, ctx.org, id)).map(tellShare)
    }),
})
