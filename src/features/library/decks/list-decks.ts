import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { queryString } from '../../../core/wire.ts'
import { selectDecks } from './queries.ts'
import { listedDeck } from './schema.ts'
import { serializeListed } from './serialize.ts'

export const listDecks = defineOperation({
  id: 'listDecks',
  summary: 'List decks',
  description:
    'Returns the decks that the caller created or that are shared with the caller, from newest to oldest. ' +
    'Admins see all decks.',
  tag: 'Decks',
  input: z.object({
    ...changedListFields({ default: 25, max: 100 }),
    context_id: queryString(256)
      .optional()
      .describe(
        'ID of the conversation, opportunity, account or snippet that decks were created from. ' +
          'Example: `3f2b8c1e-90d4-4a57-8e6b-51c7a9d0f233`.',
      ),
  }),
  output: pageSchema(listedDeck),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/decks', ...paged(listedDeck) },
  async handle({ context_id: contextId, ...input }, ctx) {
    const { rows, meta } = await selectDecks(
      ctx.db,
      ctx.org,
      toVisibility(ctx.principal),
      { contextId },
      toWindow(input),
    )
    return { data: rows.map((row) => serializeListed(row, ctx.publicUrl())), meta }
  },
})
