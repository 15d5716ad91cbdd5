import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { isVisible } from '../../conversations/records/index.ts'
import { selectScorings } from '../scorecard-results/index.ts'
import { scoring, serializeScoring } from './schema.ts'

export const listConversationScorings = defineOperation({
  id: 'listConversationScorings',
  summary: 'List automatic scores of a conversation',
  description:
    'Returns one entry per scorecard, sorted by title. Includes scorecards that a person scored instead, whose result a ' +
    'person removed, or for which no item could be scored.',
  tag: 'Scorecards',
  input: z.object({ id: pathId('conversation') }),
  output: z.object({ data: z.array(scoring) }),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/scorings' },
  async handle({ id }, { db, org, principal }) {
    const sight = toVisibility(principal)
    const [visible, rows] = await Promise.all([isVisible(db, org, sight, id), selectScorings(db, org, sight, id)])
    if (!visible) throw notFound('conversation')
    return { data: rows.map(serializeScoring) }
  },
})
