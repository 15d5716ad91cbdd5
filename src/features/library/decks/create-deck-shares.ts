import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { changeDeck } from './mutate.ts'
import { ADDRESSES_MAX, linksExpiry, mailAddress, share } from './schema.ts'
import { serializeShares } from './serialize.ts'
import { resolveRecipients, shareWith } from './sharing.ts'

export const createDeckShares = defineOperation({
  id: 'createDeckShares',
  summary: 'Share a deck by email',
  description:
    'Users of the organization sign in to see the deck, as long as they can see every conversation behind it. ' +
    'Other addresses get a personal link that works without signing in. The link works while the person who shared ' +
    'the deck is active and can see those conversations, until it expires. Sends an email to each new address. Addresses that ' +
    'already have the deck get another email only with `resend`. Returns all shares of the deck. Requires the ' +
    'creator of the deck or the admin role.',
  tag: 'Decks',
  input: z.object({
    id: pathId('deck'),
    emails: z
      .array(mailAddress)
      .min(1)
      .max(ADDRESSES_MAX)
      .describe('Email addresses to share the deck with, 1 to 100. Example: `["li@example.com"]`.'),
    resend: z
      .boolean()
      .default(false)
      .describe(
        'Whether addresses that already have the deck get the email again. An outside address gets a new link, and its ' +
          'previous link stops working. Defaults to false. Example: `true`.',
      ),
    expiresAt: linksExpiry
      .optional()
      .describe(
        'When the links of outside addresses in the request expire: a date-time in the future, at most one year ahead, or ' +
          'null for never. Applies to links that the request sends. Defaults to never; a link that is sent again keeps its ' +
          'expiry. Example: `2026-11-21T09:30:00Z`.',
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
  handle: ({ id, emails, resend, expiresAt }, ctx) =>
    changeDeck(ctx, id, async (tx) => {
      const recipients = await resolveRecipients(tx, ctx, emails, 'emails')
      await shareWith(tx, ctx, id, recipients, { resends: resend, expiresAt })
      return serializeShares(tx, ctx, id)
    }),
})
