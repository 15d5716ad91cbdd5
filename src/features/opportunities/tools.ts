/** Opportunities, for assistants. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../core/tool.ts'
import { table } from '../../core/tool-text.ts'
import { listOpportunitiesNamed } from './list-opportunities-named.ts'

const told = z.looseObject({ id: z.string(), crm_id: z.string(), title: z.string(), calls: z.int() })

export const tools: readonly Tool[] = [
  defineTool(listOpportunitiesNamed, {
    name: 'get_opportunity',
    title: 'Read an opportunity',
    description:
      'An opportunity with its team and how many of its calls you see (search_calls lists them). A CRM id may be in several teams; then each is told.',
    args: {
      opportunity_id: listOpportunitiesNamed.input.shape.id.describe('From get_call_details, or its CRM id.'),
    },
    names: { opportunity_id: 'id' },
    data: { opportunities: z.array(told) },
    present: ({ data }) => {
      const opportunities = data.map((one) => ({
        ...{ id: one.id, crm_id: one.opportunity_id, title: one.title, team_id: one.team_id },
        ...{ calls: one.conversations_count, created_at: one.created_at, updated_at: one.updated_at },
      }))
      return {
        text: table(
          ['Opportunity', 'Id', 'CRM id', 'Team', 'Calls', 'Changed'],
          opportunities.map((one) => [one.title, one.id, one.crm_id, one.team_id, one.calls, one.updated_at]),
        ),
        data: { opportunities },
      }
    },
  }),
]
