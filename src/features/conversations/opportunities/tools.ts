/** Opportunity tools for assistants. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { table } from '../../../core/tool-text.ts'
import { listOpportunitiesNamed } from './list-opportunities-named.ts'

const told = z.looseObject({ id: z.string(), crm_id: z.string(), title: z.string(), calls: z.int() })

export const tools: readonly Tool[] = [
  defineTool(listOpportunitiesNamed, {
    name: 'get_opportunity',
    title: 'Get an opportunity',
    description:
      'Returns an opportunity with its team and the number of its calls that the user can access. Use search_calls ' +
      'to list those calls. If several teams use the same CRM ID, returns one opportunity for each team.',
    args: {
      opportunity_id: listOpportunitiesNamed.input.shape.id.describe(
        'ID of the opportunity from get_call_details, or its ID in the CRM.',
      ),
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
          ['Opportunity', 'ID', 'CRM ID', 'Team', 'Calls', 'Updated'],
          opportunities.map((one) => [one.title, one.id, one.crm_id, one.team_id, one.calls, one.updated_at]),
        ),
        data: { opportunities },
      }
    },
  }),
]
