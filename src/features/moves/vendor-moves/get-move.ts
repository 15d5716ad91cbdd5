import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { loadLedger, serializeMove } from './ledger.ts'
import { selectMove } from './queries.ts'
import { moveWithLedger, NOUN } from './schema.ts'

export const getMove = defineOperation({
  id: 'getMove',
  summary: 'Get a move with its ledger',
  description:
    'Returns the move, and its ledger: what came, what could not come and why, with counts and minutes by year and ' +
    'owner. Requires the admin role.',
  tag: 'Moves',
  input: z.object({ id: pathId(NOUN) }),
  output: moveWithLedger,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/moves/{id}', ...inData(moveWithLedger) },
  async handle({ id }, ctx) {
    const row = await selectMove(ctx.db, ctx.org, id)
    if (row === undefined) throw notFound(NOUN)
    return { ...serializeMove(row), ledger: await loadLedger(ctx.db, ctx.org, row) }
  },
})
