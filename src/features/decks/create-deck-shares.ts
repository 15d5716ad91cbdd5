import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { changeDeck } from './change.ts'
import { ADDRESSES_MAX, mailAddress, share } from './schema.ts'
import { recipientsOf, shareWith } from './sharing.ts'
import { serializeShares } from './told.ts'

export const createDeckShares = defineOperation({
  id: 'createDeckShares',
  summary: 'Share a deck with e-mail addresses; new addresses get an email with a link.',
  description:
    'For who made it and admins. Users of the organization sign in to see it, as long as they see every conversation ' +
    'behind it. Any other address gets a link of its own that needs no signing in, and works while the person who shared ' +
    'the deck is active and sees those conversations. An address that has it already gets no other email, unless ' +
    '`resend` is true. The answer ' +
    'lists all whom the deck is shared with.',
  tag: 'Decks',
  input: z.object({
    id: pathId('deck'),
    emails: z.array(mailAddress).min(1).max(ADDRESSES_MAX),
    resend: z
      .boolean()
      .default(false)
      .describe(
        'Whether addresses that have the deck already get the email again. An outside address gets a new link, and its ' +
          'previous link stops working. Defaults to false. Example: `true`.',
      ),
  }),
  output: z.array(share),
  requires: { scope: 'write' },
  rest: {
    method: 'POST',
    derived: true,
    path: '/decks/{id}/shares',
    status: 201,
    refusals: [409, 429],
    present: (data) => ({ data }),
    answer: z.object({ data: z.array(share) }),
  },
  handle: ({ id, emails, resend }, ctx) =>
    changeDeck(ctx, id, async (tx) => {
      await shareWith(tx, ctx, id, await recipientsOf(tx, ctx, emails, 'emails'), { resends: resend })
      return serializeShares(tx, ctx.org, id)
    }),
})
