import { type Statistics, updateStatistics } from '../../conversations/records/index.ts'
import { defineStep, type StepOutcome } from '../pipeline/index.ts'
import { statisticsTask } from './statistics.ts'

interface Found extends StepOutcome {
  readonly statistics: Statistics | null
}

export const statisticsStep = defineStep<Found>({
  id: 'statistics',
  version: 1,
  asksModel: false,
  async find({ segments, transcriptVersion }, ctx) {
    const told = transcriptVersion === null ? null : await ctx.aside.run(statisticsTask, [segments], ctx.signal)
    if (told === null || transcriptVersion === null) return { statistics: null, outcome: 'not_applicable' }
    return { statistics: { transcriptVersion, ...told }, outcome: 'complete' }
  },
  async keep(tx, { statistics }, { id }, { org }) {
    await updateStatistics(tx, org, id, statistics)
  },
})
