import type { ToolSamplesOf } from './sample.ts'

export const opportunityToolSamples: ToolSamplesOf = (_, { getOpportunity }) => ({
  get_opportunity: { args: { opportunity_id: getOpportunity?.path?.id } },
})
