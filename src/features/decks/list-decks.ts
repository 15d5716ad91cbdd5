import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { paged, pageFields, pageMeta, pageOf } from '../../core/page.ts'
import { visibilityOf } from '../../core/principal.ts'
import { queryString } from '../../core/wire.ts'
import { selectDecks } from './queries.ts'
import { listedDeck } from './schema.ts'
import { tellListed } from './told.ts'

export const listDecks = defineOperation({
  id: 'listDecks',
  summary: 'List decks that the caller made or was shown, all of them for admins, newest first.',
  tag: 'Decks',
  input: z.object({
    ...pageFields({ default: 25, max: 100 }),
    context_id: queryString(256).optional().describe('Made of this conversation, opportunity, account or snippet.'),
  }),
  output: pageOf(listedDeck),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/decks', ...paged(listedDeck) },
  async handle({ page, size, context_id: contextId }, ctx) {
    const window = { limit: size, offset: (page - 1) * size }
    const { total, rows } = await selectDecks(ctx.db, ctx.org, visibilityOf(ctx.principal), { contextId }, window)
    return { data: rows.map((row) => tellListed(row, ctx.publicUrl())), meta: pageMeta(page, size, total) }
  },
})
