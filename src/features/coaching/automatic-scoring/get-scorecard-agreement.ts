import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { scorecardOutline } from '../scorecards/index.ts'
import { addMatrices, computeAgreement, NOTHING } from './agreement.ts'
import { type PairRow, selectPairs } from './queries.ts'
import { agreement } from './schema.ts'

export const getScorecardAgreement = defineOperation({
  id: 'getScorecardAgreement',
  summary: 'Get agreement of automatic and human scores',
  description:
    'Compares automatic scores with scores by people, for each item of the scorecard. Covers conversations that the caller ' +
    "can access and that have both, except archived ones. Reviewers who saw the automatic score aren't independent, " +
    'which raises the agreement.',
  tag: 'Scorecards',
  input: z.object({ id: pathId('scorecard') }),
  output: agreement,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/scorecards/{id}/agreement', ...inData(agreement) },
  async handle({ id }, { db, org, principal }) {
    const [outline, { conversations, pairs }] = await Promise.all([
      scorecardOutline(db, org, id),
      selectPairs(db, org, toVisibility(principal), id),
    ])
    if (outline === undefined) throw notFound('scorecard')
    const byItem = Map.groupBy(pairs, (pair) => pair.item_id)
    // Deleted items come last.
    const order = [...outline.items.map((item) => item.id), ...byItem.keys()]
    const items = [...new Set(order)].flatMap((uuid) => {
      const rows = byItem.get(uuid) ?? []
      const title = outline.items.find((item) => item.id === uuid)?.title ?? rows[0]?.title
      if (title === undefined) return []
      const levels = toLevelMatrix(rows)
      const onlyPerson = rows.reduce((sum, { program, n }) => sum + (program === null ? n : 0), 0)
      return { uuid, title, ...computeAgreement(levels), levels, onlyPerson }
    })
    const all = items.reduce((sum, { levels }) => addMatrices(sum, levels), NOTHING)
    return { scorecardId: id, title: outline.title, conversations, ...computeAgreement(all), items }
  },
})

const toLevelMatrix = (rows: readonly PairRow[]): number[][] =>
  NOTHING.map((row, person) =>
    row.map((_, program) => rows.find((pair) => pair.person === person && pair.program === program)?.n ?? 0),
  )
