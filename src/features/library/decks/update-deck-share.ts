import { z } from 'zod'
import { invalid, notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { checkExpiry, expiryInput } from '../shared-links/index.ts'
import { changeDeck } from './mutate.ts'
import { updateShareExpiry } from './queries-shares.ts'
import { share } from './schema.ts'
import { serializeShares } from './serialize.ts'

export const updateDeckShare = defineOperation({
  id: 'updateDeckShare',
  summary: 'Update the link of a deck share',
  description:
    'Changes when the personal link of an outside address expires. The URL of the link stays the same, and an expired ' +
    'link works again with a later time. Parley sends no email. Shares with users of the organization have no link. You ' +
    'can repeat the request safely. Requires the creator of the deck or the admin role.',
  tag: 'Decks',
  input: z.object({
    id: pathId('deck'),
    shareId: pathId('share'),
    expiresAt: expiryInput().describe(
      'When the link expires: a date-time in the future, at most one year ahead, or null for never. From then on, the ' +
        'link opens nothing. Example: `2026-11-21T09:30:00Z`.',
    ),
  }),
  output: share,
  requires: { scope: 'write' },
  rest: { method: 'PATCH', path: '/decks/{id}/shares/{shareId}', ...inData(share) },
  handle: ({ id, shareId, expiresAt }, ctx) =>
    changeDeck(ctx, id, async (tx) => {
      checkExpiry(expiresAt, ctx.clock.now())
      const outcome = await updateShareExpiry(tx, ctx.org, { deckId: id, id: shareId }, expiresAt)
      if (outcome === 'user') {
        throw invalid({
          pointer: '/expiresAt',
          detail:
            'The share belongs to a user of the organization, who opens the deck after sign-in, so it has no link that ' +
            'can expire. To end the access of the user, delete the share.',
        })
      }
      const changed = (await serializeShares(tx, ctx, id)).find((one) => one.id === shareId)
      if (outcome === undefined || changed === undefined) throw notFound('share', '/path/shareId')
      return changed
    }),
})
