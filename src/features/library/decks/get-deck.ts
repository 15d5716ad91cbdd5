import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { selectDeck } from './queries.ts'
import { deck } from './schema.ts'
import { serializeDeck } from './serialize.ts'

export const getDeck = defineOperation({
  id: 'getDeck',
  summary: 'Get a deck',
  description:
    'Returns the slides with the quotes that support each statement. The creator, users it is shared with, and ' +
    'admins can see a deck, as long as they can see every conversation behind it.',
  tag: 'Decks',
  input: z.object({ id: pathId('deck') }),
  output: deck,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/decks/{id}', ...inData(deck) },
  async handle({ id }, ctx) {
    const row = await selectDeck(ctx.db, ctx.org, toVisibility(ctx.principal), id)
    if (row === undefined) throw notFound('deck')
    return serializeDeck(ctx, row)
  },
})
