import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { isVisible, selectSegmentsInput } from '../../conversations/records/index.ts'
import { occurrencesTask } from './occurrences.ts'
import { OCCURRENCE_FIGURES, occurrences } from './schema.ts'

export const getStatisticsOccurrences = defineOperation({
  id: 'getStatisticsOccurrences',
  summary: 'Get the occurrences of a figure',
  description:
    'Returns the parts of the current transcript that a figure of the statistics counts or measures: questions, interruptions, ' +
    'replies, pauses, speaker changes, or monologues of internal speakers. A figure that is unknown has none.',
  tag: 'Analysis',
  cost: COSTS.medium,
  input: z.object({
    id: pathId('conversation'),
    figure: z
      .enum(OCCURRENCE_FIGURES)
      .describe('Figure of `statistics` whose occurrences are returned. Example: `questionsAsked`.'),
  }),
  output: occurrences,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/statistics/occurrences', ...inData(occurrences) },
  async handle({ id, figure }, ctx) {
    if (!(await isVisible(ctx.db, ctx.org, toVisibility(ctx.principal), id))) throw notFound('conversation')
    const segments = await selectSegmentsInput(ctx.db, ctx.org, id, 'current')
    const found = await ctx.requestWorkers.run(occurrencesTask, [segments, figure], ctx.signal)
    return { figure, total: found.total, occurrences: [...found.occurrences] }
  },
})
