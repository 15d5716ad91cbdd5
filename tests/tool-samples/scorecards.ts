import type { ToolSamplesOf } from './sample.ts'

export const scorecardToolSamples: ToolSamplesOf = (_, { getScorecard }) => ({
  get_scorecard_details: { args: { scorecard_id: getScorecard?.path?.id } },
})
