import { type Statistics, updateStatistics } from '../../conversations/records/index.ts'
import { defineStep, type StepOutcome } from '../pipeline/index.ts'
import { statisticsTask } from './statistics.ts'

interface StatisticsStepOutcome extends StepOutcome {
  readonly statistics: Statistics | null
}

export const statisticsStep = defineStep<StatisticsStepOutcome>({
  id: 'statistics',
  version: 2,
  asksModel: false,
  async find({ segments, transcriptVersion }, ctx) {
    const told = transcriptVersion === null ? null : await ctx.workers.run(statisticsTask, [segments], ctx.signal)
    if (told === null || transcriptVersion === null) return { statistics: null, outcome: 'not_applicable' }
    return { statistics: { transcriptVersion, ...told }, outcome: 'complete' }
  },
  async save(tx, { statistics }, { id }, { org }) {
    await updateStatistics(tx, org, id, statistics)
  },
})
