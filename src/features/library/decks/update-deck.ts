import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { contextWithin, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId, text } from '../../../core/wire.ts'
import { type DeckDocument, deckDocument, fitLine, ROOM } from './model/index.ts'
import { changeDeck } from './mutate.ts'
import { selectDeck, updateDeckRow } from './queries.ts'
import { deck, TITLE_MAX } from './schema.ts'
import { serializeDeck } from './serialize.ts'

export const updateDeck = defineOperation({
  id: 'updateDeck',
  summary: 'Rename a deck',
  description:
    'Changes the title of the deck and of its cover slide. Safe to repeat. Requires the creator of the deck or the ' +
    'admin role.',
  tag: 'Decks',
  input: z.object({
    id: pathId('deck'),
    title: text({ min: 1, max: TITLE_MAX, trim: true }).describe(
      'New title of the deck, 1 to 256 characters. Example: `Renewal recap`.',
    ),
  }),
  output: deck,
  requires: { scope: 'write' },
  rest: { method: 'PATCH', path: '/decks/{id}', ...inData(deck) },
  handle: ({ id, title }, ctx) =>
    changeDeck(ctx, id, async (tx, had) => {
      const document = renameCover(deckDocument.parse(JSON.parse(had.document)), title)
      await updateDeckRow(tx, ctx.org, id, { title, document: JSON.stringify(document) }, ctx.clock.now())
      const row = await selectDeck(tx, ctx.org, toVisibility(ctx.principal), id)
      if (row === undefined) throw notFound('deck')
      return serializeDeck(contextWithin(ctx, tx), row)
    }),
})

/** Changes the title of the cover slide, if the first slide is one. */
function renameCover(document: DeckDocument, title: string): DeckDocument {
  const [first, ...rest] = document.slides
  if (first?.layout !== 'title') return document
  return { ...document, slides: [{ ...first, title: fitLine(title, ROOM.title) }, ...rest] }
}
