import { z } from 'zod'

export const opportunity = z.object({
  id: z.string().describe('ID of the opportunity in Parley.'),
  opportunity_id: z.string().describe('ID of the opportunity in the CRM. Unique within a team.'),
  title: z.string().describe("Title from the CRM, or the CRM ID if the CRM hasn't supplied one."),
  team_id: z
    .string()
    .nullable()
    .describe(
      'ID of the team that the opportunity belongs to, from `GET /organizations/teams`; null if it has no team.',
    ),
  created_at: z.string().describe('When the opportunity was created in Parley.'),
  updated_at: z.string().describe('When the opportunity was last changed in Parley.'),
})
