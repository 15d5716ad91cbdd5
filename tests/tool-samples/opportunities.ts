import type { ToolSamplesOf } from './sample.ts'

export const opportunityToolSamples: ToolSamplesOf = (_, { getOpportunity }) => ({
  list_opportunities: { args: { outcome: 'open' } },
  get_opportunity_overview: { args: { opportunity_id: getOpportunity?.path?.id } },
  get_opportunity: { args: { opportunity_id: getOpportunity?.path?.id } },
})
