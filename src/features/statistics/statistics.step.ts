import { defineStep, type StepOutcome } from '../analysis/index.ts'
import { type Statistics, updateStatistics } from '../conversations/index.ts'
import { statisticsOf } from './statistics.ts'

interface Found extends StepOutcome {
  readonly statistics: Statistics | null
}

export const statisticsStep = defineStep<Found>({
  id: 'statistics',
  version: 1,
  asksModel: false,
  async find({ segments, transcriptVersion }) {
    const told = transcriptVersion === null ? null : statisticsOf(segments)
    if (told === null || transcriptVersion === null) return { statistics: null, outcome: 'not_applicable' }
    return { statistics: { transcriptVersion, ...told }, outcome: 'complete' }
  },
  async keep(tx, { statistics }, { id }, { org }) {
    await updateStatistics(tx, org, id, statistics)
  },
})
