import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { changeDeck } from './mutate.ts'
import { deleteShareRow } from './queries-shares.ts'

export const deleteDeckShare = defineOperation({
  id: 'deleteDeckShare',
  summary: 'Stop sharing a deck with an address',
  description:
    "Removes a share. Its link stops working. Downloaded files can't be revoked. To share the deck again, use " +
    '`POST /decks/{id}/shares`. Requires the creator of the deck or the admin role.',
  tag: 'Decks',
  input: z.object({ id: pathId('deck'), shareId: pathId('share') }),
  output: z.undefined(),
  requires: { scope: 'write' },
  rest: { method: 'DELETE', path: '/decks/{id}/shares/{shareId}', status: 204 },
  async handle({ id, shareId }, ctx) {
    await changeDeck(ctx, id, async (tx) => {
      if (!(await deleteShareRow(tx, ctx.org, id, shareId))) throw notFound('share', '/path/shareId')
    })
    return undefined
  },
})
