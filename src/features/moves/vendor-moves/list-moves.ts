import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { serializeMove } from './ledger.ts'
import { selectMoves } from './queries.ts'
import { move } from './schema.ts'

export const listMoves = defineOperation({
  id: 'listMoves',
  summary: 'List moves from other products',
  description:
    'Returns the moves that `parley move` has started, last changed first. Each brings the calls of one account of ' +
    'another product. Requires the admin role.',
  tag: 'Moves',
  input: z.object({ ...changedListFields({ default: 20, max: 50 }) }),
  output: pageSchema(move),
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/moves', ...paged(move) },
  async handle(input, ctx) {
    const { rows, meta } = await selectMoves(ctx.db, ctx.org, toWindow(input))
    return { data: rows.map(serializeMove), meta }
  },
})
