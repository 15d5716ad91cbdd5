import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { changeDeck } from './mutate.ts'
import { deleteDeckRow } from './queries.ts'

export const deleteDeck = defineOperation({
  id: 'deleteDeck',
  summary: 'Delete a deck',
  description:
    'Deletes the deck and its shares permanently. All links stop working. Requires the creator of the deck or the ' +
    'admin role.',
  tag: 'Decks',
  input: z.object({ id: pathId('deck') }),
  output: z.undefined(),
  requires: { scope: 'write' },
  rest: { method: 'DELETE', path: '/decks/{id}', status: 204 },
  async handle({ id }, ctx) {
    await changeDeck(ctx, id, (tx) => deleteDeckRow(tx, ctx.org, id))
    return undefined
  },
})
