import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { changeDeck } from './change.ts'
import { deleteShareRow } from './queries-shares.ts'

export const deleteDeckShare = defineOperation({
  id: 'deleteDeckShare',
  summary: 'Share a deck with an address no longer: its link opens nothing any more.',
  description: 'For who made it and admins. A file that was downloaded cannot be taken back.',
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
